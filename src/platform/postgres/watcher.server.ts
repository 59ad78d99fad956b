import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { program } from "./engine.server.ts";
import type { Place } from "./place.server.ts";

/** Milliseconds after which a server that nobody uses is stopped: with the last touch and the stop itself, a minute. */
export const ORPHAN_MS = 45_000;

const MARK = "server-watch";
/** Touches of the mark within that time. */
const TOUCHES = 9;

/**
 * Starts a process that stops the server `pid` of the place once nobody has touched its mark for `orphanMs`, and ends
 * with the server. It outlives this process, and takes the place of any earlier one.
 */
export function watchServer(place: Place, pid: number, orphanMs: number): ChildProcess {
  const token = randomBytes(8).toString("hex");
  writeFileSync(join(place.home, MARK), token, { mode: 0o600 });
  const script = fileURLToPath(new URL("./watch-server.mjs", import.meta.url));
  const args = [place.home, String(pid), token, String(orphanMs), program(place.engine, "pg_ctl")];
  const { PATH = "", SystemRoot, TEMP, TMP } = process.env;
  const child = spawn(process.execPath, [script, ...args], {
    cwd: process.platform === "win32" ? place.folder : "/",
    env: process.platform === "win32" ? { PATH, SystemRoot, TEMP, TMP } : { PATH },
    detached: true,
    stdio: "ignore",
    windowsHide: true,
  });
  // a server without a watcher is better than none
  child.on("error", () => undefined);
  child.unref();
  return child;
}

/** Touches the place's mark until the answer is called, so that no watcher takes the server for forgotten. */
export function keepTouching(place: Place, orphanMs: number): () => void {
  const mark = join(place.home, MARK);
  const touch = async () => {
    const now = new Date();
    await utimes(mark, now, now).catch(() => writeFile(mark, "", { flag: "wx", mode: 0o600 }));
  };
  // where the folder is gone there is nothing to keep
  const timer = setInterval(() => void touch().catch(() => undefined), orphanMs / TOUCHES);
  timer.unref();
  return () => clearInterval(timer);
}
