import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { addProduct, type Goods } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { PLACE } from "../../../test/orders.ts";
import { openPaidShop, payBy } from "../../../test/payments.ts";
import { ADDRESS, guestOf, orderOf, PASSWORD, type Person } from "../../../test/people.ts";
import { patient } from "../../../test/shop.ts";
import { freshEmail, member } from "../../../test/support/account-rows.ts";

const shop = await openPaidShop();
await patient(shop);
beforeEach(() => shop.query("delete from rate_limits"));
afterAll(() => shop.close());

const place = async (who: Person, email = who.email) => {
  const order = { ...orderOf(await addProduct(shop)), address: { ...ADDRESS, email } };
  // from the one address that all of these guests have
  const headers = { "content-type": "application/json", token: who.token };
  return (await shop.send({ method: "POST", url: PLACE, payload: order, headers })).status;
};
/** Opens a card's page for one piece. */
const openCard = async (who: Person, tee: Goods) =>
  (await payBy(shop, "flutterwave", who, tee, { address: { ...ADDRESS, email: who.email } })).status;
const login = (email: string) => shop.post("/api/user/login", { email, password: PASSWORD });

describe("another guest with the same e-mail escapes no limit", () => {
  test("A guest who changes the e-mail escapes no limit of card payments", async () => {
    const tee = await addProduct(shop, { stock: { M: 50 } });
    const guest = await guestOf(shop);
    const statuses = [];
    for (let n = 0; n < 11; n++) {
      const email = freshEmail();
      const details = { firstName: "W", lastName: "O", email, phone: "0712345678" };
      await shop.post("/api/user/guest", details, guest.token);
      statuses.push(await openCard({ ...guest, email }, tee));
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
  });

  test("An account that takes over guests' orders escapes no limit of codes", async () => {
    const email = await member(shop);
    for (let n = 0; n < 2; n++) {
      expect(await place(await guestOf(shop, email))).toBe(200);
      expect((await login(email)).status).toBe(200);
    }
    expect(await place(await guestOf(shop, email))).toBe(429);
  });
});

holdsInvariants(() => shop);
