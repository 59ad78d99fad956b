import type { Reporter, TestCase, TestModule } from "vitest/node";

/**
 * Names at the end what passed on its second try only, with what was wrong at the first: a test that fails by chance is a
 * defect, and has to be seen.
 */
export class SecondTries implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const flaky = modules
      .flatMap(({ children }) => [...children.allTests()])
      .filter((test) => test.diagnostic()?.flaky)
      .map(lineOf);
    if (flaky.length > 0) process.stdout.write(`\nPassed on the second try only:\n${flaky.join("\n")}\n\n`);
  }
}

function lineOf(test: TestCase): string {
  const [error] = test.result().errors ?? [];
  const { file, line } = error?.stacks?.[0] ?? {};
  const wrong = [`${error?.message} (${file}:${line})`, ...(error?.diff ? [error.diff] : [])].join("\n");
  return `  ${test.module.relativeModuleId} > ${test.fullName}\n${wrong.replaceAll(/^/gm, "    ")}`;
}
