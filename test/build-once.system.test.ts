import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "build-once-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A process that builds unless it is built: a build takes `ms` and leaves a stamp, and its steps in order in a list. */
function builder(ms: number) {
  const code = `
    import { appendFileSync, existsSync, writeFileSync } from "node:fs";
    import { buildOnce } from ${JSON.stringify(pathToFileURL(resolve("scripts/build-once.ts")).href)};
    const note = (line) => appendFileSync("steps", line + "\\n");
    await buildOnce({
      isBuilt: () => existsSync("stamp"),
      build: () => {
        note("begin");
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${ms});
        writeFileSync("stamp", "");
        note("end");
      },
    });
    note("goes on");`;
  return spawn(
    process.execPath,
    ["--import", import.meta.resolve("tsx"), "--input-type=module", "-e", code],
    {
      cwd: folder,
      stdio: "inherit",
    },
  );
}

const steps = () =>
  existsSync(join(folder, "steps")) ? readFileSync(join(folder, "steps"), "utf8").trim().split("\n") : [];

test("of several processes that find the build stale one builds, and none goes on before it is done", async () => {
  const ends = await Promise.all([1, 2, 3].map(() => once(builder(500), "exit")));
  expect(ends).toEqual([0, 0, 0].map((code) => [code, null]));
  expect(steps()).toEqual(["begin", "end", "goes on", "goes on", "goes on"]);
});

test("a build that was killed keeps nobody from building", async () => {
  const killed = builder(60_000);
  await expect.poll(steps, { timeout: 10_000 }).toEqual(["begin"]);
  killed.kill("SIGKILL");
  await once(killed, "exit");
  expect(await once(builder(1), "exit")).toEqual([0, null]);
  expect(steps()).toEqual(["begin", "begin", "end", "goes on"]);
});
