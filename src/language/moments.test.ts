import { expect, test } from "vitest";
import { readMoment, writeMoment } from "./moments.ts";

const MOMENT = Date.UTC(2026, 10, 27, 15, 0);

test.each([
  [MOMENT, "2026-11-27T18:00"],
  [MOMENT + 30_000, "2026-11-27T18:00:30"],
  [Date.UTC(2026, 11, 31, 21, 0), "2027-01-01T00:00"],
])("A drop's moment is written and read in East Africa Time: %i", (moment, written) => {
  expect(writeMoment(moment)).toBe(written);
  expect(readMoment(written)).toBe(moment);
});

test.each(["2026-11-27 18:00 EAT", " 2026-11-27  18:00 ", "2026-11-27 18:00 eat"])(
  "is read as a file has it: %j",
  (written) => expect(readMoment(written)).toBe(MOMENT),
);

test.each(["", "2026-11-27", "27/11/2026 18:00", "2026-02-30 18:00", "2026-11-27 24:30", "tomorrow"])(
  "what is none is none: %j",
  (written) => expect(readMoment(written)).toBeNaN(),
);
