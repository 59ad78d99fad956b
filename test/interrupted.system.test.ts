import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

let folder: string;
let child: ChildProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "stop-"));
  execFileSync("chmod", ["755", folder]);
});
afterEach(() => {
  if (child?.exitCode === null) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** What works in the folder of the tests that were begun: their database, and where there is one their browser. */
function working(): string[] {
  const list = execFileSync("ps", ["-A", "-ww", "-o", "command="], { encoding: "utf8" });
  return list.split("\n").filter((command) => command.includes(`${folder}/`));
}

/** Folders that the tests left; tsx keeps what it compiled. */
const left = () => readdirSync(folder).filter((name) => !name.startsWith("tsx-"));

/** The tests in a group of their own, as a terminal starts them. */
function begin(...args: string[]) {
  child = spawn(process.execPath, ["--import", "tsx", "scripts/test.ts", ...args], {
    stdio: "ignore",
    detached: true,
    env: { ...process.env, TMPDIR: folder },
  });
  return { pid: child.pid ?? expect.fail("not started"), exit: once(child, "exit") };
}

test.each([
  ["Ctrl-C in the terminal", "SIGINT", "group"],
  ["SIGTERM to the command alone", "SIGTERM", "process"],
] as const)(
  "%s ends the tests with their database, and leaves no file",
  async (_name, signal, whom) => {
    const { pid, exit } = begin("unit", "src/ordering/place-order.test.ts");
    await expect
      .poll(() => working().some((command) => command.includes("bin/postgres")), { timeout: 60_000 })
      .toBe(true);
    process.kill(whom === "group" ? -pid : pid, signal);
    expect(await exit).toEqual([130, null]);
    expect([working(), left()]).toEqual([[], []]);
  },
  120_000,
);

test("Ctrl-C during the journeys ends their shop and their browser too", async () => {
  const { pid, exit } = begin("e2e", "e2e/accounts.e2e.ts");
  await expect
    .poll(() => working().some((command) => command.includes("--user-data-dir")), { timeout: 300_000 })
    .toBe(true);
  process.kill(-pid, "SIGINT");
  expect(await exit).toEqual([130, null]);
  expect([working(), left()]).toEqual([[], []]);
}, 400_000);
