import { expect, test } from "vitest";
import { countdown, formatStart } from "./drop-rules.ts";

const MOMENT = Date.UTC(2026, 10, 27, 15, 0);

test("a moment is told in East Africa, by its day and time", () => {
  expect(formatStart(MOMENT)).toBe("Friday 27 November, 18:00");
});

test.each([
  [2 * 86_400_000 + 11_645_000, "In 2 days 03:14:05"],
  [86_400_000, "In 1 day 00:00:00"],
  [86_399_001, "In 1 day 00:00:00"],
  [59_000, "In 00:00:59"],
  [1, "In 00:00:01"],
])("a countdown of %i ms counts begun seconds", (left, told) => {
  expect(countdown(left)).toBe(told);
});
