import { expect, test } from "vitest";
import { tortureCounter } from "./torture-counter.ts";

const ACTIONS = 500;
const SEED = 20_261_123;

test(`Random staff actions and killed processes lose or double no money or stock, each action with its audit row: ${ACTIONS}`, async () => {
  const [day] = await tortureCounter({ runs: 1, seed: SEED, actions: ACTIONS, kind: "server" });
  expect(day?.wrong, `npm run torture:counter -- --seed ${SEED} --database server --runs 1`).toEqual([]);
  expect(day?.actions).toBe(ACTIONS);
  expect(day?.deaths).toBeGreaterThan(0);
  expect(day?.orders).toBeGreaterThan(20);
  const done = day?.done ?? {};
  for (const action of [
    "order.step",
    "order.note",
    "order.edit",
    "order.cancel",
    "payment.refund",
    "stock.change",
    "coupon.edit",
  ])
    expect(done[action], action).toBeGreaterThan(0);
}, 3_600_000);
