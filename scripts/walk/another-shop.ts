import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { freePort } from "../../test/free-port.ts";

/** A copy of the sources with other words and colours: each is written in the place of ours. */
export type Facts = Record<string, string>;

/**
 * Another podcast's shop, on a machine that has the sources, Node and npm alone: what its owner types into a terminal.
 * `like` is where the sources are copied from; `settings` stand in its `.env`.
 */
export async function openMachine({ like, settings }: { like: string; settings: Record<string, string> }) {
  const folder = copyOf(like);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = { ...settings, PORT: String(port), PUBLIC_URL: url };
  writeFileSync(
    join(folder, ".env"),
    Object.entries(env)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(""),
  );
  let shop: ChildProcess | undefined;

  /** What `npm …` prints. */
  const npm = (...args: string[]) =>
    execFileSync("npm", args, {
      cwd: folder,
      env: bare(),
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    });

  async function close(): Promise<void> {
    const open = shop;
    shop = undefined;
    if (!open?.pid || open.exitCode !== null) return;
    const ended = once(open, "exit");
    process.kill(-open.pid, "SIGTERM");
    await ended;
  }

  return {
    folder,
    url,
    npm,
    close,
    /** Changes the facts in src/shop.ts, as an editor does. @throws one that does not stand there */
    changeFacts(facts: Facts): void {
      const path = join(folder, "src/shop.ts");
      const changed = Object.entries(facts).reduce(
        (text, [ours, theirs]) => {
          if (!text.includes(ours)) throw new Error(`src/shop.ts does not say ${ours}`);
          return text.replace(ours, () => theirs);
        },
        readFileSync(path, "utf8"),
      );
      writeFileSync(path, changed);
    },
    /** `npm start`, until the shop says that it is open. */
    async start(): Promise<void> {
      const started = spawn("npm", ["start"], {
        cwd: folder,
        env: bare(),
        detached: true,
        stdio: ["ignore", "pipe", "inherit"],
      });
      shop = started;
      await new Promise<void>((resolve, reject) => {
        let said = "";
        started.stdout.on("data", (part: Buffer) => {
          said += part.toString();
          if (said.includes("The shop is open")) resolve();
        });
        started.once("exit", () => reject(new Error(`the shop did not open: ${said}`)));
      });
    },
    async remove(): Promise<void> {
      await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The sources in a folder of their own. What is in no commit yet is among them, what git ignores is not. */
function copyOf(like: string): string {
  const folder = mkdtempSync(join(tmpdir(), "sauti-first-day-"));
  const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: process.cwd(),
    encoding: "utf8",
    maxBuffer: 1e8,
  });
  for (const file of files.split("\0").filter((each) => each && existsSync(join(like, each)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(like, file), join(folder, file));
  }
  return folder;
}

/** A new machine's environment: none of ours. */
function bare(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: process.env.HOME };
}

export type Machine = Awaited<ReturnType<typeof openMachine>>;
