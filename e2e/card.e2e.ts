import { expect, type Page, test } from "@playwright/test";
import {
  chooseCard,
  goToCardPage,
  letPass,
  modal,
  payButton,
  payInModal,
  SIMULATOR,
  spoilScript,
} from "./cards.ts";
import { addToCart, plentiful } from "./goods.ts";
import { fillAddress, newAccount, PASSWORD } from "./people.ts";
import { atCheckout } from "./prompts.ts";

const SCRIPT_FAILED = "Failed to load payment modal. Check your internet connection and retry later.";

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

async function expectOrdered(page: Page, product: string): Promise<void> {
  await expect(page).toHaveURL("/orders");
  await expect(page.getByRole("link", { name: product })).toBeVisible();
  await expect(page.getByRole("button", { name: /Track Order/ })).toHaveCount(1);
  await expect(page.getByRole("link", { name: "Cart, 0 items" })).toBeVisible();
  await expectScriptGone(page);
}

test("a card is charged once, the order is there, and Back asks for no second payment", async ({ page }) => {
  const product = await atTheCardPage(page, 20);
  expect(await isScriptAlive(page)).toBe(false);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Wanjiku Otieno");
  await expect(page.getByLabel("Phone")).toHaveValue("254712345678");
  await expect(page.getByLabel("Amount")).toHaveAttribute("readonly", "");
  await payButton(page).dblclick();
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
});

test("details are asked for in the specification's words", async ({ page }) => {
  await atTheCardPage(page, 21);
  await page.getByLabel("Name", { exact: true }).fill(" ");
  await payButton(page).click();
  await expect(page.getByText("Please fill in all payment details").first()).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await page.getByLabel("Name", { exact: true }).fill("Wanjiku");
  await page.getByLabel("Email address").fill("not an address");
  await payButton(page).click();
  await expect(page.getByText("Please enter a valid email address").first()).toBeVisible();
  await expect(page.getByLabel("Email address")).toBeFocused();
  await expect(page.locator('iframe[name="checkout"]')).toHaveCount(0);
});

test("a closed card page takes nothing, and opens again", async ({ page }) => {
  const product = await atTheCardPage(page, 22);
  await payButton(page).click();
  await modal(page).getByRole("button", { name: "Close payment" }).click();
  await expect(page.getByRole("heading", { name: "Payment cancelled" })).toBeVisible();
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

test("a card page that never calls back: our own server hears of the money", async ({ page }) => {
  const product = await atTheCardPage(page, 24);
  await payButton(page).click();
  await payInModal(page, "4000000000000002");
  await expectOrdered(page, product);
});

test("paid and closed before a word of it: found when the page closes", async ({ page }) => {
  const product = await atTheCardPage(page, 25);
  await payButton(page).click();
  await payInModal(page, "4000000000000002");
  await expect(modal(page).getByRole("heading", { name: "Finishing your payment" })).toBeVisible();
  await modal(page).getByRole("button", { name: "Close payment" }).click();
  await expectOrdered(page, product);
});

test("a payment that is still being confirmed asks for no other, also after a reload", async ({ page }) => {
  const product = await atTheCardPage(page, 26);
  await payButton(page).click();
  await payInModal(page, "4000000000000006");
  const waiting = page.getByRole("heading", { name: "Payment is being confirmed" });
  await expect(waiting).toBeFocused();
  await expect(page.getByText("It is safe to close this page", { exact: false })).toBeVisible();
  await page.reload();
  await expect(waiting).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);
  await letPass(page.request, 61);
  await expect(page).toHaveURL("/orders", { timeout: 40_000 });
  await expectOrdered(page, product);
});

test("another amount than ours is never an order, and no second charge is offered", async ({ page }) => {
  await atTheCardPage(page, 27);
  await payButton(page).click();
  await payInModal(page, "4000000000000007");
  await expect(page.getByText(/^Bad request: /).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Check again" })).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);
  await page.goto("/orders");
  await expect(page.getByText("No orders yet")).toBeVisible();
});

test("a success the provider knows nothing of is no order", async ({ page }) => {
  const product = await atTheCardPage(page, 28);
  await payButton(page).click();
  await payInModal(page, "4000000000000014");
  await expect(page.getByText(/^Bad request: /).first()).toBeVisible();
  await page.goto("/orders");
  await expect(page.getByText("No orders yet")).toBeVisible();
  await expect(page.getByRole("link", { name: product })).toHaveCount(0);
});

test("a script that loads at the third try goes on; three failures say so, and a later click begins anew", async ({
  page,
}) => {
  const product = await atTheCardPage(page, 29);
  const asked = await spoilScript(page, { status: 404 });
  await payButton(page).click();
  await expect(page.getByText(SCRIPT_FAILED).first()).toBeVisible();
  expect(asked.times).toBe(3);
  await expect(page.getByRole("link", { name: "Pay by till instead" })).toBeVisible();
  await expect(page.locator(`script[src^="${SIMULATOR}"]`)).toHaveCount(0);
  await spoilScript(page, { status: 404 }, 2);
  await payButton(page).click();
  await payInModal(page);
  await expectOrdered(page, product);
});

for (const body of ["void 0;", "<!doctype html><title>Blocked</title>"])
  test(`a script that is none (${body}) leaves the other ways to pay`, async ({ page }) => {
    await atTheCardPage(page, 30);
    await spoilScript(page, { body });
    await payButton(page).click();
    await expect(page.getByText(SCRIPT_FAILED).first()).toBeVisible();
    // the page after the card page is a document of its own: Chromium hangs when it is closed amid the change
    const loaded = page.waitForEvent("load");
    await page.getByRole("link", { name: "Pay by till instead" }).click();
    await loaded;
    await expect(page).toHaveURL("/mpesa-verification");
    await expect(page.getByLabel("M-Pesa transaction code")).toBeVisible();
  });

test("the card page is a document of its own: reached by a link, left by Back and Forward", async ({
  page,
}) => {
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

test("only the card page lets the provider in", async ({ page }) => {
  const policyOf = async (path: string) =>
    (await page.request.get(path)).headers()["content-security-policy"] ?? "";
  expect(await policyOf("/flutterwave")).toContain(`frame-src 'self' ${SIMULATOR}`);
  for (const path of ["/", "/cart", "/place-order", "/mpesa", "/orders", "/nothing-here"])
    expect(await policyOf(path), path).not.toContain(SIMULATOR);
});

test("signed out, the card page asks to log in first, and comes back with cart, form and method", async ({
  page,
}) => {
  const email = await newAccount(page.request);
  const found = await plentiful(page.request, 32);
  await addToCart(page, found);
  await page.goto("/place-order");
  await fillAddress(page);
  await chooseCard(page);
  await expect(payButton(page)).toHaveCount(0);
  await page.getByRole("link", { name: "Log in or sign up" }).click();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page).toHaveURL("/flutterwave");
  await expect(payButton(page)).toBeVisible();
  await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
  await page.goto("/place-order");
  await expect(page.getByLabel("Street")).toHaveValue("12 Langata Road");
  await expect(page.getByRole("radio", { name: /Card/ })).toBeChecked();
  await page.getByRole("button", { name: "PLACE ORDER" }).click();
  await payButton(page).click();
  await payInModal(page);
  await expectOrdered(page, found.product.name);
});

test("a finished payment shows its order in another tab, which was at the form", async ({
  page,
  context,
}) => {
  const product = await atTheCardPage(page, 33);
  const other = await context.newPage();
  await goToCardPage(other);
  await page.bringToFront();
  await payButton(page).click();
  await payInModal(page);
  await expectOrdered(page, product);
  await other.bringToFront();
  await other.reload();
  await expect(other.getByRole("heading", { name: "Payment confirmed!" })).toBeFocused();
  await expect(payButton(other)).toHaveCount(0);
  await other.getByRole("link", { name: "See my orders" }).click();
  await expectOrdered(other, product);
});

test("offline, Pay waits and says so", async ({ page, context }) => {
  await atTheCardPage(page, 34);
  await context.setOffline(true);
  await expect(payButton(page)).toBeDisabled();
  await expect(page.getByText("No connection. Check your internet and try again.")).toBeVisible();
  await context.setOffline(false);
  await expect(payButton(page)).toBeEnabled();
});

test("paid twice: the page says so instead of success, and a reload pays nothing", async ({ page }) => {
  await atTheCardPage(page, 35);
  const message = "You paid twice; we are giving the money of this payment back.";
  await page.route("**/api/order/flutterwave", (route) =>
    route.fulfill({ json: { success: true, message, orderId: "01KPAIDTWICE", refund: true } }),
  );
  await payButton(page).click();
  await payInModal(page);
  await expect(page.getByRole("heading", { name: "Your money goes back to you" })).toBeFocused();
  await expect(page.getByText(message)).toBeVisible();
  await expect(page.getByText("Payment confirmed!")).toHaveCount(0);
  // in truth one payment was made, and its order is there: said, and then shown
  await page.reload();
  await expect(page.getByRole("heading", { name: /^(Payment confirmed!|My orders)$/ })).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);
});
