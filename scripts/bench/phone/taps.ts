import type { PhoneStage } from "../phone.ts";
import type { Figure } from "../stage.ts";
import { BETWEEN, findSpots, GIVEN_UP, type Spots, scrollToBuy, tapBuy } from "./buy.ts";
import { beginOpening, MOMENTS, type Moment, median, nameMoment, openDevice } from "./device.ts";
import { type Choice, plentifulProduct } from "./goods.ts";

/** The moment that is held to an answer, and ms within which it must come: as INP. */
const HELD = { moment: 1300, answer: 200 };

type Outcome = {
  /** ms from the tap on ADD TO CART to the frame that showed something of it, and to the one that counted it. */
  answered: number;
  counted: number;
  items: number;
  /** The tap found nothing there yet. */
  early: boolean;
};

/** First frames in which ADD TO CART was seen to be answered, and counted; ms since navigation began. */
type Firsts = { answered?: number; counted?: number };

declare global {
  interface Window {
    firsts: Firsts;
  }
}

/** Taps on a size and on ADD TO CART of a product page that is still on its way. */
export async function touchBuy(phone: PhoneStage): Promise<Figure[]> {
  const choice = await plentifulProduct(phone.url);
  const spots = await findSpots(phone, choice);
  const outcomes = new Map<Moment, Outcome[]>(MOMENTS.map((moment) => [moment, []]));
  for (let round = 0; round < phone.rounds; round += 1)
    for (const moment of MOMENTS) outcomes.get(moment)?.push(await buyAt(phone, choice, spots, moment));

  const figures = MOMENTS.flatMap((moment): Figure[] => {
    const felt = (outcomes.get(moment) ?? []).filter(({ early }) => !early);
    const at = `ADD TO CART tapped ${nameMoment(moment)}`;
    // a page that has drawn no button by then has nothing to answer
    if (felt.length === 0 && moment !== HELD.moment) return [];
    return [
      {
        what: `${at}: first visible answer`,
        got: median(felt.map(({ answered }) => answered)),
        unit: "ms",
        ...(moment === HELD.moment ? { budget: HELD.answer } : {}),
      },
      {
        what: `${at}: the cart shows 1`,
        got: median(felt.map(({ counted }) => counted)),
        unit: "ms",
        // before any script: what the document brings along counts it
        ...(moment === "painted" ? { budget: HELD.answer } : {}),
      },
    ];
  });
  const all = [...outcomes.values()].flat();
  const felt = all.filter(({ early }) => !early);
  return [
    ...figures,
    {
      what: `taps on ADD TO CART lost, of ${felt.length}`,
      got: felt.filter(({ items }) => items < 1).length,
      budget: 0,
      unit: "",
    },
    {
      what: "taps on ADD TO CART counted twice",
      got: all.filter(({ items }) => items > 1).length,
      budget: 0,
      unit: "",
    },
    { what: "taps made before there was a button", got: all.length - felt.length, unit: "" },
  ];
}

async function buyAt(
  { browser, url }: PhoneStage,
  { product }: Choice,
  spots: Spots,
  moment: Moment,
): Promise<Outcome> {
  const { page, cdp, close } = await openDevice(browser, {});
  await page.addInitScript(scrollToBuy);
  await page.addInitScript(watchBuy);
  const { arrived, waitFor } = await beginOpening(page, `${url}/product/${product._id}`);
  await waitFor(moment, -BETWEEN);
  await tapBuy(cdp, spots);
  await arrived;
  const cart = page.getByRole("link", { name: /^Cart, [1-9]/ });
  await cart.waitFor({ timeout: GIVEN_UP }).catch(() => {});
  // a second count of the same tap would come with the scripts that are still on their way
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(300);
  const { taps, firsts, label } = await page.evaluate(() => ({
    taps: window.seen.taps,
    firsts: window.firsts,
    label: document.querySelector('a[aria-label^="Cart,"]')?.getAttribute("aria-label") ?? "",
  }));
  await close();
  const tap = taps.find(({ what }) => what.includes("ADD TO CART"));
  return {
    answered: (firsts.answered ?? Number.POSITIVE_INFINITY) - (tap?.at ?? 0),
    counted: (firsts.counted ?? Number.POSITIVE_INFINITY) - (tap?.at ?? 0),
    items: Number(/\d+/.exec(label)?.[0] ?? 0),
    early: !tap || !taps.some(({ what }) => !what.includes("ADD TO CART") && /label|input/.test(what)),
  };
}

/** In the page: notes the first frame with an answer to ADD TO CART, and the first with something in the cart. */
function watchBuy(): void {
  window.firsts = {};
  const after = new MessageChannel();
  const due: (keyof Firsts)[] = [];
  let add: HTMLButtonElement | undefined;
  let before = "";
  after.port1.onmessage = () => {
    for (const each of due.splice(0)) window.firsts[each] ??= performance.now();
  };
  const look = () => {
    requestAnimationFrame(look);
    if (!add?.isConnected)
      add = [...document.querySelectorAll("button")].find(
        (each) => each.textContent?.trim() === "ADD TO CART",
      );
    const said = [...document.querySelectorAll('[role="alert"], [role="status"]')]
      .map((each) => each.textContent?.trim())
      .join("");
    if (!window.seen.taps.some(({ what }) => what.includes("ADD TO CART"))) {
      before = said;
      return;
    }
    const cart = document.querySelector('a[aria-label^="Cart,"]')?.getAttribute("aria-label") ?? "";
    const counted = /^Cart, [1-9]/.test(cart);
    const changed = add?.textContent?.trim() !== "ADD TO CART" || add.getAttribute("aria-busy") === "true";
    if (counted) due.push("counted");
    if (counted || changed || (said && said !== before)) due.push("answered");
    // a message comes once the frame that this callback belongs to is drawn
    if (due.length > 0) after.port2.postMessage(0);
  };
  requestAnimationFrame(look);
}
