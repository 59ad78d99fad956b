import { expect, type Page, test } from "@playwright/test";
import { addToCart, plentiful, signInWith } from "./goods.ts";
import { endSession, goToTill, onward } from "./onward.ts";
import { fillAddress, fillSignUpHere, followMail, freshCode } from "./people.ts";
import { PLACED } from "./placed.ts";
import { atCheckout } from "./prompts.ts";
import { expectSound } from "./sound.ts";

/** Signed in, with one product in the cart, at the till page. */
async function atTheTill(page: Page, n: number): Promise<{ total: string }> {
  const { total } = await atCheckout(page, n);
  await goToTill(page);
  return { total };
}

test("the delivery form needs every field, says what is wrong, and survives a reload", async ({ page }) => {
  await addToCart(page, await plentiful(page.request, 10));
  await page.goto("/place-order");
  const place = onward(page);
  await place.click();
  await expect(page).toHaveURL("/place-order");
  await expect(page.getByLabel("First name")).toBeFocused();
  await expect(page.getByLabel("First name")).toHaveAttribute("aria-invalid", "true");
  await fillAddress(page);
  await page.getByLabel("Postal code").fill("abc");
  await page.getByRole("textbox", { name: "Phone" }).fill("call me");
  await place.click();
  await expect(page.getByLabel("Postal code")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByRole("textbox", { name: "Phone" })).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Postal code").fill("00100");
  await page.getByRole("textbox", { name: "Phone" }).fill("0712345678");
  await page.reload();
  await expect(page.getByLabel("Street")).toHaveValue("12 Langata Road");
  await expect(page.getByRole("textbox", { name: "Phone" })).toHaveValue("0712 345 678");
  await expect(page.getByRole("radio", { name: /M-Pesa push/ })).toBeChecked();
  for (const name of [/Cash on order/, /Card/]) await expect(page.getByRole("radio", { name })).toBeEnabled();
});

test("the policies are read in a tab of their own, and what was typed stays", async ({ page, context }) => {
  await addToCart(page, await plentiful(page.request, 10));
  await page.goto("/place-order");
  await fillAddress(page);
  const opened = context.waitForEvent("page");
  await page.getByRole("main").getByRole("link", { name: "Returns and exchanges" }).click();
  const policy = await opened;
  await expect(policy.getByRole("heading", { level: 1, name: "Returns and exchanges" })).toBeVisible();
  await expect(page).toHaveURL("/place-order");
  await expect(page.getByLabel("Street")).toHaveValue("12 Langata Road");
  await expectSound(policy);
  await expectSound(page);
});

test("payment pages without order data lead to the cart", async ({ page }) => {
  for (const path of ["/mpesa-verification", "/mpesa", "/flutterwave"]) {
    await page.goto(path);
    await expect(page).toHaveURL("/cart");
  }
});

test("a blank code is asked for, a used one refused, and the page can be reloaded", async ({
  page,
  browser,
  baseURL,
}) => {
  const code = freshCode();
  const context = await browser.newContext({ baseURL: baseURL ?? "" });
  const other = await context.newPage();
  await atTheTill(other, 11);
  await other.getByLabel("M-Pesa transaction code").fill(code);
  await other.getByRole("button", { name: "PLACE ORDER" }).click();
  await expect(other).toHaveURL(PLACED);
  await context.close();

  await atTheTill(page, 12);
  const field = page.getByLabel("M-Pesa transaction code");
  const place = page.getByRole("button", { name: "PLACE ORDER" });
  await expect(field).toHaveAttribute("maxlength", "10");
  await field.fill("   ");
  await place.click();
  const missing = page.locator(".Toastify__toast", { hasText: "Please enter M-Pesa transaction code" });
  await expect(missing).toBeVisible();
  await field.fill(code);
  // before it closes by itself
  await expect(missing).toHaveCount(0, { timeout: 3_000 });
  await place.click();
  await expect(page.getByText("This M-Pesa code has already been used.").first()).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL("/mpesa-verification");
  await field.fill(freshCode());
  await place.click();
  await expect(page).toHaveURL(PLACED);
  await expect(page.getByRole("button", { name: /Track Order/ })).toHaveCount(1);
});

test("a total that changed meanwhile places nothing and shows the new one", async ({ page }) => {
  const { total } = await atTheTill(page, 13);
  await page.route("**/api/order/placeOrder", async (route) => {
    const body = route.request().postDataJSON();
    await route.continue({ postData: { ...body, amount: body.amount - 1 } });
  });
  await page.getByLabel("M-Pesa transaction code").fill(freshCode());
  await page.getByRole("button", { name: "PLACE ORDER" }).click();
  await expect(page.getByText("The total has changed. Please review your cart.").first()).toBeVisible();
  await expect(page.getByText(total).first()).toBeVisible();
  await page.goto("/orders");
  await expect(page.getByText("No orders yet")).toBeVisible();
});

test("without an account the order goes on as a guest's; a guest who is refused stays and is told", async ({
  page,
}) => {
  await addToCart(page, await plentiful(page.request, 16));
  await page.goto("/place-order");
  await page.getByRole("button", { name: "Order as a guest" }).click();
  await expect(page.getByLabel("First name")).toBeFocused();
  await expect(page.getByRole("main").getByRole("link", { name: "Log in" })).toBeVisible();
  await fillAddress(page);
  await page.getByRole("radio", { name: /Cash on order/ }).check();
  const refusal = { success: false, message: "Too many requests. Please try again later." };
  await page.route("**/api/user/guest", (route) => route.fulfill({ status: 429, json: refusal }), {
    times: 1,
  });
  await onward(page).click();
  await expect(page.getByText(refusal.message)).toBeVisible();
  await expectSound(page);
  await expect(page).toHaveURL("/place-order");
  await onward(page).click();
  await expect(page).toHaveURL("/mpesa-verification");
  await page.getByLabel("M-Pesa transaction code").fill(freshCode());
  await page.getByRole("button", { name: "PLACE ORDER" }).click();
  await expect(page).toHaveURL(/\/orders/);
  await expect(page.getByRole("button", { name: /Track Order/ })).toHaveCount(1);
});

test("Buy now goes to the checkout with this and the cart's goods, and adds nothing twice", async ({
  page,
}) => {
  const [first, second] = [await plentiful(page.request, 17), await plentiful(page.request, 18)];
  await addToCart(page, first);
  await page.goto(`/product/${second.product._id}`);
  const buy = page.getByRole("button", { name: "Buy now" });
  await buy.click({ force: true });
  await expect(page.getByText("Please select product size")).toBeVisible();
  await page.getByRole("radio", { name: second.size, exact: true }).check();
  await buy.click();
  await expect(page).toHaveURL("/place-order");
  await expect(page.getByText("What was in your cart already is ordered with it.")).toBeVisible();
  for (const { product } of [first, second])
    await expect(page.getByText(`1 × ${product.name}`, { exact: false })).toBeVisible();
  await page.goBack();
  await page.getByRole("radio", { name: second.size, exact: true }).check();
  await buy.click();
  await expect(page.getByText(`1 × ${second.product.name}`, { exact: false })).toBeVisible();
  await expectSound(page);
});

test("nobody signed out sees a till, a prompt or a card form; signed up and verified in another tab, all is as it was", async ({
  page,
  context,
}) => {
  await addToCart(page, await plentiful(page.request, 14));
  await page.goto("/place-order");
  await fillAddress(page);
  for (const [method, path] of [
    [/M-Pesa push/, "/mpesa"],
    [/Card/, "/flutterwave"],
    [/Cash on order/, "/mpesa-verification"],
  ] as const) {
    await page.getByRole("radio", { name: method }).check();
    await onward(page).click();
    await expect(page).toHaveURL(path);
    // somebody's guest session ends
    await endSession(page);
    await expect(page.getByRole("heading", { name: "Order as a guest, or log in" })).toBeVisible();
    await expect(page.getByRole("main").getByRole("textbox")).toHaveCount(0);
    await expect(page.getByText("Till number")).toHaveCount(0);
    await expectSound(page);
    if (path !== "/mpesa-verification") await page.goto("/place-order");
  }
  await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
  const email = await fillSignUpHere(page);
  const other = await context.newPage();
  await followMail(other, email);
  await expect(other.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
  // the first tab goes on by itself
  await expect(page).toHaveURL("/mpesa-verification");
  const code = freshCode();
  await page.getByLabel("M-Pesa transaction code").fill(code);
  await page.reload();
  await expect(page.getByLabel("M-Pesa transaction code")).toHaveValue(code);
  await page.close();
  // a closed tab, and the next one: form, way to pay and code
  await other.goto("/place-order");
  await expect(other.getByLabel("Street")).toHaveValue("12 Langata Road");
  await expect(other.getByRole("radio", { name: /Cash on order/ })).toBeChecked();
  await onward(other).click();
  await expect(other.getByLabel("M-Pesa transaction code")).toHaveValue(code);
  await other.getByRole("button", { name: "PLACE ORDER" }).click();
  await expect(other).toHaveURL(PLACED);
  await expect(other.getByRole("link", { name: "Cart, 0 items" })).toBeVisible();
  const kept = await other.evaluate(() => JSON.stringify({ ...localStorage }));
  for (const typed of ["Langata", "0712345678", code]) expect(kept).not.toContain(typed);
});

test("what was typed before hydration is kept, and a logout forgets it all", async ({ page }) => {
  await signInWith(page, await plentiful(page.request, 15));
  // the scripts come late
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/place-order", { waitUntil: "commit" });
  await page.getByLabel("Street").fill("12 Langata Road");
  release();
  await expect(onward(page)).toBeEnabled();
  await page.reload();
  await expect(page.getByLabel("Street")).toHaveValue("12 Langata Road");
  await page.goto("/profile");
  await page.getByRole("button", { name: "Logout" }).last().click();
  await expect(page).toHaveURL("/login");
  expect(await page.evaluate(() => localStorage.getItem("checkout-draft"))).toBeNull();
});

test("checkout keeps room for the cart's lines before hydration: nothing jumps", async ({ page }) => {
  await signInWith(page, ...(await Promise.all([0, 1, 2].map((n) => plentiful(page.request, n)))));
  // from here on this browser knows how many lines there are
  await page.goto("/cart");
  await expect(page.getByRole("link", { name: "Cart, 3 items" })).toBeVisible();
  await expect(page.getByRole("button", { name: "PROCEED TO CHECKOUT" })).toBeEnabled();
  const totalAt = () =>
    page.locator(".totals > div:last-child").evaluate((row) => row.getBoundingClientRect().top + scrollY);
  // the scripts never come
  await page.route("**/assets/*.js", () => {});
  await page.goto("/place-order", { waitUntil: "commit" });
  await expect(page.getByLabel("Loading your order")).toBeVisible();
  const before = await totalAt();
  await page.unrouteAll();
  await page.goto("/place-order");
  await expect(page.getByLabel("Loading your order")).toHaveCount(0);
  expect(Math.abs((await totalAt()) - before)).toBeLessThan(2);
});
