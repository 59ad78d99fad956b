import { expect, test } from "@playwright/test";
import { atTheCardPage, expectOrdered, expectScriptGone, isScriptAlive } from "./card-page.ts";
import { chooseCard, modal, payButton, payInModal, SIMULATOR, spoilScript } from "./cards.ts";
import { addToCart, plentiful } from "./goods.ts";
import { endSession, onward } from "./onward.ts";
import { fillAddress, newAccount, PASSWORD } from "./people.ts";

const SCRIPT_FAILED = "Failed to load payment modal. Check your internet connection and retry later.";

test("details are asked for in the specification's words", async ({ page }) => {
  await atTheCardPage(page, 21);
  await page.getByLabel("Name", { exact: true }).fill(" ");
  await payButton(page).click();
  await expect(page.getByText("Please fill in all payment details").first()).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await page.getByLabel("Name", { exact: true }).fill("Wanjiku");
  // before it closes by itself
  const missing = page.locator(".Toastify__toast", { hasText: "Please fill in all payment details" });
  await expect(missing).toHaveCount(0, { timeout: 3_000 });
  await page.getByLabel("Email address").fill("not an address");
  await payButton(page).click();
  await expect(page.getByText("Please enter a valid email address").first()).toBeVisible();
  await expect(page.getByLabel("Email address")).toBeFocused();
  await expect(page.locator('iframe[name="checkout"]')).toHaveCount(0);
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

test("signed out meanwhile, the card page asks to log in first, and comes back with cart, form and method", async ({
  page,
}) => {
  const email = await newAccount(page.request);
  const found = await plentiful(page.request, 32);
  await addToCart(page, found);
  await page.goto("/place-order");
  await fillAddress(page);
  await chooseCard(page);
  await endSession(page);
  await expect(payButton(page)).toHaveCount(0);
  await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page).toHaveURL("/flutterwave");
  await expect(payButton(page)).toBeVisible();
  await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
  await page.goto("/place-order");
  await expect(page.getByLabel("Street")).toHaveValue("12 Langata Road");
  await expect(page.getByRole("radio", { name: /Card/ })).toBeChecked();
  await onward(page).click();
  await payButton(page).click();
  await payInModal(page);
  await expectOrdered(page, found.product.name);
});

test("offline, Pay waits and says so", async ({ page, context }) => {
  await atTheCardPage(page, 34);
  await context.setOffline(true);
  await expect(payButton(page)).toBeDisabled();
  await expect(page.getByText("No connection. Check your internet and try again.")).toBeVisible();
  await context.setOffline(false);
  await expect(payButton(page)).toBeEnabled();
});
