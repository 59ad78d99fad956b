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

/**
 * What happens to a payment, an input or a browser, whatever its size: the journeys show the same screens at both. A
 * single journey of another file says so by ONCE (e2e/sizes.ts).
 */
const ONE_SIZE = ["payment-faults", "browser-faults", "mpesa-interrupted", "bad-input", "foreign-pages"]
  .concat("policy", "seo", "mpesa", "mpesa-refused", "ordered-lately", "card-faults", "one-payment")
  .concat(
    "card-page",
    "checkout-addresses",
    "offline-payments",
    "offline-card",
    "bad-addresses",
    "offline-forms",
    "service-worker",
  )
  .concat("card", "two-carts", "devices", "under-way", "altered-pages", "offline", "first-tap", "till")
  .concat("internals", "staff-sign-in", "staff-orders", "staff-changes", "staff-refund")
  .concat("staff-lists", "staff-day", "covers-nothing", "waiting", "language", "kiswahili")
  .concat("announced", "large-text", "landscape", "forced-colours")
  .map((name) => `${name}.e2e.ts`);

/**
 * Journeys in Chromium on a phone, and at desktop size where the layout differs, on a shop of their own (scripts/test.ts
 * gives it port and folder).
 */
export default defineConfig({
  testDir: "e2e",
  testMatch: "*.e2e.ts",
  timeout: 60_000,
  expect: { timeout: 10_000 },
  fullyParallel: true,
  // two leave a fifth of two cores idle, waiting for providers
  workers: 3,
  // who passes at the second try alone is listed as flaky at the end: a fault to be found, which keeps nobody else waiting
  retries: 1,
  forbidOnly: true,
  reporter: [["list"]],
  use: {
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
    {
      name: "desktop",
      testIgnore: ONE_SIZE,
      grepInvert: /@once/,
      use: { ...devices["Desktop Chrome"], viewport: { width: 1440, height: 900 } },
    },
    // a phone has no keyboard to walk with
    {
      name: "phone",
      testIgnore: "keyboard.e2e.ts",
      use: { ...devices["Pixel 5"], viewport: { width: 360, height: 800 } },
    },
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
