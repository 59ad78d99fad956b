import { expect, test } from "@playwright/test";
import { sizeName } from "../src/cart/size-name.ts";
import { goToTill } from "./onward.ts";
import { freshCode } from "./people.ts";
import { atCheckout } from "./prompts.ts";

test("My orders on paper is a receipt: name, order, lines and totals, and nothing to tap", async ({
  page,
}) => {
  const { goods } = await atCheckout(page, 0);
  const { product, size } = goods;
  await goToTill(page);
  await page.getByLabel("M-Pesa transaction code").fill(freshCode());
  await page.getByRole("button", { name: "PLACE ORDER" }).click();
  await expect(page).toHaveURL("/orders");
  await expect(page.getByRole("link", { name: product.name })).toBeVisible();
  await expect(page.locator(".receipts")).toHaveCount(0);

  await page.emulateMedia({ media: "print" });
  const price = (kes: number) => `Ksh ${kes.toLocaleString("en-KE")}`;
  const receipt = page.locator(".receipt");
  await expect(receipt.getByRole("heading", { name: /^Order [0-9A-Z]{8}$/ })).toBeVisible();
  await expect(receipt.getByRole("row")).toHaveText([
    "ItemAmount",
    `${product.name}, ${sizeName(size)}1 × ${price(product.price)}${price(product.price)}`,
    `Delivery${price(1)}`,
    `Total${price(product.price + 1)}`,
  ]);
  await expect(page.getByRole("banner").getByRole("link")).toHaveText(["Sauti"]);
  for (const gone of [page.getByRole("button"), page.getByRole("navigation"), page.getByRole("contentinfo")])
    await expect(gone).toHaveCount(0);
  await expect(page.getByRole("table")).toHaveCount(1);
  if (process.env.LOOK) {
    await page.screenshot({
      path: `${process.env.LOOK}/receipt-${test.info().project.name}.png`,
      fullPage: true,
    });
    await page.pdf({ path: `${process.env.LOOK}/receipt-${test.info().project.name}.pdf`, format: "A5" });
  }

  // the table is back on the screen
  await page.emulateMedia({ media: "screen" });
  await expect(page.getByRole("button", { name: /Track Order/ })).toBeVisible();
  await expect(page.locator(".receipts")).toBeHidden();
});
