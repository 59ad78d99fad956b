import { expect, type Page } from "@playwright/test";

/** My orders with the panel of what was just ordered. */
export const PLACED = /\/orders\?placed=[0-9A-Z]{26}$/;
/** The same, or without it: who comes by another way than from paying. */
export const AT_ORDERS = /\/orders(\?placed=[0-9A-Z]{26})?$/;

/** The checkout's button: it says where it leads. */
export const onward = (page: Page) => page.getByRole("button", { name: /^Continue to / });

/** The session has ended meanwhile, and the page is opened again. */
export async function endSession(page: Page): Promise<void> {
  // the card page may just be loading a document of its own, which cuts either off
  await expect(async () => {
    await page.evaluate(() => localStorage.removeItem("token"));
    await page.reload();
  }).toPass();
}
