import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { Files } from "./bundle.ts";
import type { Victim } from "./kill-postgres.ts";

export type Shop = ReturnType<typeof runShop>;

/** What was ended, and when: at the fail point it was armed with, or at any moment. */
export type Death = { at: string; victim: Victim };

/** Milliseconds after which a supervisor starts again what could not start. */
const SUPERVISED = 500;
/** Starts in a row that may fail. */
const FAILED_MAX = 60;

/**
 * One process of the shop, kept running: whenever it dies another takes its port, as a supervisor would do.
 * `onDeath` is called for each end once its successor is open, `onDatabaseKilled` immediately when only its database was ended.
 */
export function runShop(parts: {
  files: Files;
  env: Record<string, string>;
  /** Its database is somebody else's and may be away just now: it is started again, as a supervisor does. */
  mayFailToStart: boolean;
  onEnd: () => void;
  onDeath: (death: Death) => void;
  onDatabaseKilled: (at: string, victim: Victim) => void;
  onLine: (line: string) => void;
}) {
  const { files, env, mayFailToStart, onEnd, onDeath, onDatabaseKilled, onLine } = parts;
  let child: ChildProcess;
  let armed = "";
  /** What the successor of the next death is armed with. */
  let later = "";
  let killed: Victim | undefined;
  let closing = false;
  let isUp = false;
  let up: Promise<void>;
  let starts = 0;
  let failed = 0;

  function start(): Promise<void> {
    starts += 1;
    armed = later;
    later = "";
    killed = undefined;
    const begun = spawn(process.execPath, ["--import", files.crash, files.shop], {
      env: { PATH: process.env.PATH, ...env, CRASH_AT: armed },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    child = begun;
    let rest = "";
    let last = "nothing";
    for (const stream of [begun.stdout, begun.stderr])
      stream?.on("data", (chunk) => {
        const lines = (rest + chunk).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) onLine(line);
        last = lines.at(-1) ?? last;
      });
    return new Promise((resolve, reject) => {
      begun.on("message", (said) => {
        if (said === "killed") return onDatabaseKilled(...pointOf(armed));
        isUp = true;
        failed = 0;
        resolve();
      });
      begun.once("exit", (code, signal) => {
        const isStarting = !isUp;
        isUp = false;
        if (closing) return resolve();
        if (signal !== "SIGKILL" && isStarting && mayFailToStart && failed++ < FAILED_MAX) {
          up = pause(SUPERVISED).then(start);
          return up.then(resolve, reject);
        }
        if (signal !== "SIGKILL") {
          const fault = new Error(`a shop ended unexpectedly (${code ?? signal}), and said last: ${last}`);
          onLine(fault.message);
          return reject(fault);
        }
        const [at, victim] = killed ? (["any moment", killed] as const) : pointOf(armed);
        up = start();
        up.then(() => onDeath({ at, victim })).catch(() => {});
        up.then(resolve, reject);
        onEnd();
      });
    });
  }

  up = start();
  up.catch(() => {});

  return {
    url: `http://127.0.0.1:${env.PORT}`,
    isUp: () => isUp,
    whenUp: () => up,
    starts: () => starts,
    async isReady(): Promise<boolean> {
      const asked = fetch(`http://127.0.0.1:${env.PORT}/api/ready`, { signal: AbortSignal.timeout(2_000) });
      return asked.then(({ status }) => status === 200).catch(() => false);
    },
    /** Ends what is named the n-th time it gets there ("paid 2 shop"), and its successor at `then`. */
    arm(text: string, then: string): void {
      armed = text;
      later = then;
      if (child.connected) child.send(text, () => {});
    },
    /** Takes back what has not come about; a successor that is just starting keeps its own. */
    disarm(): void {
      later = "";
      // it may be dying of it already
      if (isUp && child.connected) child.send("", () => {});
    },
    /** Ends it now; done when its successor stands. */
    async kill(victim: Victim = "shop"): Promise<void> {
      await up;
      killed = victim;
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
      await up;
    },
    async close(): Promise<void> {
      closing = true;
      const gone = once(child, "exit");
      if (child.exitCode === null && child.signalCode === null) {
        child.kill("SIGKILL");
        await gone;
      }
    },
  };
}

/** The fail point and the victim of "paid 2 shop". */
function pointOf(armed: string): [at: string, victim: Victim] {
  const [at = "", , ...victim] = armed.split(" ");
  return [at || "any moment", (victim.join(" ") || "shop") as Victim];
}
