import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { SecondTries } from "./test/second-tries.ts";

const ALL = ["src/**/*.test.ts", "test/**/*.test.ts", "simulators/**/*.test.ts"];
/** What starts processes or plays outages and every order of events: npm run test:system. */
const SYSTEM = ["**/*.system.test.ts"];
/** What replaces a module, or what a module remembers: in a process of its own, or the next file in it would get that too. */
const ALONE = ["**/*.alone.test.ts"];

/** The longest of all first: begun last, it has one of the processes to itself for a minute, and the others idle. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files);
    const [torture, rest] = [true, false].map((is) =>
      others.filter(({ moduleId }) => moduleId.endsWith("/torture.system.test.ts") === is),
    );
    return [...(torture ?? []), ...(rest ?? [])];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    globalSetup: "./test/global-setup.ts",
    // a net for what hangs: on a machine with other work a simulated week may take half a minute
    testTimeout: 60_000,
    // a fact that is waited for may take long on a busy machine; one that comes ends the wait at once
    expect: { poll: { timeout: 20_000 } },
    // as journeys: among thousands one may fail by chance, and is named (docs/decisions/0057)
    retry: 1,
    reporters: ["default", new SecondTries()],
    // the shop may have to be built first
    hookTimeout: 180_000,
    pool: "forks",
    // two leave a quarter of two cores idle: tests wait for providers, retries and processes
    maxWorkers: 3,
    projects: [
      // files take turns in the same processes, which load the shop once
      { extends: true, test: { name: "unit", include: ALL, exclude: [...SYSTEM, ...ALONE], isolate: false } },
      { extends: true, test: { name: "alone", include: ALONE, exclude: ["node_modules/**"] } },
      { extends: true, test: { name: "system", include: SYSTEM, exclude: ["node_modules/**"] } },
    ],
  },
});
