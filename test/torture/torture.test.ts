import { expect, inject, test } from "vitest";
import { POINTS } from "./points.ts";
import { torture } from "./torture.ts";

const RUNS = 50;

test(`X05 ${RUNS} crashes of a real process, at every fail point: every paid payment ends as one order or one refund`, async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const report = await torture({
    server: inject("server"),
    template: inject("template"),
    runs: RUNS,
    seed,
  });
  const seen = `seed ${seed}`;
  expect(report.failures, seen).toEqual([]);
  expect(report, seen).toMatchObject({ runs: RUNS, lost: 0, doubles: 0, drift: 0, broken: 0 });
  for (const point of POINTS) expect(report.kills[point], `${point}, ${seen}`).toBeGreaterThan(0);
  expect(report.orders, seen).toBeGreaterThan(RUNS);
  expect(report.refunds, seen).toBeGreaterThan(0);
}, 300_000);
