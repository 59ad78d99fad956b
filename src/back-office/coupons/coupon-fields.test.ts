import { expect, test } from "vitest";
import { differing, inWords, toValue, typedOf } from "../app/forms/form-field.ts";
import { COUPON_FIELDS, NEW_COUPON } from "./coupon-fields.ts";

const NOON = Date.UTC(2026, 11, 1, 9);
const COUPON = {
  code: "SAUTI33",
  kind: "percent" as const,
  value: 10,
  category: null,
  minimum: 2_000,
  startsAt: NOON,
  endsAt: NOON + 30_000,
  maxUses: 100,
  perShopper: null,
  source: "heard in episode 33",
};
const SHOWN = typedOf(COUPON, COUPON_FIELDS);

test("a coupon comes back from its form as it went in, to the second", () => {
  expect(toValue(SHOWN, COUPON_FIELDS)).toEqual(COUPON);
});

test("A coupon's times are in East Africa Time on every device", () => {
  expect(SHOWN).toMatchObject({ startsAt: "2026-12-01T12:00", endsAt: "2026-12-01T12:00:30" });
  expect(toValue({ ...NEW_COUPON, endsAt: "2026-12-24T23:59" }, COUPON_FIELDS)).toMatchObject({
    endsAt: Date.UTC(2026, 11, 24, 20, 59),
  });
});

test("what is left empty is no limit, and free delivery has no value", () => {
  expect(toValue({ ...NEW_COUPON, code: "HOME", kind: "delivery", value: "ten" }, COUPON_FIELDS)).toEqual({
    code: "HOME",
    kind: "delivery",
    value: 0,
    category: null,
    minimum: 0,
    startsAt: null,
    endsAt: null,
    maxUses: null,
    perShopper: null,
    source: "",
  });
});

test("only fields that differ are sent, and what is no number as it was typed, so that its field says so", () => {
  const typed = { ...SHOWN, value: "ten", maxUses: "1,500" };
  expect(toValue(typed, differing(SHOWN, typed, COUPON_FIELDS))).toEqual({ value: "ten", maxUses: 1500 });
});

test("a field's value is said in words", () => {
  const said = COUPON_FIELDS.map((field) => [field.path, inWords(field, SHOWN[field.path])]);
  expect(Object.fromEntries(said)).toMatchObject({
    kind: "“A part of the price, in percent”",
    category: "all goods",
    perShopper: "empty",
    minimum: "“2000”",
    startsAt: "1 Dec 2026, 12:00",
  });
});
