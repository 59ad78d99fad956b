import { setTimeout as pause } from "node:timers/promises";
import type { PhoneStage } from "../phone.ts";
import type { Figure } from "../stage.ts";
import { findSpots, GIVEN_UP, openToBuy, type Spots, tapBuy } from "./buy.ts";
import { median, openDevice, type Pace, SLOW_3G, SLOW_4G, setOffline, settle } from "./device.ts";
import { plentifulProduct } from "./goods.ts";
import { servePlainPages } from "./plain-pages.ts";

/** How many times as long as the same page as a plain form, from the beginning until the cart shows 1. */
const BUDGET = 1.2;

const PACES: Record<string, Pace> = { "slow 4G": SLOW_4G, "400 kbit/s": SLOW_3G };

/** When the line is lost: as soon as the page has loaded, before its scripts, and when all is quiet. */
const LOSSES = ["load", "quiet"] as const;

/** What the server of a plain form answers with; a shop's page would weigh more. */
const ADDED =
  '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Cart</title><header><a href="/cart" aria-label="Cart, 1 item">Cart, 1</a></header><h1>It is in your cart</h1>';

declare global {
  interface Window {
    tellCounted?: (ms: number) => void;
  }
}

/**
 * Size and ADD TO CART of a product page, tapped as soon as they are seen: ms until the cart shows 1, beside the same page
 * as a plain form that a bare server answers; in turns. And the same taps once the line is gone.
 */
export async function tapFirst(phone: PhoneStage): Promise<Figure[]> {
  const plain = await servePlainPages(phone.url, ADDED);
  const choice = await plentifulProduct(phone.url);
  const path = `/product/${choice.product._id}`;
  const spots = await findSpots(phone, choice);
  const figures: Figure[] = [];
  const all: number[] = [];
  try {
    for (const [name, pace] of Object.entries(PACES)) {
      const tap = (url: string) => tapWhenSeen(phone, { address: url + path, pace, spots });
      // the first visits fill the plain server's memory and the shop's, and do not count
      for (const url of [phone.url, plain.url]) await tap(url);
      const ours: number[] = [];
      const theirs: number[] = [];
      for (let round = 0; round < phone.rounds; round += 1) {
        ours.push(await tap(phone.url));
        theirs.push(await tap(plain.url));
      }
      all.push(...ours);
      figures.push(...compare(name, median(ours), median(theirs)));
    }
  } finally {
    await plain.close();
  }
  return [
    ...figures,
    {
      what: `first taps on ADD TO CART lost, of ${all.length}`,
      got: all.filter((ms) => ms === Number.POSITIVE_INFINITY).length,
      budget: 0,
      unit: "",
    },
    await tapOffline(phone, { address: phone.url + path, spots }),
  ];
}

function compare(name: string, ours: number, theirs: number): Figure[] {
  const what = `first tap on ADD TO CART on ${name}: from the beginning until the cart shows 1`;
  return [
    { what, got: ours, unit: "ms" },
    { what: `${what}, as a plain form`, got: theirs, unit: "ms" },
    { what: `${what}, against a plain form`, got: ours / theirs, budget: BUDGET, unit: "×" },
  ];
}

/** ms from the beginning of the navigation until the cart is seen to show 1; infinite when it never does. */
async function tapWhenSeen(
  { browser }: PhoneStage,
  { address, pace, spots }: { address: string; pace: Pace; spots: Spots },
): Promise<number> {
  const { page, cdp, close } = await openDevice(browser, {}, { pace });
  try {
    let count = (_ms: number) => {};
    const counted = new Promise<number>((resolve) => {
      count = resolve;
    });
    await page.exposeBinding("tellCounted", (_source, ms: number) => count(ms));
    await page.addInitScript(watchCart);
    await openToBuy(page, address);
    await tapBuy(cdp, spots);
    return await Promise.race([counted, pause(GIVEN_UP, Number.POSITIVE_INFINITY, { ref: false })]);
  } finally {
    await close();
  }
}

/** Taps of which the cart shows nothing, made on a page whose line is gone. */
async function tapOffline(
  { browser, rounds }: PhoneStage,
  { address, spots }: { address: string; spots: Spots },
): Promise<Figure> {
  let lost = 0;
  for (let round = 0; round < rounds; round += 1)
    for (const pace of Object.values(PACES))
      for (const loss of LOSSES) {
        const device = await openDevice(browser, {}, { pace });
        const { page, cdp, close } = device;
        await openToBuy(page, address);
        await page.waitForLoadState("load");
        if (loss === "quiet") await settle(page);
        await setOffline(device, true, pace);
        await tapBuy(cdp, spots);
        const one = page.getByRole("link", { name: "Cart, 1 item", exact: true });
        await one.waitFor({ timeout: GIVEN_UP }).catch(() => {
          lost += 1;
        });
        await close();
      }
  const taps = rounds * Object.keys(PACES).length * LOSSES.length;
  return { what: `taps on ADD TO CART without a line lost, of ${taps}`, got: lost, budget: 0, unit: "" };
}

/** In the page, and in the one that answers its form: tells the first frame in which the cart shows 1. */
function watchCart(): void {
  // the name of a window outlives its document
  window.name ||= String(performance.timeOrigin);
  const after = new MessageChannel();
  after.port1.onmessage = () =>
    window.tellCounted?.(performance.timeOrigin + performance.now() - Number(window.name));
  const look = () => {
    // a message comes once the frame that this callback belongs to is drawn
    if (document.querySelector('a[aria-label^="Cart, 1 "]')) after.port2.postMessage(0);
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
