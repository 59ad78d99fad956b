import { expect, test } from "vitest";
import { formatStart } from "./drop-rules.ts";

const MOMENT = Date.UTC(2026, 10, 27, 15, 0);

test("a moment is told in East Africa, by its day and time", () => {
  expect(formatStart(MOMENT)).toBe("Friday 27 November, 18:00");
});
