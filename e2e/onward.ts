import { expect, type Page } from "@playwright/test";

/** The checkout's button: it says where it leads. */
export const onward = (page: Page) => page.getByRole("button", { name: /^Continue to / });

/** From the filled-in checkout to the till. */
export async function goToTill(page: Page): Promise<void> {
  await page.getByRole("radio", { name: /Cash on order/ }).check();
  await onward(page).click();
  await expect(page).toHaveURL("/mpesa-verification");
}

/** The session has ended meanwhile, and the page is opened again. */
export async function endSession(page: Page): Promise<void> {
  // the card page may just be loading a document of its own, which cuts either off
  await expect(async () => {
    await page.evaluate(() => localStorage.removeItem("token"));
    await page.reload();
  }).toPass();
}
