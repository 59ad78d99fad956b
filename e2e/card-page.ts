import { expect, type Page } from "@playwright/test";
import { chooseCard, payButton } from "./cards.ts";
import { PLACED } from "./placed.ts";
import { atCheckout } from "./prompts.ts";

/** Signed in, with one product in the cart, at the card page; gives the product's name. */
export async function atTheCardPage(page: Page, n: number): Promise<string> {
  const { goods } = await atCheckout(page, n);
  await chooseCard(page);
  await expect(payButton(page)).toBeVisible();
  return goods.product.name;
}

/** Whether the provider's script is alive in this document. */
export const isScriptAlive = (page: Page) => page.evaluate(() => "FlutterwaveCheckout" in window);

/** Asked between two documents, the page cannot answer yet. */
export const expectScriptGone = (page: Page) =>
  expect.poll(() => isScriptAlive(page).catch(() => true)).toBe(false);

/** At My orders with this one order, an empty cart and nothing of the provider's left. */
export async function expectOrdered(page: Page, product: string): Promise<void> {
  await expect(page).toHaveURL(PLACED);
  await expect(page.getByRole("link", { name: product })).toBeVisible();
  await expect(page.getByRole("button", { name: /Track Order/ })).toHaveCount(1);
  await expect(page.getByRole("link", { name: "Cart, 0 items" })).toBeVisible();
  await expectScriptGone(page);
}
