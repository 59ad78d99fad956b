import { expect, test } from "vitest";
import { arrivalOf, placeLines, placeText } from "./order-text.ts";

const nairobi = {
  street: "12 Ngong Road",
  city: "Nairobi",
  state: "Nairobi",
  zipCode: "00100",
  country: "Kenya",
};

test.each([
  [nairobi, ["12 Ngong Road", "Nairobi 00100"]],
  [
    { ...nairobi, city: "Naivasha", state: "Nakuru", zipCode: "20117" },
    ["12 Ngong Road", "Naivasha 20117, Nakuru"],
  ],
  [{ ...nairobi, country: "Uganda" }, ["12 Ngong Road", "Nairobi 00100", "Uganda"]],
  // of a client that sends less
  [{ street: "12 Ngong Road", state: "Nakuru" }, ["12 Ngong Road", "Nakuru"]],
  [{}, []],
])("%j is %j", (address, lines) => {
  expect(placeLines(address)).toEqual(lines);
  expect(placeText(address)).toBe(lines.join(", "));
});

const thursday = Date.parse("2026-11-26T12:00+03:00");
const DAY = 86_400_000;
const order = {
  status: "Order Placed",
  date: thursday,
  days: { from: 1, to: 2 },
  pickUp: undefined,
  isCodeAsked: false,
} as const;

test("an order says on which days it comes, over a weekend too", () => {
  expect(arrivalOf(order, thursday)).toBe(
    "We expect your parcel between Friday 27 November and Monday 30 November. Weekends are not counted.",
  );
  expect(arrivalOf({ ...order, status: "Shipped" }, thursday + 4 * DAY)).toContain("Monday 30 November");
});

test("nothing is promised where nothing comes, or when the days are over", () => {
  expect(arrivalOf({ ...order, status: "Cancelled" }, thursday)).toBeUndefined();
  expect(arrivalOf({ ...order, status: "Delivered" }, thursday)).toBeUndefined();
  expect(arrivalOf({ ...order, isCodeAsked: true }, thursday)).toBeUndefined();
  expect(arrivalOf({ ...order, days: undefined }, thursday)).toBeUndefined();
  expect(arrivalOf(order, thursday + 5 * DAY)).toBeUndefined();
});

test("an order that is fetched says when it is at the point, until it is there", () => {
  const fetched = { ...order, pickUp: { name: "Langata" } };
  expect(arrivalOf(fetched, thursday)).toBe(
    "We expect it at Langata between Friday 27 November and Monday 30 November. Weekends are not counted.",
  );
  expect(arrivalOf({ ...fetched, days: { from: 2, to: 2 } }, thursday)).toBe(
    "We expect it at Langata on Monday 30 November.",
  );
  expect(arrivalOf({ ...fetched, status: "Shipped" }, thursday)).toBeUndefined();
});
