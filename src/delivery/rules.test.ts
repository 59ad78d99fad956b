import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  arrivesBetween,
  type DeliverySettings,
  daysText,
  daysTo,
  deliveryOf,
  feesOf,
  findPoint,
  isFlat,
  isSamePlace,
  USUAL_DELIVERY,
} from "./rules.ts";

const SHOP = {
  name: "Langata Road",
  address: { street: "Langata Road 1", city: "Nairobi", state: "Nairobi", zipCode: "00509" },
  hours: "Mon to Fri, 9 to 17",
};
const BY_COUNTY: DeliverySettings = {
  fee: 400,
  freeOver: 5_000,
  days: { from: 3, to: 5 },
  areas: [
    { county: "Nairobi", fee: 150, from: 1, to: 2 },
    { county: "Nakuru", fee: 300, from: 2, to: 3 },
    { county: "Nakuru", town: "Ol Kalou", fee: 250, from: 2, to: 2 },
    { county: "Kiambu", from: 2, to: 3 },
  ],
  points: [SHOP, { ...SHOP, name: "Naivasha stage", fee: 50 }],
};

test("until the owner says otherwise one fee of 1 goes for all, with the days of src/shop.ts", () => {
  expect(isFlat(USUAL_DELIVERY)).toBe(true);
  for (const state of ["Nairobi", "Turkana", "Atlantis", undefined])
    expect(deliveryOf(USUAL_DELIVERY, { state }, 1_000_000)).toMatchObject({ fee: 1, free: false });
  expect(deliveryOf(USUAL_DELIVERY, { state: "Kiambu" }, 100).days).toEqual({ from: 2, to: 3 });
  expect(deliveryOf(USUAL_DELIVERY, {}, 100).days).toEqual({ from: 3, to: 5 });
});

describe("the fee of a place is its town's, else its county's, else that of the rest", () => {
  test.each([
    [{ state: "Nairobi", city: "Karen" }, 150],
    [{ state: " NAIROBI City County ", city: "Karen" }, 150],
    [{ state: "Nakuru", city: "Naivasha" }, 300],
    [{ state: "nakuru county", city: "olkalou" }, 250],
    [{ state: "Kiambu", city: "Thika" }, 400],
    [{ state: "Turkana", city: "Ol Kalou" }, 400],
    [{ state: "Murang'a", city: "Kangema" }, 400],
    // what is not known yet costs what it may at most
    [{}, 400],
    [{ state: "  " }, 400],
    [{ state: "Nakuru" }, 300],
  ])("%j: %d", (place, fee) => expect(deliveryOf(BY_COUNTY, place, 1_000).fee).toBe(fee));

  test("each of the 47 counties has its own, however it is spelt", () => {
    const { counties } = JSON.parse(readFileSync("src/ordering/checkout/towns.json", "utf8"));
    const names = Object.keys(counties);
    expect(names).toHaveLength(47);
    const areas = names.map((county, at) => ({ county, fee: 100 + at, from: 1, to: 1 + (at % 5) }));
    const settings = { ...BY_COUNTY, areas };
    for (const [at, county] of names.entries())
      for (const state of [county, county.toUpperCase(), `${county} County`, county.replace(/\W/g, "")]) {
        const { fee, days } = deliveryOf(settings, { state, city: "Somewhere" }, 10);
        expect([state, fee, days.to]).toEqual([state, 100 + at, 1 + (at % 5)]);
      }
  });
});

test.each([
  [4_999, 150],
  [5_000, 150],
  [5_001, 0],
])("free over 5,000: goods for %d pay %d", (subtotal, fee) => {
  const said = deliveryOf(BY_COUNTY, { state: "Nairobi", city: "Karen" }, subtotal);
  expect([said.fee, said.free]).toEqual([fee, fee === 0]);
});

test("while the place is not known it may cost from the least to the most", () => {
  expect(feesOf(BY_COUNTY, {}, 10)).toEqual({ from: 150, to: 400 });
  expect(feesOf(BY_COUNTY, { state: "Nakuru" }, 10)).toEqual({ from: 250, to: 300 });
  expect(feesOf(BY_COUNTY, { state: "Nakuru", city: "Njoro" }, 10)).toEqual({ from: 300, to: 300 });
  expect(feesOf(BY_COUNTY, {}, 5_001)).toEqual({ from: 0, to: 0 });
});

test("what is fetched costs the point's fee, none where it has none, and comes there in its place's days", () => {
  const at = (name: string) => ({ pickUp: findPoint(BY_COUNTY, name), state: "Turkana", city: "Lodwar" });
  expect(deliveryOf(BY_COUNTY, at("Langata Road"), 10)).toEqual({
    fee: 0,
    free: false,
    days: { from: 1, to: 2 },
  });
  expect(deliveryOf(BY_COUNTY, at("Naivasha stage"), 10).fee).toBe(50);
  expect(findPoint(BY_COUNTY, "Elsewhere")).toBeUndefined();
});

test("two spellings of a place are one place", () => {
  expect(isSamePlace({ state: "Nairobi", city: "Karen" }, { state: "nairobi city", city: "KAREN " })).toBe(
    true,
  );
  expect(isSamePlace({ state: "Nairobi", city: "Karen" }, { state: "Nairobi", city: "Embakasi" })).toBe(
    false,
  );
  expect(isSamePlace({ state: "", city: "" }, { state: undefined, city: undefined })).toBe(true);
});

test.each([
  ["Nairobi", "1 to 2 days"],
  [" nairobi county ", "1 to 2 days"],
  ["NAIROBI CITY", "1 to 2 days"],
  ["Kiambu", "2 to 3 days"],
  ["Machakos", "2 to 3 days"],
  ["Kajiado", "2 to 3 days"],
  ["Turkana", "3 to 5 days"],
  ["Atlantis", "3 to 5 days"],
  ["", "3 to 5 days"],
])("a parcel to %j takes %s", (county, said) =>
  expect(daysText(daysTo(USUAL_DELIVERY, { state: county }))).toBe(said),
);

test("days read as people say them", () => {
  expect([daysText({ from: 1, to: 1 }), daysText({ from: 2, to: 2 })]).toEqual(["1 day", "2 days"]);
});

describe("when a parcel arrives, weekends not counted", () => {
  test.each([
    ["Monday noon", "2026-11-23T12:00+03:00", "2026-11-24", "2026-11-25"],
    ["Thursday", "2026-11-26T12:00+03:00", "2026-11-27", "2026-11-30"],
    ["Friday", "2026-11-27T12:00+03:00", "2026-11-30", "2026-12-01"],
    ["Saturday", "2026-11-28T12:00+03:00", "2026-11-30", "2026-12-01"],
    // a Monday in Nairobi, and still a Sunday in London
    ["just after midnight", "2026-11-23T00:30+03:00", "2026-11-24", "2026-11-25"],
    ["just before midnight", "2026-11-22T23:30+03:00", "2026-11-23", "2026-11-24"],
  ])("ordered on %s", (_, placed, from, to) => {
    const day = (at: number) => new Date(at + 10_800_000).toISOString().slice(0, 10);
    const arrives = arrivesBetween(Date.parse(placed), { from: 1, to: 2 });
    expect([day(arrives.from), day(arrives.to)]).toEqual([from, to]);
  });
});
