import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

const COMMAND = "npm ci && npm test";

test("continuous integration begins with the command that the README promises", async () => {
  expect((await readFile("README.md", "utf8")).split("\n")).toContain(COMMAND);
  const lines = (await readFile(".ci/run", "utf8")).split("\n");
  const commands = lines.filter((line) => !/^(#|set |cd |$)/.test(line));
  expect(commands).toEqual([`${COMMAND} || exit 1`, "npm run test:rest", "npm run check", "npm run budgets"]);
});

test("npm test says first what it does and how long it takes", async () => {
  const child = spawn(process.execPath, ["--import", "tsx", "scripts/test.ts"], {
    stdio: ["ignore", "pipe", "ignore"],
    detached: true,
  });
  const said = await new Promise((resolve) => child.stdout.once("data", (chunk) => resolve(String(chunk))));
  // with all that it has started by then
  if (child.pid) process.kill(-child.pid, "SIGKILL");
  expect(said).toMatch(/^Testing rules, queries and the API .*: about 5 minutes on two idle cores/);
});
