import { expect, test } from "@playwright/test";
import { addToCart, plentiful } from "./goods.ts";
import { fillAddress } from "./people.ts";

test("what delivery costs and how long it takes is said on the product and in the cart", async ({ page }) => {
  const promise = page.getByText(
    /^Delivery: Ksh 1\. Nairobi: 1 to 2 days\. Kiambu, Machakos, Kajiado: 2 to 3 days\. Other counties: 3 to 5 days\. Weekends are not counted\.$/,
  );
  const goods = await plentiful(page.request, 3);
  await addToCart(page, goods);
  await expect(promise).toBeVisible();
  await page.goto("/cart");
  await expect(promise).toBeVisible();
});

test("the checkout says it for the county that was typed, also when it is opened anew", async ({ page }) => {
  await addToCart(page, await plentiful(page.request, 3));
  await page.goto("/place-order");
  await fillAddress(page);
  const promise = page.getByText("Delivery to Nairobi: Ksh 1, 1 to 2 days. Weekends are not counted.");
  await page.getByLabel("Street").focus();
  await expect(promise).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("County")).toHaveValue("Nairobi");
  await expect(promise).toBeVisible();
});
