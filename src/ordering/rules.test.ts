import { describe, expect, test } from "vitest";
import { mayFollow, placedIn, placedPath, STATUSES, type Status, shortId } from "./rules.ts";

const LEGAL: [Status, Status][] = [
  ["Order Placed", "Packing"],
  ["Order Placed", "Cancelled"],
  ["Packing", "Shipped"],
  ["Packing", "Cancelled"],
  ["Shipped", "Out for delivery"],
  ["Shipped", "Delivered"],
  ["Out for delivery", "Delivered"],
];

describe("which status may follow which", () => {
  const pairs = STATUSES.flatMap((from) => STATUSES.map((to): [Status, Status] => [from, to]));
  test.each(pairs)("%s → %s", (from, to) => {
    expect(mayFollow(from, to)).toBe(LEGAL.some(([a, b]) => a === from && b === to));
  });
});

test("an order is shown by the last 8 characters of its id (specification §9)", () => {
  expect(shortId("01KGEFNEW0WJMN6KYJS3MV4EZ8")).toBe("S3MV4EZ8");
});

const named = (path: string) => placedIn(new URL(path, "http://shop").searchParams);

test("the address of a placed order names it, and nothing else does", () => {
  const id = "01M855VDQNYT1WE8PTX3QS8HM0";
  expect(named(placedPath(id))).toEqual({ id });
  expect(named("/orders")).toBeUndefined();
  for (const wrong of ["", "1", `${id}0`, id.toLowerCase(), "a".repeat(5_000)])
    expect(named(placedPath(wrong))).toEqual({ id: undefined });
});
