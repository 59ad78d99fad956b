import { expect, test } from "vitest";
import { datesOf, giftOf, usesOf } from "./coupon-words.ts";

test.each([
  [{ kind: "percent", value: 10, category: null, minimum: 0 }, "10% off"],
  [{ kind: "fixed", value: 1_500, category: "Men", minimum: 0 }, "Ksh 1,500 off Men items"],
  [
    { kind: "delivery", value: 0, category: null, minimum: 2_000 },
    "Free delivery, for orders of Ksh 2,000 or more",
  ],
] as const)("%j gives: %s", (coupon, words) => expect(giftOf(coupon)).toBe(words));

const START = Date.UTC(2026, 11, 1, 5);
const END = Date.UTC(2026, 11, 24, 20, 59);

test.each([
  [{ startsAt: null, endsAt: null }, "Any time"],
  [{ startsAt: START, endsAt: null }, "From 1 Dec 2026, 08:00"],
  [{ startsAt: null, endsAt: END }, "Until 24 Dec 2026, 23:59"],
  [{ startsAt: START, endsAt: END }, "1 Dec 2026, 08:00 to 24 Dec 2026, 23:59"],
])("%j is said: %s", (coupon, words) => expect(datesOf(coupon)).toBe(words));

test.each([
  [{ uses: 3, maxUses: 100 }, "3 of 100 used"],
  [{ uses: 1_200, maxUses: null }, "1,200 used"],
])("%j is said: %s", (coupon, words) => expect(usesOf(coupon)).toBe(words));
