import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

// Runs beside a database server and stops it once nobody has used it for a while: whoever started it may have been killed.
// A file of its own in plain JavaScript, for it must cost little and run without the shop's sources.

const [home = "", number, token, given, pgCtl = ""] = process.argv.slice(2);
const pid = Number(number);
const orphanMs = Number(given);
const tickMs = Math.min(1_000, orphanMs / 9);
const data = join(home, "data");
const mark = join(home, "server-watch");

let last;
let unused = 0;
while (unused < orphanMs) {
  await pause(tickMs);
  if (!isAlive()) process.exit();
  // otherwise the folder is gone, or has another server by now
  const isOurs = read(join(data, "postmaster.pid")).split("\n")[0] === number;
  const newest = read(mark);
  if (isOurs && newest !== "" && newest !== token) process.exit();
  const touched = isOurs ? touchedAt() : undefined;
  // ticks are counted, for the clock leaps over the time a computer sleeps
  unused = touched !== undefined && touched !== last ? 0 : unused + tickMs;
  last = touched;
}
await stop();

async function stop() {
  if (process.platform === "win32")
    spawnSync(pgCtl, ["stop", "--pgdata", data, "--mode", "fast", "--timeout", "15"], { windowsHide: true });
  else
    for (const [signal, patience] of [
      ["SIGINT", 8_000],
      ["SIGQUIT", 7_000],
    ]) {
      if (!isAlive()) return;
      process.kill(pid, signal);
      for (let waited = 0; waited < patience && isAlive(); waited += 100) await pause(100);
    }
}

function isAlive() {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function touchedAt() {
  try {
    return statSync(mark).mtimeMs;
  } catch {
    return undefined;
  }
}
