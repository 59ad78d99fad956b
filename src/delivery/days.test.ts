import { describe, expect, test } from "vitest";
import { arrivesBetween, daysText, daysTo, USUAL_DELIVERY } from "./rules.ts";

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
