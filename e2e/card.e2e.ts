import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { modal, payInModal } from "./cards.ts";
import { listProducts } from "./goods.ts";
import { hold } from "./held.ts";
import { PLACED } from "./onward.ts";
import { atPage, CARD, choose, goToPage, orderByCode, TILL } from "./payers.ts";
import { post, signInToOrder, signUp } from "./people.ts";
import { headed } from "./prompts.ts";
import { QUICK } from "./sizes.ts";
import { expectSound } from "./sound.ts";

/** Whether the provider's script is alive in this document. */
const isScriptAlive = (page: Page) => page.evaluate(() => "FlutterwaveCheckout" in window);

test("Enter held down asks for money once", QUICK, async ({ page }) => {
  const { goods, total } = await atPage(page, CARD);
  const { name } = goods.product;
  expect(await isScriptAlive(page)).toBe(false);
  await expect(page.getByRole("list", { name: "Your order" })).toContainText(`1 × ${name}, `);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Wanjiku Otieno");
  await expect(page.getByLabel("Phone")).toHaveValue("0712 345 678");
  await expect(page.getByLabel("Amount")).toHaveValue(total);
  await expectSound(page);
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().endsWith(CARD.call.slice(2))) asked += 1;
  });
  const release = await hold(page, CARD.call);
  await page.getByLabel("Phone").focus();
  // until the keyboard repeats it
  for (let times = 0; times < 5; times += 1) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  release();
  await expect(modal(page).getByRole("button", { name: /^Pay / })).toBeVisible();
  await expect(page.locator('iframe[name="checkout"]')).toHaveCount(1);
  const sent = page.waitForRequest("**/api/order/flutterwave");
  await payInModal(page);
  expect((await sent).postDataJSON().paymentDetails).toEqual({
    amount: expect.any(Number),
    currency: "KES",
    processor_response: "Approved Successful",
    phone_number: "254712345678",
  });
  await expect(page.getByRole("heading", { name: "Payment confirmed!" })).toBeFocused();
  await expect(page).toHaveURL(PLACED);
  await expect(page.getByRole("link", { name })).toBeVisible();
  await expect(page.getByRole("button", { name: /Track Order/ })).toHaveCount(1);
  await expect(page.getByRole("link", { name: "Cart, 0 items" })).toBeVisible();
  // between two documents the page cannot answer yet
  await expect.poll(() => isScriptAlive(page).catch(() => true)).toBe(false);
  await page.goBack();
  await expect(page).not.toHaveURL("/flutterwave");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(asked).toBe(1);
});

test("a card page that was closed says what to do, and the last pieces can be paid another way", async ({
  page,
}) => {
  const { token } = await signUp(page.request);
  await post(page.request, "/api/cart/update", await lastPieces(page.request), token);
  await signInToOrder(page, token);
  await goToPage(page, CARD);
  await CARD.button(page).click();
  await modal(page).getByRole("button", { name: "Close payment" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Payment cancelled" })).toHaveCount(1);
  await expect(headed(page, "You closed the card page")).toBeVisible();
  await expect(CARD.button(page)).toBeFocused();
  await expectSound(page);
  await page.getByRole("link", { name: "Choose another way" }).click();
  await choose(page, TILL);
  await orderByCode(page);
});

/** Of the size that has the fewest, all. */
async function lastPieces(request: APIRequestContext) {
  const sizes = (await listProducts(request)).flatMap(({ _id: itemId, stock }) =>
    Object.entries(stock).map(([size, quantity]) => ({ itemId, size, quantity })),
  );
  return sizes.filter(({ quantity }) => quantity > 0).sort((a, b) => a.quantity - b.quantity)[0] ?? {};
}
