import { expect, test } from "@playwright/test";
import { expectWhole, keepAltering, openAltered } from "./altered.ts";
import { plentiful } from "./goods.ts";
import { hydrated } from "./hydrated.ts";
import { onward } from "./onward.ts";
import { choose, expectOneOrder, newPayer, PUSH } from "./payers.ts";
import { fillAddress, signIn } from "./people.ts";

test("A translated page hydrates", async ({ page }) => {
  await openAltered(page, "/collection");
  await hydrated(page);
  await keepAltering(page);
  await page.getByLabel("Sort by").selectOption("Low-high");
  await expect(page).toHaveURL("/collection?sort=low-high");
  await expectWhole(page);
  const { product, size } = await plentiful(page.request, 7);
  await openAltered(page, `/product/${product._id}`);
  await page.getByRole("radio", { name: size, exact: true }).check();
  await page.getByRole("button", { name: "ADD TO CART" }).click();
  await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
  await keepAltering(page);
  await page.getByRole("button", { name: "ADD TO CART" }).click();
  await expect(page.getByRole("link", { name: "Cart, 2 items" })).toBeVisible();
  await page.getByRole("link", { name: "Cart, 2 items" }).click();
  await keepAltering(page);
  await page.getByRole("button", { name: `Remove ${product.name}` }).click();
  await expect(page.getByText("Your cart is empty")).toBeVisible();
  await expectWhole(page);
});

test("A translated page can be bought from", async ({ page }) => {
  const payer = await newPayer(page.request);
  await signIn(page, payer.token);
  await page.goto("/cart");
  await expect(page.getByRole("button", { name: "PROCEED TO CHECKOUT" })).toBeVisible();
  await keepAltering(page);
  await page.getByRole("button", { name: "PROCEED TO CHECKOUT" }).click();
  await fillAddress(page);
  // wrong first, so that what is said comes and goes among the altered nodes
  await page.getByLabel("Postal code").fill("abc");
  await onward(page).click();
  await expect(page.getByLabel("Postal code")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Postal code").fill("00100");
  await choose(page, PUSH, payer);
  await PUSH.button(page).click();
  await PUSH.begun(page);
  await PUSH.settle(page, payer);
  await expectOneOrder(page, PUSH, payer);
  await expectWhole(page);
});
