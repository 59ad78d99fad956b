import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../test/free-port.ts";
import { type Browser, end } from "./hand.ts";

// Debian's Firefox, driven by WebDriver as it speaks it itself (Marionette): each message in JSON, its length before it

const PROGRAM = "/usr/lib/firefox-esr/firefox-esr";

/** Why it is not run on this machine; undefined where it can be. */
export function noFirefox(): string | undefined {
  return existsSync(PROGRAM) ? undefined : "apt-get install firefox-esr brings it";
}

export async function openFirefox(): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), "firefox-"));
  const port = await freePort();
  await writeFile(
    join(profile, "user.js"),
    `user_pref("marionette.port", ${port}); user_pref("network.proxy.type", 0);`,
  );
  const args = ["--headless", "--marionette", "--remote-allow-system-access", "--profile", profile];
  const started = spawn(PROGRAM, [...args, "--width", "360", "--height", "800"], {
    detached: true,
    stdio: "ignore",
    env: { ...process.env, HOME: profile },
  });
  const send = await openMarionette(port);
  await send("WebDriver:NewSession", {});
  const find = async (value: string) => {
    const { value: found } = await send("WebDriver:FindElement", { using: "css selector", value });
    return Object.values(found as Record<string, string>)[0];
  };
  return {
    go: async (url) => void (await send("WebDriver:Navigate", { url })),
    run: async (script, args) =>
      (await send("WebDriver:ExecuteScript", { script, args, sandbox: null, newSandbox: false })).value,
    enter: async (selector) =>
      void (await send(
        "WebDriver:SwitchToFrame",
        selector ? { element: await find(selector) } : { id: null },
      )),
    choose: async (selector, text) =>
      void (await send("WebDriver:ElementSendKeys", { id: await find(selector), text })),
    close: () => end(started, profile),
  };
}

type Answer = Record<string, unknown>;

async function openMarionette(port: number) {
  const socket = await connected(port);
  const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
  let said = Buffer.alloc(0);
  socket.on("data", (part) => {
    said = Buffer.concat([said, part]);
    for (let colon = said.indexOf(":"); colon !== -1; colon = said.indexOf(":")) {
      const end = colon + 1 + Number(said.subarray(0, colon));
      if (said.length < end) return;
      const message = JSON.parse(said.subarray(colon + 1, end).toString());
      said = said.subarray(end);
      // it greets first
      if (!Array.isArray(message)) continue;
      const [, id, error, result] = message;
      if (error) waiting.get(id)?.reject(new Error(`${error.error}: ${error.message}`));
      else waiting.get(id)?.resolve(result ?? {});
      waiting.delete(id);
    }
  });
  let last = 0;
  return (name: string, params: object) =>
    new Promise<Answer>((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      const message = Buffer.from(JSON.stringify([0, last, name, params]));
      socket.write(`${message.length}:`);
      socket.write(message);
    });
}

/** Tried until the browser listens. */
async function connected(port: number): Promise<Socket> {
  for (let left = 600; ; left--) {
    const socket = connect(port, "127.0.0.1");
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    });
    if (isOpen) return socket;
    if (left === 0) throw new Error("Firefox does not answer");
    await pause(100);
  }
}
