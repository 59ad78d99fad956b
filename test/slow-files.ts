import type { Reporter, TestModule } from "vitest/node";

/** Milliseconds that a file of npm test may take. */
const LIMIT = 3_000;

/** Names at the end the files of the quick lane that took too long: to be mended, or moved to *.slow.test.ts. */
export class SlowFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const slow = modules
      .filter(({ project }) => ["unit", "alone"].includes(project.name))
      .map((module) => ({ file: module.relativeModuleId, took: module.diagnostic().duration }))
      .filter(({ took }) => took > LIMIT)
      .sort((a, b) => b.took - a.took);
    if (slow.length === 0) return;
    const lines = slow.map(({ file, took }) => `  ${(took / 1000).toFixed(1)} s  ${file}`);
    process.stdout.write(`\nOver ${LIMIT / 1000} s, to be mended or moved:\n${lines.join("\n")}\n\n`);
  }
}
