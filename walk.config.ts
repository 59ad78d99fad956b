import { defineConfig } from "@playwright/test";
import journeys from "./playwright.config.ts";
import { PHONE } from "./scripts/bench/phone/device.ts";

/** npm run walk: one journey through the whole shop, on the same shop and providers as those of e2e. */
export default defineConfig({
  ...journeys,
  testDir: "scripts/walk",
  testMatch: "story.ts",
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
