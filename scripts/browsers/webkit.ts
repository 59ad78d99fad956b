import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../test/free-port.ts";
import { type Browser, end } from "./hand.ts";

// Debian's WebKitGTK, driven by WebDriver; it draws on a screen, which Xvfb is where there is none

const PROGRAM = "/usr/bin/WebKitWebDriver";
const SCREEN = "/usr/bin/Xvfb";

/** Why it is not run on this machine; undefined where it can be. */
export function noWebKit(): string | undefined {
  return existsSync(PROGRAM) && existsSync(SCREEN)
    ? undefined
    : "apt-get install webkit2gtk-driver xvfb brings it";
}

export async function openWebKit(): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), "webkit-"));
  const port = await freePort();
  const screen = spawn(SCREEN, ["-displayfd", "3", "-screen", "0", "800x1000x24", "-nolisten", "tcp"], {
    detached: true,
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const display = await new Promise<string>((resolve, reject) => {
    screen.stdio[3]?.once("data", (part: Buffer) => resolve(part.toString().trim()));
    screen.once("exit", () => reject(new Error("Xvfb does not start")));
  });
  const started = spawn(PROGRAM, [`--port=${port}`], {
    detached: true,
    stdio: "ignore",
    env: {
      ...process.env,
      DISPLAY: `:${display}`,
      HOME: profile,
      XDG_RUNTIME_DIR: profile,
      LIBGL_ALWAYS_SOFTWARE: "1",
    },
  });
  const send = (method: string, path: string, body?: object) =>
    ask(`http://127.0.0.1:${port}${path}`, method, body);
  await answers(() => send("GET", "/status"));
  const { sessionId } = (await send("POST", "/session", { capabilities: {} })) as { sessionId: string };
  const post = (path: string, body: object) => send("POST", `/session/${sessionId}${path}`, body);
  const find = (value: string) => post("/element", { using: "css selector", value });
  return {
    go: async (url) => void (await post("/url", { url })),
    run: (script, args) => post("/execute/sync", { script, args }),
    enter: async (selector) => void (await post("/frame", { id: selector ? await find(selector) : null })),
    choose: async (selector, text) => {
      const [id] = Object.values((await find(selector)) as Record<string, string>);
      await post(`/element/${id}/value`, { text });
    },
    close: async () => {
      await end(started, profile);
      await end(screen, profile);
    },
  };
}

async function ask(url: string, method: string, body?: object): Promise<unknown> {
  const answer = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await answer.json()) as { value: unknown };
  if (!answer.ok) throw new Error(JSON.stringify(value));
  return value;
}

/** Tried until the driver listens. */
async function answers(status: () => Promise<unknown>): Promise<void> {
  for (let left = 600; ; left--) {
    try {
      return void (await status());
    } catch (error) {
      if (left === 0) throw error;
      await pause(100);
    }
  }
}
