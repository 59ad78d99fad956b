import { expect, type Page, test } from "@playwright/test";
import { addToCart, plentiful } from "./goods.ts";
import { hydrated } from "./hydrated.ts";
import { choose, TILL } from "./payers.ts";
import { fillAddress, signInAsNew } from "./people.ts";

// a phone held sideways

const SCREEN = { width: 740, height: 360 };

test.use({ viewport: SCREEN });

/** How much of the screen what sticks to it leaves, in the middle of the page. */
function freeHeight(page: Page): Promise<number> {
  return page.evaluate(() => {
    window.scrollTo(0, document.documentElement.scrollHeight / 3);
    const all = [...document.querySelectorAll("body *")];
    const stuck = all.filter(
      (each) => each.checkVisibility() && /sticky|fixed/.test(getComputedStyle(each).position),
    );
    const rows = Array.from({ length: innerHeight }, (_, y) =>
      stuck.some((each) => {
        const { top, bottom, width, height } = each.getBoundingClientRect();
        return width > innerWidth / 2 && height > 8 && top <= y && y < bottom;
      }),
    );
    return rows.filter((covered) => !covered).length;
  });
}

/** Whether something else lies over the middle of what has the focus, or it is out of sight. */
function hiddenFocus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body || focused.matches("main, iframe")) return "";
    const own = focused.closest("label, .size, .radio-card, .star-choice") ?? focused;
    const { left, top, width, height } = own.getBoundingClientRect();
    const over = document.elementFromPoint(left + width / 2, top + Math.min(height, innerHeight) / 2);
    const isSeen =
      over !== null && (own.contains(over) || over.contains(own) || over.closest("label, .size") === own);
    return isSeen ? "" : `${focused.outerHTML.slice(0, 120)} under ${over?.outerHTML.slice(0, 80)}`;
  });
}

/** Tabs through the page; every stop is in sight. */
async function expectFocusSeen(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.scrollTo(0, 0);
    (document.activeElement as HTMLElement | null)?.blur();
  });
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press(step < 30 ? "Tab" : "Shift+Tab");
    expect.soft(await hiddenFocus(page), page.url()).toBe("");
  }
}

async function expectRoom(page: Page): Promise<void> {
  await hydrated(page);
  expect.soft(await freeHeight(page), page.url()).toBeGreaterThanOrEqual(SCREEN.height / 2);
  await expectFocusSeen(page);
}

test("held sideways, every page of the shop leaves half of the screen free and hides no focus", async ({
  page,
}) => {
  test.slow();
  const goods = await plentiful(page.request, 7);
  await signInAsNew(page);
  for (const path of ["/", "/collection", `/product/${goods.product._id}`, "/orders"]) {
    await page.goto(path, { waitUntil: "networkidle" });
    await expectRoom(page);
  }
  await addToCart(page, goods);
  await page.goto("/cart", { waitUntil: "networkidle" });
  await expectRoom(page);
  await page.goto("/place-order");
  await fillAddress(page);
  await expectRoom(page);
  await choose(page, TILL);
  await expectRoom(page);
});

test("held sideways, the menu and dialogs scroll to their end", async ({ page }) => {
  const { product } = await plentiful(page.request);
  await page.goto("/collection");
  await hydrated(page);
  await page.getByRole("button", { name: "Menu" }).click();
  await expectLastInSight(page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Filters/ }).click();
  await expectLastInSight(page);
  await page.goto(`/product/${product._id}`);
  await hydrated(page);
  await page.getByRole("button", { name: "See pictures large" }).click();
  await expectLastInSight(page);
});

/** The last thing to tap in the open dialog is on the screen once the keyboard is there, and so is its way out. */
async function expectLastInSight(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog");
  const last = dialog.locator("a[href], button, input, summary").last();
  await last.focus();
  await expect(last).toBeInViewport({ ratio: 0.9 });
  expect(await hiddenFocus(page)).toBe("");
  await expect(dialog.getByRole("button", { name: "Close" })).toBeInViewport({ ratio: 0.9 });
}
