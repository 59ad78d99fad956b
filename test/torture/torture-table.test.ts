import { expect, test } from "vitest";
import { INVARIANTS } from "./invariants.ts";
import { tableOf } from "./torture.ts";

test("the table names the four invariants and counts their violations", () => {
  const answers = { lost: 1, doubled: 0, barred: 12, unlisted: 0 };
  const table = tableOf({ runs: 300, answers, failures: ["a", "b"] });
  expect(table.split("\n").map((line) => line.replace(/ +/g, " "))).toEqual([
    "runs 300",
    `${INVARIANTS.lost} 1`,
    `${INVARIANTS.doubled} 0`,
    `${INVARIANTS.barred} 12`,
    `${INVARIANTS.unlisted} 0`,
    "all that went wrong 2",
  ]);
});
