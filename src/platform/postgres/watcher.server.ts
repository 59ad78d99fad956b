import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { program } from "./engine.server.ts";
import type { Installation } from "./installation.server.ts";

/** Milliseconds without a heartbeat after which a server is stopped: with the last heartbeat and the stop, a minute. */
export const ORPHAN_MS = 45_000;

const HEARTBEAT_FILE = "server-watch";
/** Heartbeats within that time. */
const HEARTBEATS = 9;

/**
 * Starts a watcher: a process that stops the server `pid` after `orphanMs` without a heartbeat, and ends with the server.
 * It outlives this process, and replaces an earlier watcher.
 */
export function watchServer(installation: Installation, pid: number, orphanMs: number): ChildProcess {
  const token = randomBytes(8).toString("hex");
  writeFileSync(join(installation.home, HEARTBEAT_FILE), token, { mode: 0o600 });
  const script = fileURLToPath(new URL("./watch-server.mjs", import.meta.url));
  const args = [
    installation.home,
    String(pid),
    token,
    String(orphanMs),
    program(installation.engine, "pg_ctl"),
  ];
  const { PATH = "", SystemRoot, TEMP, TMP } = process.env;
  const child = spawn(process.execPath, [script, ...args], {
    cwd: process.platform === "win32" ? installation.folder : "/",
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

/** Updates the heartbeat file's time until the returned function is called, so that no watcher stops the server. */
export function startHeartbeat(installation: Installation, orphanMs: number): () => void {
  const file = join(installation.home, HEARTBEAT_FILE);
  const beat = async () => {
    const now = new Date();
    await utimes(file, now, now).catch(() => writeFile(file, "", { flag: "wx", mode: 0o600 }));
  };
  // it fails when the folder is gone, and then there is no server to keep
  const timer = setInterval(() => void beat().catch(() => undefined), orphanMs / HEARTBEATS);
  timer.unref();
  return () => clearInterval(timer);
}
