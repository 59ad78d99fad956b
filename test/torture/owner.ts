import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { CommandResult } from "../../src/payments/staff/owner-commands.server.ts";
import type { Files } from "./bundle.ts";

/** One process of the owner's commands. */
export type Keyboard = {
  /** What the shop answers; undefined when its database ended over it. */
  say(words: string[]): Promise<CommandResult | undefined>;
  close(): Promise<void>;
};

/** Milliseconds a command may take; one to a database that has just ended may never be answered. */
const PATIENCE = 20_000;

/** Opens the owner's commands beside the running shop. */
export async function openKeyboard(files: Files, env: Record<string, string>): Promise<Keyboard> {
  const child = spawn(process.execPath, [files.owner], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const waiting = new Map<number, (answer: CommandResult | undefined) => void>();
  let count = 0;
  const [said] = await Promise.race([once(child, "message"), once(child, "exit")]);
  if (said !== "open") throw new Error("the owner's command could not start");
  child.on("message", (message) => {
    const { id, answer } = message as { id: number; answer?: CommandResult };
    waiting.get(id)?.(answer);
    waiting.delete(id);
  });
  return {
    say(words) {
      count += 1;
      const id = count;
      return new Promise((resolve) => {
        const end = setTimeout(resolve, PATIENCE, undefined);
        waiting.set(id, (answer) => {
          clearTimeout(end);
          resolve(answer);
        });
        child.send({ id, words }, () => {});
      });
    },
    close: () => endOf(child),
  };
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}
