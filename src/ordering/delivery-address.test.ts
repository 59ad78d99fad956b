import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { addProduct } from "../../test/goods.ts";
import { holdsInvariants } from "../../test/invariants.ts";
import { PLACE, refusedOrder } from "../../test/orders.ts";
import { ADDRESS, customer, orderOf, type Person } from "../../test/people.ts";
import { openTestShop } from "../../test/shop.ts";
import { PHONE_INVALID } from "../phone-rules.ts";
import { FIELD_NAMES } from "./rules.ts";

let buyer: Person;

const shop = await openTestShop();
const tee = await addProduct(shop);
// nobody may place ten orders a minute
beforeEach(async () => {
  buyer = await customer(shop);
});
afterAll(() => shop.close());

const orderTo = (change: object) => ({ ...orderOf(tee), address: { ...ADDRESS, ...change } });

describe("an address is kept byte for byte", () => {
  test.each([
    { lastName: "O'Brien" },
    { lastName: "ن".repeat(300), city: "نيروبي" },
    { street: "'; drop table orders; --", state: '{"$gt": ""}', country: "</script><!--" },
    { city: "a\u0301", state: "\u00e1" }, // not made the same
    { zipCode: "0", phone: "+254712345678" },
    { street: "12\u00a0Moi Ave" },
  ])("%j", async (change) => {
    const placed = await shop.post(PLACE, orderTo(change), buyer.token);
    expect(placed.status).toBe(200);
    const [row] = await shop.query("select address from orders where id = $1", [placed.body.orderId]);
    // only spaces at the ends go
    const trimmed = Object.fromEntries(
      Object.entries({ ...ADDRESS, ...change }).map(([name, value]) => [name, value.trim()]),
    );
    expect(row).toEqual({ address: trimmed });
  });

  test.each([
    ["0712 345 678", "0712345678"],
    ["+254 (0) 712-345-678", "+254712345678"],
  ])("the phone %j is taken, and kept as %s", async (phone, kept) => {
    const placed = await shop.post(PLACE, orderTo({ phone }), buyer.token);
    const [row] = await shop.query("select address from orders where id = $1", [placed.body.orderId]);
    expect(row).toEqual({ address: { ...ADDRESS, phone: kept } });
  });

  test.each(["07123", "0202345678", "+255712345678", "0712345678 ext 2", "٠٧١٢٣٤٥٦٧٨"])(
    "A phone that is no Kenyan mobile is refused before any money is asked for: %j",
    async (phone) => {
      const order = orderTo({ phone });
      const refusal = { status: 400, body: { message: PHONE_INVALID } };
      expect(await refusedOrder(shop, order, buyer.token)).toMatchObject(refusal);
      const push = { ...order, amount: String(order.amount), phoneNumber: "0712345678" };
      expect(await shop.post("/token/stkpush", push, buyer.token)).toMatchObject(refusal);
      expect(await shop.post("/api/payment/flutterwave/intent", order, buyer.token)).toMatchObject(refusal);
      expect(
        await shop.query(
          "select 1 from payments where order_id in (select id from orders where user_id = $1)",
          [buyer.userId],
        ),
      ).toEqual([]);
    },
  );

  test.each(Object.keys(ADDRESS))("%s is required", async (field) => {
    for (const value of [undefined, "", "  ", null, 1, [], {}]) {
      const { status, body } = await refusedOrder(shop, orderTo({ [field]: value }), buyer.token);
      expect(status).toBe(400);
      expect(body.message).toBe(`Please enter your ${FIELD_NAMES[field as keyof typeof FIELD_NAMES]}`);
    }
  });

  test.each([
    [{ firstName: "Win\u2060ner" }, "first name without the hidden character after “Win”"],
    [{ street: "Gate 4\nBehind the kiosk" }, "street, building or landmark in one line"],
    [{ state: "www.win.example" }, "county without the link “www.win.example”"],
  ])("%j is refused: your %s", async (change, message) => {
    expect(await refusedOrder(shop, orderTo(change), buyer.token)).toMatchObject({
      status: 400,
      body: { message: `Please enter your ${message}` },
    });
  });

  test.each([
    { zipCode: "12 34" },
    { zipCode: "٠٠١٠٠" },
    { phone: "++254" },
    { email: "nobody" },
    { email: "a@b.c\r\nBcc: x@y.z" },
  ])("%j is refused", async (change) => {
    expect((await refusedOrder(shop, orderTo(change), buyer.token)).status).toBe(400);
  });
});

holdsInvariants(() => shop);
