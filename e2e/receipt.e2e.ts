import { expect, test } from "@playwright/test";
import { sizeName } from "../src/cart/size-name.ts";
import { goToTill } from "./onward.ts";
import { freshCode } from "./people.ts";
import { approve, atCheckout, atMpesa, expectOrdered, pay, phoneIn, waiting } from "./prompts.ts";

test("a paid order prints as a receipt: buyer, address, M-Pesa code, lines and totals, and nothing to tap", async ({
  page,
}) => {
  const { goods } = await atMpesa(page, 0);
  const { product, size } = goods;
  const phone = await phoneIn(page.request, "035");
  await pay(page, phone);
  await expect(waiting(page)).toBeVisible();
  await approve(page.request, phone);
  await expectOrdered(page);
  await expect(page.locator(".receipts")).toHaveCount(0);

  // another order that is paid: only the one that was asked for is printed
  await page.route("**/api/order/userOrders", async (route) => {
    const response = await route.fetch();
    const { orders, ...rest } = await response.json();
    const other = { ...orders[0], _id: `0${orders[0]._id.slice(1, -8)}OTHER123` };
    await route.fulfill({ response, json: { ...rest, orders: [...orders, other] } });
  });
  await page.reload();
  await expect(page.getByRole("button", { name: /Track Order/ })).toHaveCount(2);
  await page.evaluate(() => Object.assign(window, { print: () => {} }));
  await page
    .getByRole("button", { name: /^Print receipt/ })
    .first()
    .click();
  await page.emulateMedia({ media: "print" });
  const price = (kes: number) => `Ksh ${kes.toLocaleString("en-KE")}`;
  const receipt = page.locator(".receipt");
  await expect(receipt).toHaveCount(1);
  await expect(receipt.getByRole("heading", { name: /^Order [0-9A-Z]{8}$/ })).toBeVisible();
  await expect(receipt.getByText("Wanjiku Otieno", { exact: true })).toBeVisible();
  await expect(receipt.getByText(/^12 Langata Road/)).toBeVisible();
  await expect(receipt.locator("div").filter({ hasText: /^M-Pesa code[0-9A-Z]{10}$/ })).toBeVisible();
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

  // the list is back on the screen
  await page.emulateMedia({ media: "screen" });
  await expect(page.getByRole("button", { name: /Track Order/ })).toHaveCount(2);
  await expect(page.locator(".receipts")).toBeHidden();

  // the browser's own command prints all that are paid
  await page.keyboard.press("Tab");
  await page.emulateMedia({ media: "print" });
  await expect(receipt).toHaveCount(2);
});

test("an order whose code is still looked for has no receipt, on the screen or on paper", async ({
  page,
}) => {
  await atCheckout(page, 0);
  await goToTill(page);
  await page.getByLabel("M-Pesa transaction code").fill(freshCode());
  await page.getByRole("button", { name: "PLACE ORDER" }).click();
  await expect(page.getByRole("button", { name: /Track Order/ })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Print receipt/ })).toHaveCount(0);
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".receipt")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1, name: "My orders" })).toBeVisible();
});
