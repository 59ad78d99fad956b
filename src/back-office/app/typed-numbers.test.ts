import { afterAll, expect, test } from "vitest";
import { openCounter } from "../../../test/counter.ts";
import { addProduct } from "../../../test/goods.ts";
import { type StaffPerson, signInStaff } from "../../../test/support/back-office.ts";
import { readKes, readWhole } from "../../platform/whole-number.ts";
import { COUPON_FIELDS, NEW_COUPON } from "../coupons/coupon-fields.ts";
import { returnedOf } from "../money/decide-money.tsx";
import type { StaffOrder } from "../orders/contract.ts";
import { itemsOf, linesOf } from "../orders/edit-items.tsx";
import { NEW_PRODUCT, PRODUCT_FORM_FIELDS } from "../products/product-form.ts";
import { FORMS } from "../settings/forms.ts";
import { toValue } from "./forms/form-field.ts";

const counter = await openCounter();
const owner = await signInStaff(counter.shop);
const product = (await addProduct(counter.shop, { stock: { M: 5 } }))._id;
const paid = await counter.paidByCard(2);
const money = paid.money;
const order = (await owner.get(`/orders/${paid.orderId}`)).body.order as StaffOrder;
afterAll(() => counter.shop.close());

const COUPON = { ...NEW_COUPON, code: "COMMA", value: "10" };
const coupon = (typed: object) => owner.post("/coupons", toValue({ ...COUPON, ...typed }, COUPON_FIELDS));
const goods = (typed: object) =>
  owner.post(
    "/goods",
    toValue({ ...NEW_PRODUCT, name: "Comma tee", price: "1500", ...typed }, PRODUCT_FORM_FIELDS),
  );
const setting = (name: string, typed: Record<string, string>) => {
  const fields = FORMS[name]?.fields ?? [];
  const known = { fee: "1", days: "2", areas: "[]", points: "[]", returnDays: "7", ...typed };
  return owner.post(`/settings/${name}`, { value: toValue(known, fields), version: 0 });
};
const refund = (amount: string, pieces = "") =>
  owner.post(`/money/${money}/refund`, {
    amount: readKes(amount),
    reason: "too small",
    lines: returnedOf({ "line-1": pieces }, order.items),
    confirmed: true,
  });
const edit = (pieces: string) => {
  const items = itemsOf(linesOf(order).map((line) => ({ ...line, pieces })));
  return owner.post(`/orders/${order._id}/edit`, { items, version: order.version });
};
const stock = (delta: string) =>
  owner.post(`/goods/${product}/stock`, { size: "M", delta: readWhole(delta), reason: "received" });
const episodes = (from: string) =>
  owner.post(`/goods/${product}/episodes`, {
    episodes: [{ _id: "none", clip: { from: readWhole(from), seconds: 9 } }],
  });

const everything = () =>
  counter.shop.query(
    `select (select json_agg(p order by id) from products p) as products, (select json_agg(s order by product_id, size) from stock s) as stock,
      (select count(*)::int from coupons) as coupons, (select count(*)::int from refunds) as refunds,
      (select json_agg(o.version) from orders o) as orders, (select count(*)::int from settings) as settings`,
  );

const FIELDS = [
  ["a price", (typed) => goods({ price: typed }), "price", "Enter a price in whole KES."],
  ["a former price", (typed) => goods({ formerPrice: typed }), "formerPrice", "Enter a price in whole KES."],
  ["a coupon's percent", (typed) => coupon({ value: typed }), "value", "Enter a whole number."],
  ["a coupon's sum", (typed) => coupon({ kind: "fixed", value: typed }), "value", "Enter a whole number."],
  ["a coupon's minimum", (typed) => coupon({ minimum: typed }), "minimum", "Enter a whole number."],
  ["a coupon's uses", (typed) => coupon({ maxUses: typed }), "maxUses", "Enter a whole number."],
  ["a shopper's uses", (typed) => coupon({ perShopper: typed }), "perShopper", "Enter a whole number."],
  ["delivery's fee", (typed) => setting("delivery", { fee: typed }), "fee", "Enter the fee in Ksh."],
  [
    "what is free over",
    (typed) => setting("delivery", { freeOver: typed }),
    "freeOver",
    "Enter the amount in Ksh, or nothing.",
  ],
  [
    "a county's fee",
    (typed) => setting("delivery", { areas: JSON.stringify([{ county: "Nairobi", fee: typed, from: "2" }]) }),
    "areas.0.fee",
    "Enter the fee in Ksh.",
  ],
  [
    "days to return",
    (typed) => setting("shop", { returnDays: typed }),
    "returnDays",
    "Enter a number of days.",
  ],
  ["pieces of stock", stock, "delta", "Enter a whole number of pieces."],
  ["an order's pieces", edit, "items.0.quantity", "Enter a whole number of pieces."],
  ["a refund", (typed) => refund(typed), "amount", "The amount must be whole shillings, at least 1."],
  [
    "pieces that come back",
    (typed) => refund("500", typed),
    "lines.0.quantity",
    "Enter a whole number of pieces.",
  ],
  ["where a clip begins", episodes, "episodes.0.clip.from", "Enter whole seconds, up to 86,400."],
] satisfies [string, (typed: string) => ReturnType<StaffPerson["post"]>, string, string][];

test.each(FIELDS)(
  "An ambiguous number such as 2,5 is refused by its field: %s",
  async (_, send, field, sentence) => {
    const before = await everything();
    for (const typed of ["2,5", "1,5", "15,00", "Infinity", "0x1F", "1e3"]) {
      const { status, body } = await send(typed);
      expect([status, (body.fields as Record<string, string>)[field]], typed).toEqual([400, sentence]);
    }
    expect(await everything()).toEqual(before);
  },
);

test("thousands with a comma or a space are those thousands", async () => {
  expect((await goods({ price: "Ksh 1,500", formerPrice: "12 000" })).body).toMatchObject({
    product: { price: 1_500, formerPrice: 12_000 },
  });
  expect((await coupon({ kind: "fixed", value: "1,000", maxUses: "1 500" })).body).toMatchObject({
    coupon: { value: 1_000, maxUses: 1_500 },
  });
  expect((await stock("1,000")).body).toMatchObject({ onHand: 1_005 });
  expect((await refund("Ksh1,000.00", "1")).body).toMatchObject({ refund: { amount: 1_000 } });
});
