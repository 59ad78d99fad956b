import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../test/free-port.ts";
import { openRunFolder } from "./run-folder.ts";

// npm test and its longer sisters: each lane is a part of the tests, named below with what it holds.
// "unit" and "e2e" run the files or titles that are named behind them, whatever their lane.

type Lane = {
  holds: string;
  minutes: number;
  /** Projects of vitest.config.ts. */
  vitest?: string[];
  /** Arguments for Playwright. */
  journeys?: string[];
  /** Whether other browsers than the journeys' buy too (browsers.config.ts). */
  browsers?: true;
  /** A script to run after the tests. */
  script?: string;
};

const QUICK: Lane = {
  holds: "rules, queries and the API on a real PostgreSQL, and a journey for each thing a person does",
  minutes: 5,
  vitest: ["unit", "alone"],
  journeys: ["--project=journeys", "--grep=@quick"],
};
const REST: Lane = {
  holds: "the other journeys, slow files, processes that are killed, and outages",
  minutes: 11,
  vitest: ["slow", "system"],
  journeys: ["--project=journeys", "--grep-invert=@quick"],
};
const LONG: Lane = {
  holds:
    "faults at random, events in every order, each screen in every layout, browsers of other years, and speed",
  minutes: 40,
  vitest: ["long"],
  journeys: ["--project=long"],
  browsers: true,
  script: "scripts/bench.ts",
};
const UNIT: Lane = {
  holds: "rules, queries and the API on a real PostgreSQL",
  minutes: 4,
  vitest: ["unit", "alone"],
};
const E2E: Lane = {
  holds: "all browser journeys but the long ones",
  minutes: 8,
  journeys: ["--project=journeys"],
};

const LANES: Record<string, Lane[]> = {
  quick: [QUICK],
  rest: [REST],
  all: [QUICK, REST],
  long: [LONG],
  unit: [UNIT],
  e2e: [E2E],
};

// above what is awaited here, which runs before any line below it
const PLAYWRIGHT = "node_modules/@playwright/test/cli.js";

const [name = "quick", ...named] = process.argv.slice(2);
const lanes = LANES[name] ?? [];
announce();
const { folder, run, interrupted, close } = openRunFolder();
try {
  for (const lane of lanes) await runLane(lane);
} finally {
  await close();
}

/** Said before anything heavy is loaded: a person who waits that long should know it from the start. */
function announce(): void {
  if (lanes.length === 0) throw new Error(`No lane "${name}": ${Object.keys(LANES).join(", ")}`);
  if (named.length > 0) console.log(`Some of the tests: ${named.join(" ")}`);
  for (const { holds, minutes } of named.length > 0 ? [] : lanes)
    console.log(`Testing ${holds}: about ${minutes} minutes on two idle cores.`);
  console.log("The shop is built when its sources have changed. Nothing is left running.");
}

/** Each step only when those before it passed: what failed is the last thing said. */
async function runLane({ vitest, journeys, browsers, script }: Lane): Promise<void> {
  // files that are named open the built pages or a browser only where they need one
  if (named.length === 0 || journeys) await prepare();
  if (vitest) await step(vitestCommand(vitest), process.env);
  if (journeys)
    await step([PLAYWRIGHT, "test", ...(named.length > 0 ? named : journeys)], await shopFor("journeys"));
  if (browsers) await step([PLAYWRIGHT, "test", "--config=browsers.config.ts"], await shopFor("browsers"));
  if (script) await step(["--import", "tsx", script], process.env);
}

/** A file that is named is run, whichever project it belongs to. */
function vitestCommand(projects: string[]): string[] {
  const chosen = named.length > 0 ? named : projects.flatMap((project) => ["--project", project]);
  return ["node_modules/vitest/vitest.mjs", "run", ...chosen];
}

/** Finds or installs a browser, and builds what is stale; what is started from here on takes both. */
async function prepare(): Promise<void> {
  const { findBrowser } = await import("./find-browser.ts");
  const browser = findBrowser();
  if (browser) process.env.CHROMIUM_PATH = browser;
  await (await import("./build-when-stale.ts")).buildWhenStale();
}

/** Where a shop of its own and both providers will stand (playwright.config.ts starts them). */
async function shopFor(which: "journeys" | "browsers"): Promise<NodeJS.ProcessEnv> {
  const data = join(folder, which);
  mkdirSync(data, { recursive: true });
  return {
    ...process.env,
    E2E_PORT: String(await freePort()),
    E2E_DATA_DIR: data,
    MAILBOX_KEY: randomBytes(24).toString("base64url"),
    E2E_DARAJA: `http://127.0.0.1:${await freePort()}`,
    E2E_FLUTTERWAVE: `http://127.0.0.1:${await freePort()}`,
  };
}

async function step(command: string[], env: NodeJS.ProcessEnv): Promise<void> {
  if (process.exitCode || interrupted()) return;
  const status = await run(command, env);
  if (status !== 0) process.exitCode = status;
}
