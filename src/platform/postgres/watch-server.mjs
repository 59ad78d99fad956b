import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

// The watcher of a database server: stops it after a while without a heartbeat, as the shop that started it was killed.
// Plain JavaScript in a file of its own: it must use little memory and run without the shop's sources.

const [home = "", number, token, given, pgCtl = ""] = process.argv.slice(2);
const pid = Number(number);
const orphanMs = Number(given);
const tickMs = Math.min(1_000, orphanMs / 9);
const data = join(home, "data");
const heartbeatFile = join(home, "server-watch");

let last;
let unused = 0;
while (unused < orphanMs) {
  await pause(tickMs);
  if (!isAlive()) process.exit();
  // false when the folder is gone or has another server by now
  const isOurs = read(join(data, "postmaster.pid")).split("\n")[0] === number;
  const newest = read(heartbeatFile);
  if (isOurs && newest !== "" && newest !== token) process.exit();
  const heartbeat = isOurs ? heartbeatAt() : undefined;
  // ticks are counted, as the clock also advances while a computer sleeps
  unused = heartbeat !== undefined && heartbeat !== last ? 0 : unused + tickMs;
  last = heartbeat;
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

function heartbeatAt() {
  try {
    return statSync(heartbeatFile).mtimeMs;
  } catch {
    return undefined;
  }
}
