import { expect, type Page, test } from "@playwright/test";
import { chooseCard, modal, payButton, payInModal, SIMULATOR } from "./cards.ts";
import { atPay, CARD, expectOneOrder, goToPay, PUSH } from "./payers.ts";
import { PLACED } from "./placed.ts";
import { atCheckout, headed } from "./prompts.ts";
import { QUICK } from "./sizes.ts";
import { expectSound } from "./sound.ts";

/** Signed in, with one product in the cart, at the card page; gives the product's name. */
async function atTheCardPage(page: Page, n: number): Promise<string> {
  const { goods } = await atCheckout(page, n);
  await chooseCard(page);
  await expect(payButton(page)).toBeVisible();
  return goods.product.name;
}

/** Whether the provider's script is alive in this document. */
const isScriptAlive = (page: Page) => page.evaluate(() => "FlutterwaveCheckout" in window);

/** Asked between two documents, the page cannot answer yet. */
const expectScriptGone = (page: Page) => expect.poll(() => isScriptAlive(page).catch(() => true)).toBe(false);

/** At My orders with this one order, an empty cart and nothing of the provider's left. */
async function expectOrdered(page: Page, product: string): Promise<void> {
  await expect(page).toHaveURL(PLACED);
  await expect(page.getByRole("link", { name: product })).toBeVisible();
  await expect(page.getByRole("button", { name: /Track Order/ })).toHaveCount(1);
  await expect(page.getByRole("link", { name: "Cart, 0 items" })).toBeVisible();
  await expectScriptGone(page);
}

test("Enter held down asks for money once", QUICK, async ({ page }) => {
  const product = await atTheCardPage(page, 20);
  expect(await isScriptAlive(page)).toBe(false);
  await expect(page.getByRole("list", { name: "Your order" })).toContainText(`1 × ${product}, `);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Wanjiku Otieno");
  await expect(page.getByLabel("Phone")).toHaveValue("0712 345 678");
  await expect(page.getByLabel("Amount")).toHaveAttribute("readonly", "");
  let asked = 0;
  let release = () => {};
  const pressed = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(CARD.call, async (route) => {
    asked += 1;
    await pressed;
    await route.continue();
  });
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
  await expectOrdered(page, product);
  await page.goBack();
  await expect(page).not.toHaveURL("/flutterwave");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(asked).toBe(1);
});

test("a closed card page takes nothing, and opens again", async ({ page }) => {
  const product = await atTheCardPage(page, 22);
  await payButton(page).click();
  await modal(page).getByRole("button", { name: "Close payment" }).click();
  // why is a toast, and the panel says what to do
  await expect(page.getByRole("alert").filter({ hasText: "Payment cancelled" })).toHaveCount(1);
  await expect(page.getByRole("heading", { name: "You closed the card page" })).toBeVisible();
  await expect(payButton(page)).toBeFocused();
  await payButton(page).click();
  await payInModal(page);
  await expectOrdered(page, product);
});

test("a refused card may be followed by a good one in the same page", async ({ page }) => {
  const product = await atTheCardPage(page, 23);
  await payButton(page).click();
  await payInModal(page, "5258585922666506");
  await expect(modal(page).getByRole("alert")).toContainText("Insufficient Funds");
  await payInModal(page);
  await expectOrdered(page, product);
});

test("only the card page lets the provider in: a document of its own, left by Back, Forward and links", async ({
  page,
}) => {
  const policyOf = async (path: string) =>
    (await page.request.get(path)).headers()["content-security-policy"] ?? "";
  expect(await policyOf("/flutterwave")).toContain(`frame-src 'self' ${SIMULATOR}`);
  for (const path of ["/", "/cart", "/place-order", "/mpesa", "/orders", "/nothing-here"])
    expect(await policyOf(path), path).not.toContain(SIMULATOR);

  await atTheCardPage(page, 31);
  await payButton(page).click();
  await modal(page).getByRole("button", { name: "Close payment" }).click();
  await expect(payButton(page)).toBeFocused();
  expect(await isScriptAlive(page)).toBe(true);
  await page.goBack();
  await expect(page).toHaveURL("/place-order");
  await expect(page.getByLabel("Street")).toHaveValue("12 Langata Road");
  await expectScriptGone(page);
  await page.goForward();
  await expect(payButton(page)).toBeVisible();
  await expectScriptGone(page);
  await payButton(page).click();
  await expect(modal(page).getByRole("button", { name: /^Pay / })).toBeVisible();
  await modal(page).getByRole("button", { name: "Close payment" }).click();
  await page.getByRole("link", { name: /^Cart, / }).click();
  await expect(page).toHaveURL("/cart");
  await expectScriptGone(page);
  await expect(page.getByRole("button", { name: "PROCEED TO CHECKOUT" })).toBeVisible();
});

test("card money that is being checked is in the way of a push, and the push page says where it will show", async ({
  page,
}) => {
  const payer = await atPay(page, CARD);
  await CARD.button(page).click();
  await payInModal(page, "4000000000000007");
  await expect(headed(page, "We couldn't place your order yet")).toBeVisible();
  await expect(page.getByRole("button", { name: "Check again" })).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);
  await goToPay(page, PUSH, payer);
  await PUSH.button(page).click();
  await expect(headed(page, "One payment at a time")).toBeVisible();
  await expect(page.getByText("M-Pesa Error: We're still checking your last payment.").first()).toBeVisible();
  await expect(page.getByText("Your last payment was by card", { exact: false })).toBeVisible();
  await expectSound(page);
  expect(await PUSH.asked(page.request, payer)).toBe(0);
  await page.getByRole("main").getByRole("link", { name: "See my orders" }).click();
  await expect(page).toHaveURL("/orders");
  await expect(headed(page, "We're looking into your payment")).toBeVisible();
  await expect(
    page.getByRole("main").getByText(/^Card, .*: Ksh .*, not matched to an order yet\.$/),
  ).toBeVisible();
  await expectSound(page);
});

test("a card payment begun in a tab that is gone is found by the page's address", async ({
  page,
  context,
}) => {
  const payer = await atPay(page, CARD);
  await CARD.button(page).click();
  await CARD.begun(page);
  const other = await context.newPage();
  await page.close();
  await other.goto("/flutterwave");
  await expect(headed(other, "You've started a card payment")).toBeVisible();
  await CARD.settleAlone(context.request, payer);
  await expect(headed(other, "Payment confirmed!")).toBeVisible();
  await other.getByRole("link", { name: "See my orders" }).click();
  await expectOneOrder(other, CARD, payer);
});
