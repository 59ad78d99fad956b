import { expect, test } from "vitest";
import { addWakingHours } from "./waking-hours.ts";

test.each([
  ["in the morning", "2026-11-27T08:00", 6, "2026-11-27T14:00"],
  ["to the last waking minute", "2026-11-27T15:00", 6, "2026-11-27T21:00"],
  ["over one night", "2026-11-27T18:30", 6, "2026-11-28T10:30"],
  ["at night: from seven on", "2026-11-27T23:10", 6, "2026-11-28T13:00"],
  ["after midnight: from seven of the same day on", "2026-11-28T00:30", 6, "2026-11-28T13:00"],
  ["at the stroke of nine in the evening", "2026-11-27T21:00", 1, "2026-11-28T08:00"],
  ["over two nights", "2026-12-31T20:00", 30, "2027-01-03T08:00"],
])("21:00 to 07:00 does not count for a typed code: %s", (_when, from, hours, ends) => {
  const at = (moment: string) => Date.parse(`${moment}:00+03:00`);
  expect(new Date(addWakingHours(at(from), hours)).toISOString()).toBe(new Date(at(ends)).toISOString());
});
