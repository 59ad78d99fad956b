import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Files } from "./bundle.ts";

export type Shop = ReturnType<typeof runShop>;

/** How a process ended that nobody asked to end: at the point it was armed with, or at any moment. */
export type Death = { at: string; downMs: number };

/**
 * One process of the shop, kept running: whenever it dies another takes its port, as a supervisor would do.
 * `onDeath` hears of each end once its successor is open.
 */
export function runShop(parts: {
  files: Files;
  env: Record<string, string>;
  onEnd: () => void;
  onDeath: (death: Death) => void;
  onLine: (line: string) => void;
}) {
  const { files, env, onEnd, onDeath, onLine } = parts;
  let child: ChildProcess;
  let armed = "";
  /** What the successor of the next death is armed with. */
  let later = "";
  let killed = false;
  let closing = false;
  let isUp = false;
  let up: Promise<void>;
  let starts = 0;

  function start(): Promise<void> {
    starts += 1;
    armed = later;
    later = "";
    killed = false;
    const begun = spawn(process.execPath, ["--import", files.crash, files.load, files.shop], {
      env: { PATH: process.env.PATH, ...env, CRASH_AT: armed },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    child = begun;
    let rest = "";
    for (const stream of [begun.stdout, begun.stderr])
      stream?.on("data", (chunk) => {
        const lines = (rest + chunk).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) onLine(line);
      });
    return new Promise((resolve, reject) => {
      begun.once("message", () => {
        isUp = true;
        resolve();
      });
      begun.once("exit", (code, signal) => {
        isUp = false;
        if (closing) return resolve();
        if (signal !== "SIGKILL") {
          const failed = new Error(`a shop ended by itself (${code ?? signal})`);
          onLine(failed.message);
          return reject(failed);
        }
        const at = killed || armed === "" ? "any moment" : (armed.split(" ")[0] ?? "");
        const died = performance.now();
        up = start();
        up.then(() => onDeath({ at, downMs: performance.now() - died })).catch(() => {});
        up.then(resolve, reject);
        onEnd();
      });
    });
  }

  function order(text: string, then: string): void {
    armed = text;
    later = then;
    if (child.connected) child.send(text, () => {});
  }

  up = start();
  up.catch(() => {});

  return {
    url: `http://127.0.0.1:${env.PORT}`,
    isUp: () => isUp,
    whenUp: () => up,
    starts: () => starts,
    /** Ends it the n-th time it gets there ("paid 2"), and its successor at `then`. */
    arm: order,
    /** Takes back what has not come about; a successor that is just starting keeps its own. */
    disarm(): void {
      later = "";
      // it may be dying of it already
      if (isUp && child.connected) child.send("", () => {});
    },
    /** Ends it now; done when its successor stands. */
    async kill(): Promise<void> {
      await up;
      killed = true;
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
