import { spawn } from "node:child_process";
import { rm } from "node:fs/promises";
import { type Browser, type Page, test } from "@playwright/test";
import { freePort } from "../test/free-port.ts";
import { makeFolder } from "../test/make-folder.ts";
import { acceptWelcome } from "./staff.ts";

/**
 * A shop of its own for journeys that change what all others go by, such as the delivery fee: its address, and the link that
 * welcomes its owner.
 */
export async function openOwnShop(): Promise<{ url: string; welcome: string; close: () => Promise<void> }> {
  const folder = await makeFolder();
  const port = await freePort();
  const shop = spawn(process.execPath, ["--import", "tsx", "scripts/demo.ts", folder], {
    env: {
      PATH: process.env.PATH,
      LOG_LEVEL: "warn",
      PORT: String(port),
      DEMO_DATA_DIR: folder,
      DEMO_SAMPLES: "off",
      PASSWORD_HASH_MEMORY: "64",
      // so that its mails are read as those of the others' shop
      MAILBOX_KEY: process.env.MAILBOX_KEY,
      DEMO_GUIDE_PORT: "0",
      DEMO_DARAJA_PORT: "0",
      DEMO_FLUTTERWAVE_PORT: "0",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => shop.once("exit", () => resolve()));
  const welcome = await new Promise<string>((resolve, reject) => {
    let said = "";
    shop.stdout.on("data", (part: Buffer) => {
      said += part.toString();
      const [, link] = /The counter: (\S+)/.exec(said) ?? [];
      if (link) resolve(link);
    });
    void ended.then(() => reject(new Error(`the shop did not open: ${said}`)));
  });
  return {
    url: `http://localhost:${port}`,
    welcome,
    close: async () => {
      shop.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A phone of its own in such a shop: nobody is signed in on it. */
export async function openPhone(browser: Browser, { url }: { url: string }): Promise<Page> {
  const viewport = { width: 360, height: 800 };
  const context = await browser.newContext({ baseURL: url, viewport });
  return context.newPage();
}

/** One such shop for the journeys of a file, one after the other, and its owner, who is signed in. */
export function ownShop() {
  test.describe.configure({ mode: "default" });
  const own = {} as { shop: Awaited<ReturnType<typeof openOwnShop>>; owner: Page };
  test.beforeAll(async ({ browser }) => {
    test.setTimeout(180_000);
    own.shop = await openOwnShop();
    own.owner = await openPhone(browser, own.shop);
    await acceptWelcome(own.owner, own.shop.welcome);
  });
  test.afterAll(() => own.shop.close());
  return own;
}
