import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "simulators/**/*.test.ts"],
    globalSetup: "./test/global-setup.ts",
    testTimeout: 20_000,
    // a fact that is waited for may take long on a busy machine; one that comes ends the wait at once
    expect: { poll: { timeout: 10_000 } },
    // the shop may have to be built first
    hookTimeout: 180_000,
    pool: "forks",
    maxWorkers: 2,
  },
});
