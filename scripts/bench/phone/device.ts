import { join } from "node:path";
import {
  type Browser,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type Page,
} from "@playwright/test";
import { chosenBrowser } from "../../find-browser.ts";

/** A cheap phone of today, as its browser describes itself. */
export const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 2.625,
  isMobile: true,
  hasTouch: true,
} satisfies BrowserContextOptions;

/** A line, in ms and bytes per second, and how many times slower than this machine the phone is. */
export type Pace = {
  latency: number;
  downloadThroughput: number;
  uploadThroughput: number;
  slowdown: number;
};

/** Slow 4G: 150 ms, 1.6 Mbit/s down, 750 kbit/s up. */
export const SLOW_4G: Pace = {
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 93_750,
  slowdown: 4,
};
/** At the edge of the net: 400 ms and 400 kbit/s both ways, and an older phone. */
export const SLOW_3G: Pace = {
  latency: 400,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
  slowdown: 6,
};

export type Device = { page: Page; cdp: CDPSession; close: () => Promise<void> };

/** What watch.js writes down in every document; times in ms since its navigation began. */
export type Seen = {
  lcp: number;
  /** Name of the largest element. */
  largest: string;
  shifts: { at: number; value: number; what: string[] }[];
  taps: { at: number; what: string }[];
};

declare global {
  interface Window {
    seen: Seen;
  }
}

/** Chromium without a window; undefined, with a sentence on the console, when the machine has none. */
export async function openBrowser(): Promise<Browser | undefined> {
  const executablePath = chosenBrowser();
  const args = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ];
  try {
    return await chromium.launch({ args, ...(executablePath ? { executablePath } : {}) });
  } catch {
    console.error("There is no Chromium to measure with: install one, or name it in CHROMIUM_PATH.");
    process.exitCode = 1;
  }
}

/** An empty browser profile with one page: slow processor, slow network, nothing cached. */
export async function openDevice(
  browser: Browser,
  options: BrowserContextOptions,
  { slow = true, pace = SLOW_4G }: { slow?: boolean; pace?: Pace } = {},
): Promise<Device> {
  const context = await browser.newContext({ ...PHONE, locale: "en-KE", ...options });
  await context.addInitScript({ path: join(import.meta.dirname, "watch.js") });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  if (slow) await slowDown(cdp, pace);
  return { page, cdp, close: () => context.close() };
}

/** Slow processor and slow line from now on. */
export async function slowDown(cdp: CDPSession, { slowdown, ...line }: Pace = SLOW_4G): Promise<void> {
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", { ...line, offline: false });
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
}

/** Takes the network from a slow device, page and service worker, or gives it back as slow as it was. */
export async function setOffline(
  { page, cdp }: Pick<Device, "page" | "cdp">,
  offline: boolean,
  { slowdown: _, ...line }: Pace = SLOW_4G,
): Promise<void> {
  await page.context().setOffline(offline);
  // of two masters of one network the last to speak is obeyed
  await cdp.send("Network.emulateNetworkConditions", { ...line, offline });
}

/** A finger at this place, without waiting for what the page does with it. */
export async function touch(cdp: CDPSession, spot: { x: number; y: number }): Promise<void> {
  await Promise.all([
    cdp.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [spot] }),
    cdp.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] }),
  ]);
}

/** When a finger comes down: ms after navigation began, or as soon as something is painted. */
export type Moment = number | "painted";

/** Before hydration, while it does, and afterwards, on a machine that has nothing else to do. */
export const MOMENTS: Moment[] = [900, 1300, 1600, 2000, 2400, "painted"];
/** ms from the first paint to the finger, for the eye. */
const SEEN = 100;

export function nameMoment(moment: Moment): string {
  return moment === "painted" ? "at the first paint" : `at ${(moment / 1000).toFixed(1)} s`;
}

/** Begins to open an address; the result waits for a moment of it, plus so many ms. */
export async function beginOpening(page: Page, address: string) {
  let paint = () => {};
  const painted = new Promise<void>((resolve) => {
    paint = resolve;
  });
  await page.exposeBinding("tellPainted", () => paint());
  const began = performance.now();
  const arrived = page.goto(address);
  const waitFor = async (moment: Moment, plus = 0) => {
    if (moment === "painted") await painted;
    const wait = moment === "painted" ? SEEN + plus : began + moment + plus - performance.now();
    await new Promise((resolve) => setTimeout(resolve, wait));
  };
  return { arrived, waitFor };
}

/** Nothing under way any more, and a moment for what is drawn late. */
export async function settle(page: Page): Promise<Seen> {
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(500);
  return page.evaluate(() => window.seen);
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  if (sorted.length % 2 === 1) return sorted[Math.floor(middle)] ?? Number.NaN;
  return ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}
