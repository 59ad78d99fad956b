import { expect, test } from "vitest";
import { bodyOf, differing, NEW, valueInWords, valuesOf } from "./coupon-values.ts";

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

test("a coupon comes back from its form as it went in, to the second", () => {
  expect(bodyOf(valuesOf(COUPON))).toEqual(COUPON);
});

test("moments are written and read in East Africa, wherever the device is", () => {
  expect(valuesOf(COUPON)).toMatchObject({ startsAt: "2026-12-01T12:00", endsAt: "2026-12-01T12:00:30" });
  expect(bodyOf({ ...NEW, endsAt: "2026-12-24T23:59" }, ["endsAt"])).toEqual({
    endsAt: Date.UTC(2026, 11, 24, 20, 59),
  });
});

test("what is left empty is no limit, and free delivery has no value", () => {
  expect(bodyOf({ ...NEW, code: "HOME", kind: "delivery", value: "ten" })).toEqual({
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
  const typed = { ...valuesOf(COUPON), value: "", maxUses: "1,500" };
  expect(bodyOf(typed, differing(valuesOf(COUPON), typed))).toEqual({ value: "", maxUses: 1500 });
});

test("a field's value is said in words", () => {
  const values = valuesOf(COUPON);
  expect([
    valueInWords("kind", values),
    valueInWords("category", values),
    valueInWords("perShopper", values),
    valueInWords("minimum", values),
    valueInWords("startsAt", values),
  ]).toEqual(["“A part of the price, in percent”", "all goods", "empty", "“2000”", "1 Dec 2026, 12:00"]);
});
