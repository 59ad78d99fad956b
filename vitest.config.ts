import { defineConfig } from "vitest/config";
import { SlowFiles } from "./test/slow-files.ts";

const ALL = ["src/**/*.test.ts", "test/**/*.test.ts", "simulators/**/*.test.ts"];
/** What replaces a module, or what a module remembers: in a process of its own, or the next file in it would get that too. */
const ALONE = ["**/*.alone.test.ts"];
/** What takes longer than three seconds. */
const SLOW = ["**/*.slow.test.ts"];
/** What starts processes or plays outages. */
const SYSTEM = ["**/*.system.test.ts"];
/** What varies by chance or order alone: npm run test:long. */
const LONG = ["**/*.long.test.ts"];

/** What every project says. globalSetup is not here: each project that had it would start a server of its own. */
const EACH = {
  // nets for what hangs, not for what is slow: a machine may have other work
  testTimeout: 120_000,
  hookTimeout: 180_000,
  // a fact that is waited for may take long on a busy machine; one that comes ends the wait at once
  expect: { poll: { timeout: 60_000 } },
  retry: 0,
  pool: "forks",
} as const;

export default defineConfig({
  test: {
    globalSetup: "./test/global-setup.ts",
    reporters: ["default", new SlowFiles()],
    // two leave a quarter of two cores idle: tests wait for providers, retries and processes
    maxWorkers: 3,
    projects: [
      // files take turns in the same processes, which load the shop once
      {
        test: {
          ...EACH,
          name: "unit",
          include: ALL,
          exclude: [...ALONE, ...SLOW, ...SYSTEM, ...LONG],
          isolate: false,
        },
      },
      { test: { ...EACH, name: "slow", include: SLOW, exclude: ["node_modules/**"], isolate: false } },
      { test: { ...EACH, name: "alone", include: ALONE, exclude: ["node_modules/**"] } },
      { test: { ...EACH, name: "system", include: SYSTEM, exclude: ["node_modules/**"] } },
      { test: { ...EACH, name: "long", include: LONG, exclude: ["node_modules/**"] } },
    ],
  },
});
