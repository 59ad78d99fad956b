import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "simulators/**/*.test.ts"],
    globalSetup: "./test/global-setup.ts",
    // a net for what hangs: on a machine with other work a simulated week may take half a minute
    testTimeout: 60_000,
    // a fact that is waited for may take long on a busy machine; one that comes ends the wait at once
    expect: { poll: { timeout: 20_000 } },
    // the shop may have to be built first
    hookTimeout: 180_000,
    pool: "forks",
    maxWorkers: 2,
  },
});
