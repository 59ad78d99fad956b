import { defineConfig } from "@playwright/test";
import journeys from "./playwright.config.ts";
import { PHONE } from "./scripts/bench/phone/device.ts";

/** npm run walk: six counted ways to an order and one journey through the whole shop, on the shop and providers of e2e. */
export default defineConfig({
  ...journeys,
  testDir: "scripts/walk",
  testMatch: ["counted.ts", "story.ts", "first-day.ts"],
  // both write docs/walk.md
  workers: 1,
  timeout: 10 * 60_000,
  // slow 4G and a slow processor
  expect: { timeout: 30_000 },
  retries: 0,
  use: {
    ...journeys.use,
    ...PHONE,
    viewport: { width: 360, height: 800 },
    contextOptions: {},
    serviceWorkers: "allow",
  },
  projects: [{ name: "walk" }],
});
