import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openFuzz } from "../../../test/fuzz.ts";
import { holdsInvariants } from "../../../test/invariants.ts";

// the same requests each time: fuzz.long.test.ts sends others, and many more
const TIMES = 6;
const SEED = 20_261_127;

let fuzz: Awaited<ReturnType<typeof openFuzz>>;
beforeAll(async () => {
  fuzz = await openFuzz();
});
afterAll(() => fuzz.close());

describe("whatever comes, no call breaks", () => {
  test("requests by the calls' own schemas: no 5xx, always the one shape", async () => {
    await fuzz.fireAtAll(TIMES, SEED);
    expect((await fuzz.shop.get("/api/ready")).status).toBe(200);
  });

  test("every call was hit, and those that can pass did", () => {
    expect(fuzz.calls.length).toBeGreaterThan(40);
    for (const { method, path } of fuzz.calls) expect(fuzz.passed.has(`${method} ${path}`)).toBe(true);
    // an order takes more tries than this: fuzz.long.test.ts has them
    for (const name of ["POST /api/cart/add", "POST /api/cart/merge", "GET /api/product/list"])
      expect(fuzz.passed.get(name), name).toBeGreaterThan(0);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

holdsInvariants(() => fuzz.shop);
