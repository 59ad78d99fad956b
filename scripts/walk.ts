import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../test/free-port.ts";
import { median, openBrowser, openDevice, setOffline } from "./bench/phone/device.ts";
import { buildWhenStale } from "./build-when-stale.ts";
import { type Step, startRecorder } from "./walk/record.ts";
import { walkThrough } from "./walk/story.ts";

// npm run walk: through the whole shop by touch, on a small phone with a slow processor on slow 4G, on a shop of its own
// with both providers played beside it; writes docs/walk.md. A step that does not show what it should fails.

const SIZE = { width: 360, height: 800 };

await buildWhenStale();
const browser = await openBrowser();
if (browser) {
  const demo = await openDemo();
  try {
    const device = await openDevice(browser, { baseURL: demo.url, viewport: SIZE });
    const hand = await startRecorder(device);
    await walkThrough(hand, demo, {
      goOffline: () => setOffline(device, true),
      goOnline: () => setOffline(device, false),
    });
    await writeFile("docs/walk.md", asMarkdown(hand.steps));
    console.log(`${hand.steps.length} steps, written to docs/walk.md.`);
  } finally {
    await browser.close();
    await demo.close();
  }
}

/** The demonstration shop, empty of orders, in a folder of its own and with providers whose clocks run ten times as fast. */
async function openDemo() {
  const folder = await mkdtemp(join(tmpdir(), "sauti-walk-"));
  // as root, the account that runs the database must be able to enter
  await chmod(folder, 0o755);
  const ports = {
    PORT: await freePort(),
    DEMO_DARAJA_PORT: await freePort(),
    DEMO_FLUTTERWAVE_PORT: await freePort(),
  };
  const key = randomBytes(24).toString("base64url");
  const child = spawn(process.execPath, ["--import", "tsx", "scripts/demo.ts"], {
    env: {
      ...process.env,
      ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
      DEMO_DATA_DIR: folder,
      DEMO_GUIDE_PORT: "0",
      DEMO_SPEED: process.env.DEMO_SPEED ?? "10",
      DEMO_SAMPLES: "off",
      MAILBOX_KEY: key,
      LOG_LEVEL: "warn",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = `http://localhost:${ports.PORT}`;
  for (let tries = 0; ; tries += 1) {
    const ready = await fetch(`${url}/api/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) break;
    if (tries > 600 || child.exitCode !== null) throw new Error("The shop did not open.");
    await pause(100);
  }
  return {
    url,
    mailbox: `/mailbox/${key}`,
    async close() {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function asMarkdown(steps: Step[]): string {
  const firsts = steps.map(({ first }) => first);
  const slowest = steps.reduce((one, other) => (other.first > one.first ? other : one));
  return [
    "# A walk through the shop on a small phone",
    "",
    `\`npm run walk\` made this list: Chromium with touch at ${SIZE.width} × ${SIZE.height}, a processor slowed down four times, slow 4G (150 ms, 1.6 Mbit/s), nothing cached at first; shop, database and both simulated providers on the same machine with ${cpus().length} cores.`,
    "First answer: from the finger to the first frame that shows something new; of typing, the slowest key. There: until all of what was to be seen was there, waiting for provider, mail link or redirect counted.",
    "",
    `${steps.length} steps; median first answer ${Math.round(median(firsts))} ms, the slowest ${Math.round(slowest.first)} ms (${slowest.did}, on ${slowest.page}).`,
    "",
    "| | on | does | sees | first answer, ms | there, ms |",
    "|---:|---|---|---|---:|---:|",
    ...steps.map(
      ({ page, did, saw, first, settled }, at) =>
        `| ${at + 1} | ${page} | ${did} | ${saw} | ${Math.round(first)} | ${Math.round(settled)} |`,
    ),
    "",
  ].join("\n");
}
