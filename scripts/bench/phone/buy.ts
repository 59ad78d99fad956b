import type { CDPSession, Page } from "@playwright/test";
import type { PhoneStage } from "../phone.ts";
import { openDevice, touch } from "./device.ts";
import type { Choice } from "./goods.ts";

/** ms from the tap on a size to the one on ADD TO CART. */
export const BETWEEN = 150;
/** ms after which a tap that showed nothing in the cart is lost. */
export const GIVEN_UP = 15_000;

type Spot = { x: number; y: number };
export type Spots = { size: Spot; add: Spot };

declare global {
  interface Window {
    tellBuySeen?: () => void;
  }
}

/** Where size and button are in a page that has scrolled to them. */
export async function findSpots(phone: PhoneStage, { product, size }: Choice): Promise<Spots> {
  const { page, close } = await openDevice(phone.browser, {}, { slow: false });
  await page.addInitScript(scrollToBuy);
  await page.goto(`${phone.url}/product/${product._id}`, { waitUntil: "networkidle" });
  const group = page.getByRole("group", { name: /size/i });
  const middle = async (locator: ReturnType<Page["locator"]>): Promise<Spot> => {
    const box = await locator.boundingBox();
    if (!box) throw new Error("The product page shows no size or no ADD TO CART.");
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const spots = {
    size: await middle(group.getByText(size, { exact: true })),
    add: await middle(page.getByRole("button", { name: "ADD TO CART" })),
  };
  await close();
  return spots;
}

/** Begins to open a product page, and waits until ADD TO CART is seen; the rest of the page is still on its way. */
export async function openToBuy(page: Page, address: string): Promise<void> {
  let see = () => {};
  const seen = new Promise<void>((resolve) => {
    see = resolve;
  });
  await page.exposeBinding("tellBuySeen", () => see());
  await page.addInitScript(scrollToBuy);
  await page.goto(address, { waitUntil: "commit" });
  await seen;
}

/** A finger on the size and, a moment later, one on ADD TO CART. */
export async function tapBuy(cdp: CDPSession, spots: Spots): Promise<void> {
  // a page that is busy answers later; the next finger does not wait for it
  void touch(cdp, spots.size).catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, BETWEEN));
  void touch(cdp, spots.add).catch(() => {});
}

/** In the page: brings ADD TO CART into the middle of the screen once it has been painted, as a thumb would, and tells when it is seen there. */
export function scrollToBuy(): void {
  const timer = setInterval(() => {
    if (performance.getEntriesByName("first-contentful-paint").length === 0) return;
    const add = [...document.querySelectorAll("button")].find(
      (each) => each.textContent?.trim() === "ADD TO CART",
    );
    if (!add) return;
    clearInterval(timer);
    add.scrollIntoView({ block: "center", behavior: "instant" });
    // the frame after the one that this callback belongs to is drawn
    requestAnimationFrame(() => setTimeout(() => window.tellBuySeen?.()));
  }, 10);
}
