import { defineConfig, devices } from "@playwright/test";

const port = process.env.E2E_PORT;
const executablePath = process.env.CHROMIUM_PATH;
// a browser run as root has no sandbox to offer, nor a machine for tests graphics; the other flags keep it from looking outside
const args = [
  "--no-sandbox",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--disable-gpu",
];
const launchOptions = { args, ...(executablePath ? { executablePath } : {}) };

/** Screens in every layout: npm run test:long. */
const LONG = "*.long.e2e.ts";

/**
 * Journeys in Chromium on a phone, on a shop of their own (scripts/test.ts gives it port and folder). A journey that has
 * to see another size says so itself (e2e/sizes.ts); those tagged QUICK there are part of npm test.
 */
export default defineConfig({
  testDir: "e2e",
  // nets for what hangs: a fact that comes ends the wait at once
  timeout: 120_000,
  expect: { timeout: 30_000 },
  fullyParallel: true,
  // two leave a fifth of two cores idle, waiting for providers
  workers: 3,
  retries: 0,
  forbidOnly: true,
  reporter: [["list"]],
  use: {
    ...devices["Pixel 5"],
    viewport: { width: 360, height: 800 },
    baseURL: `http://localhost:${port}`,
    launchOptions,
    // a trace of every test costs a fifth of the time: ask for one with --trace on
    trace: "off",
    locale: "en-KE",
    contextOptions: { reducedMotion: "reduce" },
    // its requests would pass by the faults that tests put in; offline.e2e.ts lets it in
    serviceWorkers: "block",
  },
  projects: [
    { name: "journeys", testMatch: "*.e2e.ts", testIgnore: LONG },
    { name: "long", testMatch: LONG },
  ],
  webServer: {
    // the folder is named so that an interrupted run finds the shop and ends it (scripts/run-folder.ts)
    command: `${process.execPath} --import tsx scripts/demo.ts ${process.env.E2E_DATA_DIR ?? ""}`,
    url: `http://localhost:${port}/api/ready`,
    env: {
      PORT: port ?? "",
      DEMO_DATA_DIR: process.env.E2E_DATA_DIR ?? "",
      // e2e/people.ts reads the mails by it
      MAILBOX_KEY: process.env.MAILBOX_KEY ?? "",
      LOG_LEVEL: "warn",
      PASSWORD_HASH_MEMORY: "64",
      // both providers stand beside the shop, with clocks ten times as fast
      DEMO_SPEED: "10",
      DEMO_SAMPLES: "off",
      DEMO_GUIDE_PORT: "0",
      DEMO_DARAJA_PORT: portOf(process.env.E2E_DARAJA),
      DEMO_FLUTTERWAVE_PORT: portOf(process.env.E2E_FLUTTERWAVE),
    },
    timeout: 90_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
    stdout: "pipe",
  },
});

/** The simulators' addresses are chosen by scripts/test.ts, so that tests can speak to them. */
function portOf(address: string | undefined): string {
  return address ? new URL(address).port : "";
}
