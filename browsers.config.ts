import { defineConfig } from "@playwright/test";
import journeys from "./playwright.config.ts";

/** npm run test:long: buying in browsers of other kinds and years, on the shop and providers of e2e. */
export default defineConfig({
  ...journeys,
  testDir: "scripts/browsers",
  testMatch: "buy.ts",
  // one browser at a time: some draw without a graphics card
  workers: 1,
  timeout: 10 * 60_000,
  projects: [{ name: "browsers" }],
});
