import { expect, test } from "vitest";
import { ageInWords } from "./daily-mail.server.ts";

const DAY = 86_400;

test.each([
  [-5, "less than a minute"],
  [59, "less than a minute"],
  [60, "1 minute"],
  [3_599, "59 minutes"],
  [3_600, "1 hour"],
  [2 * DAY - 1, "47 hours"],
  [2 * DAY, "2 days"],
  [60 * DAY - 1, "59 days"],
  [60 * DAY, "2 months"],
  [720 * DAY - 1, "23 months"],
  [731 * DAY, "2 years"],
])("%i seconds are %s", (seconds, words) => expect(ageInWords(seconds)).toBe(words));
