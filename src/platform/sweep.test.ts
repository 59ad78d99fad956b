import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestShop, type TestShop } from "../../test/shop.ts";
import { createHttp } from "./http.server.ts";
import { sweepHourly } from "./sweep.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

test("sweeps again and again while the server is up, past one that fails, and not after", async () => {
  let swept = 0;
  const http = await createHttp(shop.config, shop.log);
  sweepHourly(http, [() => Promise.reject(new Error("away")), async () => (swept += 1)], 5);
  expect(swept).toBe(0);
  await http.ready();
  await expect.poll(() => swept).toBeGreaterThan(2);
  await http.close();
  const last = swept;
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(swept).toBe(last);
});
