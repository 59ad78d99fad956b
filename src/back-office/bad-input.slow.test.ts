import { afterAll, expect, test } from "vitest";
import { POINT } from "../../test/delivery.ts";
import { ADDRESS } from "../../test/people.ts";
import { expectRefused, openRefusals } from "../../test/support/refusals.ts";
import { shop as facts } from "../shop.ts";

const open = await openRefusals();
afterAll(() => open.close());

const LONG = "x".repeat(20_000);
const TEXTS = ["a\0b", "\ud800", LONG, 7, null];
const NUMBERS = [2 ** 31, 1e308, 1.5, "1", null];
const BOOLEANS = ["true", 1, null];
/** More than any list takes, or than may be alike in it. */
const MANY = 60;

/** What is no such value: a wrong type, a huge number, letters that cannot be stored, also within it. */
function wrongFor(value: unknown): unknown[] {
  if (typeof value === "string") return TEXTS;
  if (typeof value === "number") return NUMBERS;
  if (typeof value === "boolean") return BOOLEANS;
  if (Array.isArray(value))
    return [null, "x", {}, ...[7, null].map((one) => [one])]
      .concat([Array(MANY).fill(value[0])])
      .concat(wrongFor(value[0]).map((one) => [one]));
  const fields = Object.entries(value as object);
  return fields.flatMap(([name, field]) =>
    wrongFor(field).map((wrong) => ({ ...(value as object), [name]: wrong })),
  );
}

const ITEM = { _id: "x", size: "M", quantity: 1 };
const LINE = { line: 1, quantity: 1, restock: true };
const { phone, email, address, podcast, returnDays } = facts;
const SHOP = { phone, email, address, podcast, returnDays };
const DELIVERY = { fee: 1, days: { from: 3, to: 5 }, areas: [{ county: "Nairobi", from: 1, to: 2 }] };
const PRODUCT = { name: "x", category: "Men", subCategory: "Topwear", price: 1, sizes: ["M"] };
const MARKS = { description: "x", formerPrice: 2, trending: true, colour: "#ffffff" };
const COUPON = { code: "SAUTI33", kind: "percent", value: 10 };
const LIMITS = { minimum: 1, startsAt: 1, maxUses: 1, category: "Men", source: "x", active: true };
const PASSWORDS = { password: "x", newPassword: "jembe na nyundo 8" };
const VERSION = { version: 0 };

/** By call: a body, of which each part is made wrong in turn; without fields that may be null where it would be taken. */
const BODIES: [call: string, body: object][] = [
  ["/orders/:order/step", { to: "Packing", version: 1, courier: "G4S", reason: "x" }],
  ["/orders/:order/undo", { version: 1 }],
  ["/orders/:order/note", { text: "x" }],
  ["/orders/:order/cancel", { version: 1, reason: "x", confirmed: false }],
  ["/orders/:order/address", { address: ADDRESS, version: 1 }],
  ["/orders/:order/edit", { items: [ITEM], version: 1, preview: true }],
  ["/orders/step", { ids: ["x"], to: "Packing" }],
  ["/orders/undo", { orders: [{ id: "x", version: 0 }] }],
  ["/money/:money/refund", { amount: 1, reason: "torn", lines: [LINE], confirmed: true }],
  ["/money/:money/close", { reason: "x", confirmed: true }],
  ["/money/:money/allocate", { order: "x", confirmed: true }],
  ["/money/:money/refunds/nobody/repeat", { firstFailed: true }],
  ["/money/:money/refunds/nobody/done", { code: "RBX1" }],
  ["/money/exceptions/nobody/close", { reason: "x" }],
  ["/attempts/:payment/paid", { reason: "x", receipt: "RBX1", amount: 1, confirmed: true }],
  ["/attempts/:payment/unpaid", { reason: "x" }],
  ["/codes/:payment/reject", { reason: "x" }],
  ["/codes/:payment/confirm", { receipt: "RBX1", amount: 1, confirmed: true }],
  ["/codes/reject-all", { account: "x", confirmed: true }],
  ["/reviews/nobody", { show: true, photo: true }],
  ["/goods", PRODUCT],
  ["/goods/nobody", { ...PRODUCT, ...MARKS, ...VERSION, confirmed: true }],
  ["/goods/nobody/pictures", { order: ["/images/sample.svg"], alts: ["x"] }],
  ["/goods/nobody/stock", { size: "M", delta: 1, reason: "received", note: "x" }],
  ["/goods/nobody/episodes", { episodes: [{ _id: "x", quote: "x", clip: { from: 0, seconds: 30 } }] }],
  ["/imports", { file: "x" }],
  ["/coupons", COUPON],
  ["/coupons/nobody", { ...COUPON, ...LIMITS, ...VERSION }],
  ["/settings/shop", { value: SHOP, ...VERSION }],
  ["/settings/delivery", { value: DELIVERY, ...VERSION }],
  // a method named twice is one: another version refuses that
  ["/settings/payments", { value: { methods: ["cod"], till: "123456" }, version: 7 }],
  ["/settings/policies", { value: { pages: [{ slug: "gifts", title: "Gifts", text: "Ask." }] }, ...VERSION }],
  ["/settings/shop/back", { change: "1", ...VERSION }],
  ["/settings/policies/preview", { text: "Ask." }],
  ["/delivery", { delivery: DELIVERY, ...VERSION }],
  ["/pick-up-points", { points: [POINT], ...VERSION }],
  ["/people", { name: "Otieno", email: "o@sauti.example", role: "packer" }],
  ["/people/nobody/role", { role: "packer" }],
  ["/password", PASSWORDS],
  ["/sign-in", { email: "x@sauti.example", password: "x" }],
  ["/welcome", { token: "x", password: "jembe na nyundo 8" }],
  ["/welcome/confirm", { token: "x", code: "123456" }],
];

const written = async () =>
  open.shop.query(
    "select (select count(*) from audit where action not like 'person.%') as audit, (select count(*) from staff) as staff, (select count(*) from products) as products, (select count(*) from refunds) as refunds, (select count(*) from order_events) as events",
  );

test.each(BODIES)(
  "The back office refuses wrong types, huge numbers and unstorable letters in words: %s",
  async (path, body) => {
    const before = await written();
    for (const payload of [...wrongFor(body), [], "text"]) {
      const text = JSON.stringify(payload);
      const answer = await open.send({ method: "POST", url: open.named(path), payload: text });
      expectRefused(answer, `${path} ${text.slice(0, 200)}`, [400, 401, 404, 409, 410, 415]);
    }
    expect(await written()).toEqual(before);
  },
);
