import fc from "fast-check";
import { expect, test } from "vitest";
import { CATEGORIES } from "../../catalogue/rules.ts";
import { COUPON_KINDS, type Coupon, discountOf, judgeCoupon, readCouponCode } from "./rules.ts";

const NOON = Date.UTC(2026, 10, 24, 9);
const coupon = (change: Partial<Coupon> = {}): Coupon => ({
  id: "c",
  code: "SAUTI33",
  kind: "percent",
  value: 10,
  category: null,
  source: "heard in episode 33",
  minimum: 0,
  startsAt: null,
  endsAt: null,
  active: true,
  ...change,
});
const basket = (price = 1500, quantity = 1, deliveryFee = 300, category = "Men") => ({
  lines: [{ price, quantity, category }],
  deliveryFee,
});

test.each([
  ["sauti33", "SAUTI33"],
  ["  Sauti 33 ", "SAUTI33"],
  ["\u200bｓａｕｔｉ33", "SAUTI33"],
  ["#SAUTI/33*\ufe0f", "SAUTI33"],
  ["🎙SÄUTI 33🎙", "SAUTI33"],
  [" - ", ""],
])("%j is the code %j", (typed, code) => expect(readCouponCode(typed)).toBe(code));

test.each([
  ["a tenth, rounded down", coupon(), basket(1509), { discount: 150 }],
  ["no more than the goods", coupon({ kind: "fixed", value: 2000 }), basket(1500), { discount: 1500 }],
  ["all of the goods", coupon({ value: 100 }), basket(1500), { discount: 1500 }],
  ["all but a shilling", coupon({ value: 100 }), basket(1500, 1, 0), { discount: 1499 }],
  ["what delivery costs", coupon({ kind: "delivery", value: 0 }), basket(), { discount: 300 }],
  [
    "nothing where delivery is free",
    coupon({ kind: "delivery", value: 0 }),
    basket(1500, 1, 0),
    { why: "nothing" },
  ],
  ["nothing of a shilling", coupon(), basket(9), { why: "nothing" }],
  [
    "goods of its category alone",
    coupon({ category: "Men" }),
    {
      lines: [...basket().lines, { price: 1000, quantity: 2, category: "Women" }],
      deliveryFee: 1,
    },
    { discount: 150 },
  ],
  ["no goods of its category", coupon({ category: "Women" }), basket(), { why: "goods" }],
  ["a shilling less than its minimum", coupon({ minimum: 1501 }), basket(1500), { why: "minimum" }],
  ["just its minimum", coupon({ minimum: 1500 }), basket(1500), { discount: 150 }],
  ["a coupon that is off", coupon({ active: false }), basket(), { why: "over" }],
  ["a millisecond before it starts", coupon({ startsAt: NOON + 1 }), basket(), { why: "early" }],
  ["the moment it starts", coupon({ startsAt: NOON }), basket(), { discount: 150 }],
  ["its last millisecond", coupon({ endsAt: NOON + 1 }), basket(), { discount: 150 }],
  ["the moment it ends", coupon({ endsAt: NOON }), basket(), { why: "over" }],
] as const)("%s", (_, given, goods, judged) => expect(judgeCoupon(given, goods, NOON)).toEqual(judged));

const lines = fc.array(
  fc.record({
    price: fc.integer({ min: 1, max: 50_000 }),
    quantity: fc.integer({ min: 1, max: 20 }),
    category: fc.constantFrom(...CATEGORIES),
  }),
  { minLength: 1, maxLength: 12 },
);
const rule = fc.constantFrom(...COUPON_KINDS).chain((kind) =>
  fc.record({
    kind: fc.constant(kind),
    value:
      kind === "delivery" ? fc.constant(0) : fc.integer({ min: 1, max: kind === "percent" ? 100 : 100_000 }),
    category: fc.option(fc.constantFrom(...CATEGORIES)),
  }),
);

test("No coupon takes a total below a shilling", () => {
  fc.assert(
    fc.property(lines, fc.integer({ min: 0, max: 2_000 }), rule, (goods, deliveryFee, given) => {
      const sum = (of: typeof goods) =>
        of.reduce((all, each) => all + BigInt(each.price * each.quantity), 0n);
      const counting = sum(
        goods.filter(({ category }) => given.category === null || category === given.category),
      );
      const wanted = {
        percent: (counting * BigInt(given.value)) / 100n,
        fixed: counting < BigInt(given.value) ? counting : BigInt(given.value),
        delivery: BigInt(deliveryFee),
      }[given.kind];
      const most = sum(goods) + BigInt(deliveryFee) - 1n;
      const discount = discountOf(given, { lines: goods, deliveryFee });
      expect(BigInt(discount)).toBe(wanted < most ? wanted : most);
      expect(Number(sum(goods)) + deliveryFee - discount).toBeGreaterThanOrEqual(1);
      // what it takes off does not hang on the order of the lines
      expect(discountOf(given, { lines: goods.toReversed(), deliveryFee })).toBe(discount);
    }),
    { numRuns: 10_000, seed: 20_261_124 },
  );
});
