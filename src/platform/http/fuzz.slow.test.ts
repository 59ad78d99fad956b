import { afterAll, describe, expect, test } from "vitest";
import { openFuzz } from "../../../test/fuzz.ts";
import { holdsInvariants } from "../../../test/invariants.ts";

// the same requests each time: fuzz.long.test.ts sends others
const TIMES = 3_600;
const SEED = 20_261_127;

const fuzz = await openFuzz();
afterAll(() => fuzz.close());

describe("whatever comes, no call breaks", () => {
  test("Every call answers any input in one shape, never with a 5xx", async () => {
    await fuzz.fireAll(TIMES, SEED);
    expect((await fuzz.shop.get("/api/ready")).status).toBe(200);
    // a net for what hangs: it takes half a minute on two idle cores
  }, 600_000);

  test("Every call is tried with drawn requests", () => {
    expect(fuzz.calls.length).toBeGreaterThan(120);
    const all = fuzz.calls.map(({ method, path }) => fuzz.sent.get(`${method} ${path}`)?.times ?? 0);
    expect(Math.min(...all)).toBeGreaterThan(0);
    expect(all.reduce((sum, times) => sum + times, 0)).toBe(TIMES);
    for (const name of PASSING) expect(fuzz.sent.get(name)?.passed, name).toBeGreaterThan(0);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

// an order takes more tries than this: fuzz.long.test.ts has them
const PASSING = [
  "POST /api/cart/add",
  "POST /api/cart/merge",
  "GET /api/product/list",
  "GET /api/staff/orders/{id}",
  "POST /api/staff/orders/{id}/note",
  "POST /api/staff/goods/{id}/stock",
  "GET /api/staff/settings/{name}",
  "GET /api/staff/export/goods.csv",
];

holdsInvariants(() => fuzz.shop);
