import { expect, test } from "vitest";
import { PLAN, POINTS } from "./points.ts";
import { torture } from "./torture.ts";

/** One for every fail point, and for moments that nobody chose. */
const RUNS = PLAN.length;
const SEED = 20_261_122;

test(`A process killed at any fail point loses and doubles no money, and leaves no coupon use without its order or payment: ${RUNS}`, async () => {
  const report = await torture({ runs: RUNS, seed: SEED });
  const seen = `seed ${SEED}: ${report.failures.join("; ").slice(0, 500)}`;
  expect(report, seen).toMatchObject({
    answers: { lost: 0, doubled: 0, barred: 0, unlisted: 0 },
    drift: 0,
    broken: 0,
  });
  expect(report.failures, seen).toEqual([]);
  expect(report.runs, seen).toBeGreaterThanOrEqual(RUNS);
  expect(Object.keys(report.kills), seen).toEqual(expect.arrayContaining([...POINTS]));
  expect(report.orders, seen).toBeGreaterThan(RUNS);
  expect(report.reduced, seen).toBeGreaterThan(0);
  expect(report.refunds, seen).toBeGreaterThan(0);
}, 3_600_000);
