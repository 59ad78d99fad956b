import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../test/free-port.ts";
import { openRunFolder } from "./run-folder.ts";

// npm test: rules, queries and the API on a real database, then the browser journeys on a real shop.
// With an argument, "unit", "e2e" or "system", that part alone; further arguments go to its runner.

const [part, ...rest] = process.argv.slice(2);
const PARTS = {
  unit: "rules, queries and the API on a real PostgreSQL",
  e2e: "browser journeys",
  system: "processes that are killed, outages, and events in every order",
};

announce();
const { folder, run, interrupted, close } = openRunFolder();
try {
  if (part === undefined || part === "unit") await vitest("unit", "alone");
  // no journeys behind a failure: what failed is the last thing said
  if ((part === undefined || part === "e2e") && !process.exitCode && !interrupted()) await journeys();
  if (part === "system") await vitest("system");
} finally {
  await close();
}

/** Said before anything heavy is loaded: whoever waits that long should know it from the start. */
function announce(): void {
  if (rest.length > 0) console.log(`Some of the tests: ${rest.join(" ")}`);
  else if (part === "unit") console.log(`Testing ${PARTS.unit}: about 5 minutes on two idle cores.`);
  else if (part === "e2e") console.log(`Testing ${PARTS.e2e}: about 12 minutes on two idle cores.`);
  else if (part === "system") console.log(`Testing ${PARTS.system}: about 8 minutes on two idle cores.`);
  else
    console.log(
      `Testing ${PARTS.unit}, then ${PARTS.e2e}. It takes about 17 minutes on two idle cores, builds the shop when the sources have changed, and leaves nothing running.`,
    );
}

async function vitest(...projects: ("unit" | "alone" | "system")[]): Promise<void> {
  // with a file's name, only what opens the built pages makes them, and only what opens a browser finds one
  if (rest.length === 0) {
    await chooseBrowser();
    await (await import("./build-when-stale.ts")).buildWhenStale();
  }
  // a file that is named is run, whichever part it belongs to
  const chosen = rest.length > 0 ? rest : projects.flatMap((project) => ["--project", project]);
  await start(["node_modules/vitest/vitest.mjs", "run", ...chosen], process.env);
}

async function journeys(): Promise<void> {
  const { buildWhenStale } = await import("./build-when-stale.ts");
  await chooseBrowser();
  await buildWhenStale();
  const data = join(folder, "shop");
  mkdirSync(data);
  await start(["node_modules/@playwright/test/cli.js", "test", ...(part === "e2e" ? rest : [])], {
    ...process.env,
    E2E_PORT: String(await freePort()),
    E2E_DATA_DIR: data,
    MAILBOX_KEY: randomBytes(24).toString("base64url"),
    E2E_DARAJA: `http://127.0.0.1:${await freePort()}`,
    E2E_FLUTTERWAVE: `http://127.0.0.1:${await freePort()}`,
  });
}

/** Finds or installs a browser; what is started from here on takes it. */
async function chooseBrowser(): Promise<void> {
  const { findBrowser } = await import("./find-browser.ts");
  const browser = findBrowser();
  if (browser) process.env.CHROMIUM_PATH = browser;
}

async function start(command: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const status = await run(command, env);
  if (status !== 0) process.exitCode = status;
}
