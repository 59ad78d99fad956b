import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";

/** A browser with a new profile and one window, as each protocol drives it. */
export type Browser = {
  go: (url: string) => Promise<void>;
  /** The body of a function, run in the page, or in the frame chosen last; a promise is awaited. */
  run: (script: string, args: unknown[]) => Promise<unknown>;
  /** Goes into the frame of this selector; without one back to the page. */
  enter: (frame?: string) => Promise<void>;
  /** Chooses a file in the file field of this selector. */
  choose: (field: string, file: string) => Promise<void>;
  close: () => Promise<void>;
};

/** Ends a browser that was started here, and removes its profile. */
export async function end(started: ChildProcess, profile: string): Promise<void> {
  if (started.exitCode === null && started.signalCode === null) {
    const ended = once(started, "exit");
    // with the processes that it started itself
    if (started.pid) process.kill(-started.pid, "SIGKILL");
    await ended;
  }
  await rm(profile, { recursive: true, force: true, maxRetries: 10 });
}
