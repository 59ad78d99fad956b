import { expect, type Page, test } from "@playwright/test";
import { sizeName } from "../src/cart/rules.ts";
import { PLACED } from "./onward.ts";
import { atPay, expectOneOrder, PUSH, TILL } from "./payers.ts";
import { signInAsNew } from "./people.ts";
import { expectOrdered, headed } from "./prompts.ts";
import { QUICK } from "./sizes.ts";
import { expectSound } from "./sound.ts";

const panel = (page: Page, title: string) => page.getByRole("region", { name: title });

test(
  "An order by code says number, total, address and what comes next, and has no receipt",
  QUICK,
  async ({ page }) => {
    const payer = await atPay(page, TILL);
    await TILL.button(page).click();
    await expect(page).toHaveURL(PLACED);
    for (let time = 0; time < 2; time++) {
      const placed = panel(page, "Asante! We have your order");
      await expect(placed.getByText(/^Your order number: [0-9A-Z]{8}$/)).toBeVisible();
      await expect(placed.getByText(/^We're looking for your M-Pesa payment/)).toBeVisible();
      await expect(placed.getByText(/^12 Langata Road, Nairobi 00100/)).toBeVisible();
      await expect(placed.getByText(/^Ksh [\d,]+$/)).toBeVisible();
      await expect(page.getByRole("button", { name: /receipt/ })).toHaveCount(0);
      await expectSound(page);
      await page.reload();
    }
    const number = page.url().slice(-8);
    await expect(page.getByRole("link", { name: "Ask us on WhatsApp" })).toHaveAttribute(
      "href",
      new RegExp(`^https://wa\\.me/254700000000\\?text=.*${number}\\.$`),
    );
    const share = await page.getByRole("link", { name: "Share on WhatsApp" }).getAttribute("href");
    expect(share).toMatch(/^https:\/\/wa\.me\/\?text=.*%2Fproduct%2F/);
    expect(share).not.toContain(number);
    // on paper neither
    await page.emulateMedia({ media: "print" });
    await expect(page.locator(".receipt")).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1, name: "My orders" })).toBeVisible();
    await page.emulateMedia({ media: "screen" });

    await page.goto("/orders");
    await expectOneOrder(page, TILL, payer);
    await expect(headed(page, "Asante! We have your order")).toHaveCount(0);
  },
);

test("The page of another's order or a wrong number shows nothing and says what to do", async ({ page }) => {
  await atPay(page, TILL);
  await TILL.button(page).click();
  await expect(page).toHaveURL(PLACED);
  const { pathname, search } = new URL(page.url());
  const number = search.slice(-8);
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${pathname}${search}`);
  await expect(page.getByRole("link", { name: "Go to Login" })).toBeVisible();
  await signInAsNew(page);
  for (const address of [search, "?placed=nonsense", "?placed="]) {
    await page.goto(`${pathname}${address}`);
    await expect(headed(page, "We can't find this order here")).toBeVisible();
    await expect(page.getByText(number)).toHaveCount(0);
    await expect(headed(page, "No orders yet")).toBeVisible();
  }
  await expectSound(page);
});

test("A paid order prints as a receipt with buyer, address and payment", async ({ page }) => {
  const payer = await atPay(page, PUSH);
  const { product, size } = payer.goods;
  await PUSH.button(page).click();
  await PUSH.begun(page);
  await PUSH.settle(page, payer);
  await expectOrdered(page);
  const placed = panel(page, "Asante! Your order is paid");
  await expect(placed.getByText("We have your payment. Next we pack your order.")).toBeVisible();
  await expect(placed.getByRole("button", { name: "Print or save receipt" })).toBeVisible();
  await expectSound(page);
  await expect(page.locator(".receipts")).toHaveCount(0);

  // another order that is paid: only the one that was asked for is printed
  await page.route("**/api/order/userOrders", async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    const [paid] = json.orders;
    json.orders.push({ ...paid, _id: `0${paid._id.slice(1, -8)}OTHER123` });
    await route.fulfill({ response, json });
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

  // the list is back on the screen
  await page.emulateMedia({ media: "screen" });
  await expect(page.getByRole("button", { name: /Track Order/ })).toHaveCount(2);
  await expect(page.locator(".receipts")).toBeHidden();

  // the browser's own command prints all that are paid
  await page.keyboard.press("Tab");
  await page.emulateMedia({ media: "print" });
  await expect(receipt).toHaveCount(2);
});
