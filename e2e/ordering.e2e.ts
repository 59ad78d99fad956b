import { randomInt } from "node:crypto";
import { expect, test } from "@playwright/test";
import { addToCart, plentiful } from "./goods.ts";
import { endSession, onward, PLACED } from "./onward.ts";
import { choose, orderByCode, TILL } from "./payers.ts";
import { ADDRESS, fillAddress, fillSignUpHere, followMail, freshCode, freshEmail } from "./people.ts";
import { QUICK } from "./sizes.ts";
import { expectSound } from "./sound.ts";

test("A new shopper orders without an account", QUICK, async ({ page }) => {
  const [first, second] = [await plentiful(page.request, 17), await plentiful(page.request, 18)];
  await addToCart(page, first);
  await page.goto(`/product/${second.product._id}`);
  const buy = page.getByRole("button", { name: "Buy now" });
  await buy.click({ force: true });
  await expect(page.getByText("Please select product size")).toBeVisible();
  await page.getByRole("radio", { name: second.size, exact: true }).check();
  await buy.click();
  await expect(page).toHaveURL("/place-order");
  await expect(page.getByText("This order also has what was already in your cart.")).toBeVisible();
  for (const { product } of [first, second])
    await expect(page.getByText(`1 × ${product.name}`, { exact: false })).toBeVisible();
  await page.goBack();
  await page.getByRole("radio", { name: second.size, exact: true }).check();
  await buy.click();
  await expect(page.getByText(`1 × ${second.product.name}`, { exact: false })).toBeVisible();
  await expectSound(page);

  await page.getByRole("button", { name: "Order as a guest" }).click();
  await expect(page.getByLabel("First name")).toBeFocused();
  await expect(page.getByRole("main").getByRole("link", { name: "Log in" })).toBeVisible();
  await fillAddress(page);
  // of this guest alone: what guests have in common counts towards the same limits
  await page.getByLabel("Email address").fill(freshEmail());
  await page.getByRole("textbox", { name: "Phone" }).fill(`07${randomInt(10_000_000, 99_999_999)}`);
  await page.getByRole("radio", { name: /Cash on order/ }).check();
  await onward(page).click();
  await expect(page).toHaveURL("/mpesa-verification");
  await orderByCode(page);
  await expect(page.getByRole("button", { name: /Track Order/ })).toHaveCount(1);
  for (const { product } of [first, second])
    await expect(page.getByRole("link", { name: product.name })).toBeVisible();
});

test("The delivery form's name and e-mail fill log-in and sign-up", async ({ page, context }) => {
  await addToCart(page, await plentiful(page.request, 14));
  await page.goto("/place-order");
  await fillAddress(page);
  await choose(page, TILL);
  // somebody's guest session ends
  await endSession(page);
  await expect(page.getByRole("heading", { name: "Order as a guest, or log in" })).toBeVisible();
  await expect(page.getByText("Till number")).toHaveCount(0);
  await expectSound(page);

  await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
  // what stands in the delivery form is not asked for again
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(ADDRESS["Email address"]);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Wanjiku Otieno");
  await page.getByRole("button", { name: "Login here" }).click();
  const email = await fillSignUpHere(page);
  const other = await context.newPage();
  await followMail(other, email);
  // the mail's tab comes to the checkout with the form, and the one left open resumes
  await expect(other).toHaveURL("/place-order");
  await expect(other.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
  // both tabs keep one draft: while the other still fills in its form, it may overwrite what is typed here
  await other.waitForLoadState("networkidle");
  await expect(page).toHaveURL("/mpesa-verification");
  const code = freshCode();
  await page.getByLabel("M-Pesa transaction code").fill(code);
  await page.reload();
  await expect(page.getByLabel("M-Pesa transaction code")).toHaveValue(code);
  await page.close();
  // a closed tab, and the next one: form, way to pay and code
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
