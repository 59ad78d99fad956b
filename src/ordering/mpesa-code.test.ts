import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { addProduct, onHand } from "../../test/goods.ts";
import { holdsInvariants } from "../../test/invariants.ts";
import { PLACE, refusedOrder } from "../../test/orders.ts";
import { ADDRESS, crowd, customer, freshCode, orderOf, type Person } from "../../test/people.ts";
import { openTestShop, patient } from "../../test/shop.ts";

let buyer: Person;

const shop = await openTestShop();
await patient(shop);
const tee = await addProduct(shop);
beforeEach(async () => {
  buyer = await customer(shop);
});
afterAll(() => shop.close());

const USED = { status: 409, body: { success: false, message: "This M-Pesa code has already been used." } };

describe("the form of a typed code (specification §5)", () => {
  test.each([
    ["qwe12rty56", "QWE12RTY56"],
    ["  sx7h2k9  ", "SX7H2K9"],
    ["7", "7"],
    ["QJ\u200b21", "QJ21"],
  ])("%j is kept as %j", async (typed, kept) => {
    const placed = await shop.post(PLACE, orderOf(tee, { mpesaCode: typed }), buyer.token);
    expect(placed.status).toBe(200);
    expect(await shop.query("select mpesa_code from orders where id = $1", [placed.body.orderId])).toEqual([
      { mpesa_code: kept },
    ]);
  });

  test.each(["", " ", "\t\n", "\u00a0\u3000"])("%j is missing", async (mpesaCode) => {
    const { status, body } = await refusedOrder(shop, orderOf(tee, { mpesaCode }), buyer.token);
    expect(status).toBe(400);
    expect(body.message).toBe("Please enter M-Pesa transaction code");
  });

  test.each([
    "ABCDEFGHIJK",
    "АВС123", // Cyrillic А, В, С
    "ﬁ12", // one character that two letters come of
    "straße", // longer in upper case
  ])("%j is refused", async (mpesaCode) => {
    expect((await refusedOrder(shop, orderOf(tee, { mpesaCode }), buyer.token)).status).toBe(400);
  });
});

describe("a code pays one order", () => {
  test("the very same order an hour later is not the double click it looks like", async () => {
    const order = orderOf(tee);
    const placed = await shop.post(PLACE, order, buyer.token);
    await shop.query("update orders set placed_at = now() - interval '1 hour' where id = $1", [
      placed.body.orderId,
    ]);
    expect(await refusedOrder(shop, order, buyer.token)).toEqual(USED);
  });

  test("A code pays one order; nobody learns who typed it before", async () => {
    const before = await onHand(shop, tee);
    const mpesaCode = freshCode();
    const people = await crowd(shop, 20);
    const answers = await Promise.all(
      people.map(({ token, email }) =>
        shop.post(PLACE, { ...orderOf(tee, { mpesaCode }), address: { ...ADDRESS, email } }, token),
      ),
    );
    const lost = answers.filter((answer) => answer.status !== 200);
    expect(lost).toHaveLength(19);
    for (const { status, body } of lost) expect({ status, body }).toEqual(USED);
    expect(await shop.query("select 1 from orders where mpesa_code = $1", [mpesaCode])).toHaveLength(1);
    expect(await onHand(shop, tee)).toBe(before - 1);
  });
});

holdsInvariants(() => shop);
