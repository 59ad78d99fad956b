import type { BrowserContextOptions, Page } from "@playwright/test";
import type { PhoneStage } from "../phone.ts";
import type { Figure } from "../stage.ts";
import {
  beginOpening,
  MOMENTS,
  type Moment,
  median,
  nameMoment,
  openDevice,
  PHONE,
  touch,
} from "./device.ts";

/** ms from the later of tap and hydration to the answer. */
const ANSWER = 200;
/** ms after which a tap without an answer is lost. */
const GIVEN_UP = 15_000;
/** What is ticked. */
const BOX = "Women";

/** A finger on a laptop's screen, so that both are measured by the same event. */
const DESKTOP = {
  viewport: { width: 1440, height: 900 },
  deviceScaleFactor: 1,
  isMobile: false,
  hasTouch: true,
};

type Kind = {
  name: string;
  options: BrowserContextOptions;
  /** Accessible name of what is tapped first. */
  opener: string;
  /** Whether the sheet that opens holds the box. */
  sheet: boolean;
};

const KINDS: Kind[] = [
  { name: "a filter on a laptop", options: DESKTOP, opener: BOX, sheet: false },
  { name: "Filters on a phone", options: PHONE, opener: "Filters", sheet: true },
];

/** First frames in which the page was hydrated, and in which the tap was seen to be answered; ms since navigation began. */
type Firsts = { alive?: number; answered?: number };
type Outcome = { waited: number; lost: boolean; early: boolean; box?: number };

declare global {
  interface Window {
    filtered: Firsts;
  }
}

/** The first tap on a filter of a collection that is still on its way, on a laptop's width and in the phone's sheet. */
export async function touchFilters(phone: PhoneStage): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const kind of KINDS) {
    const spot = await findSpot(phone, kind);
    const outcomes: { moment: Moment; outcome: Outcome }[] = [];
    for (let round = 0; round < phone.rounds; round += 1)
      for (const moment of MOMENTS)
        outcomes.push({ moment, outcome: await tapAt(phone, kind, spot, moment) });
    const felt = outcomes.filter(({ outcome }) => !outcome.early);
    for (const moment of MOMENTS) {
      const waits = felt.filter((each) => each.moment === moment).map(({ outcome }) => outcome.waited);
      if (waits.length === 0) continue;
      figures.push({
        what: `${kind.name} tapped ${nameMoment(moment)}: answered after tap or hydration`,
        got: median(waits),
        budget: ANSWER,
        unit: "ms",
      });
    }
    const boxes = felt.flatMap(({ outcome: { box } }) => (box === undefined ? [] : [box]));
    if (boxes.length > 0)
      figures.push({
        what: "a box in the phone's sheet: its products shown after tap or hydration",
        got: median(boxes),
        budget: ANSWER,
        unit: "ms",
      });
    figures.push({
      what: `taps on ${kind.name} lost, of ${felt.length}`,
      got: felt.filter(({ outcome }) => outcome.lost).length,
      budget: 0,
      unit: "",
    });
  }
  return figures;
}

async function findSpot({ browser, url }: PhoneStage, { options, opener, sheet }: Kind) {
  const { page, close } = await openDevice(browser, options, { slow: false });
  await page.goto(`${url}/collection`, { waitUntil: "networkidle" });
  const target = sheet
    ? page.getByRole("button", { name: opener })
    : page.getByRole("checkbox", { name: opener });
  const box = await target.first().boundingBox();
  if (!box) throw new Error("The collection shows no filters.");
  await close();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function tapAt(
  { browser, url }: PhoneStage,
  { options, opener, sheet }: Kind,
  spot: { x: number; y: number },
  moment: Moment,
): Promise<Outcome> {
  const { page, cdp, close } = await openDevice(browser, options);
  await page.addInitScript(watchFilter, { sheet });
  const { arrived, waitFor } = await beginOpening(page, `${url}/collection`);
  await waitFor(moment);
  void touch(cdp, spot).catch(() => {});
  await arrived;
  const answered = await page
    .waitForFunction(() => window.filtered.answered, undefined, { timeout: GIVEN_UP })
    .then(() => true)
    .catch(() => false);
  const { taps, filtered } = await page.evaluate(() => ({
    taps: window.seen.taps,
    filtered: window.filtered,
  }));
  const tap = taps.find(({ what }) => what.includes(opener));
  const since = Math.max(tap?.at ?? 0, filtered.alive ?? 0);
  const box = sheet && answered ? await tickInSheet(page) : undefined;
  await close();
  return {
    waited: Math.max(0, (filtered.answered ?? Number.POSITIVE_INFINITY) - since),
    lost: !answered,
    early: !tap,
    ...(box === undefined ? {} : { box }),
  };
}

/** ms from a tap on the box in the open sheet, or from hydration where that comes later, to the frame with the new count. */
async function tickInSheet(page: Page): Promise<number> {
  await page.evaluate(() => {
    window.filtered = {};
    window.seen.taps = [];
  });
  // in a dialog, or in the page where a link led to it before there were scripts
  await page.getByRole("checkbox", { name: BOX }).tap();
  await page
    .waitForFunction(() => window.filtered.answered, undefined, { timeout: GIVEN_UP })
    .catch(() => {});
  return page.evaluate(() => {
    const { answered = Number.POSITIVE_INFINITY, alive = 0 } = window.filtered;
    return answered - Math.max(alive, window.seen.taps.at(-1)?.at ?? 0);
  });
}

/** In the page: notes the first frame in which it is hydrated, and the first with an answer to the tap. */
function watchFilter({ sheet }: { sheet: boolean }): void {
  window.filtered = {};
  let first = "";
  let opened = false;
  const after = new MessageChannel();
  const due: (keyof Firsts)[] = [];
  after.port1.onmessage = () => {
    for (const each of due.splice(0)) window.filtered[each] ??= performance.now();
  };
  const look = () => {
    requestAnimationFrame(look);
    const box = document.querySelector('input[type="checkbox"][name="category"]');
    if (!box) return;
    // the first effect after hydration takes it away; React's own keys are on the boxes long before it has done the rest
    if (!window.replay) due.push("alive");
    const count = [...document.querySelectorAll('[role="status"]')].find((each) =>
      /\d+ products?$/.test(each.textContent ?? ""),
    );
    first ||= count?.textContent ?? "";
    const shown = box.getClientRects().length > 0 && box.getBoundingClientRect().top < window.innerHeight;
    const filtered = count?.textContent !== first;
    if (sheet && !opened ? shown : filtered) {
      opened = true;
      due.push("answered");
    }
    if (due.length > 0) after.port2.postMessage(0);
  };
  requestAnimationFrame(look);
}
