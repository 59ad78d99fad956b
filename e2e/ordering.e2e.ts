import { randomInt } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { addToCart, plentiful } from "./goods.ts";
import { endSession, onward, PLACED } from "./onward.ts";
import { choose, orderByCode, TILL } from "./payers.ts";
import {
  ADDRESS,
  fillAddress,
  fillSignUp,
  fillSignUpHere,
  followMail,
  freshCode,
  freshEmail,
  MAILBOX,
} from "./people.ts";
import { QUICK } from "./sizes.ts";
import { expectSound } from "./sound.ts";

/** A guest's own e-mail and phone: what guests have in common counts towards the same limits. */
async function fillOwnAddress(page: Page): Promise<string> {
  const email = freshEmail();
  await fillAddress(page);
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("textbox", { name: "Phone" }).fill(`07${randomInt(10_000_000, 99_999_999)}`);
  return email;
}

test(
  "browse, choose a size, sign up, verify, pay the till and find the order under My orders",
  QUICK,
  async ({ page }) => {
    await page.goto("/");
    await page.getByRole("link", { name: "SHOP NOW" }).click();
    await expect(page).toHaveURL(/\/collection$/);
    const { product, size } = await plentiful(page.request);
    await page.getByRole("main").getByRole("link", { name: product.name }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: product.name })).toBeVisible();
    const delivery = page.getByText(
      /^Delivery: Ksh 1\. Nairobi: 1 to 2 days\. Kiambu, Machakos, Kajiado: 2 to 3 days\. Other counties: 3 to 5 days\. Weekends are not counted\.$/,
    );
    await expect(delivery).toBeVisible();
    const add = page.getByRole("button", { name: "ADD TO CART" });
    await expect(add).toBeDisabled();
    await page.getByRole("radio", { name: size, exact: true }).check();
    await add.click();
    await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();

    const email = await fillSignUp(page);
    await followMail(page, email);
    await expect(page.getByRole("heading", { name: "Email verified successfully" })).toBeVisible();
    // the address changes before the page does, and a tap between the two can be lost
    await expect(page.getByRole("heading", { level: 1, name: "LATEST ARRIVALS" })).toBeVisible();
    await expect(page).toHaveURL("/");

    // the visitor's cart came along
    await page.getByRole("link", { name: "Cart, 1 item" }).click();
    await expect(page.getByRole("heading", { name: product.name })).toBeVisible();
    await expect(delivery).toBeVisible();
    await page.getByRole("button", { name: "PROCEED TO CHECKOUT" }).click();
    await fillAddress(page);
    await expect(page.getByRole("radio", { name: /M-Pesa prompt/ })).toBeChecked();
    await choose(page, TILL);
    await orderByCode(page, freshCode().toLowerCase());

    await expect(page.getByText("Order placed", { exact: true })).toBeVisible();
    await expect(page.getByRole("link", { name: product.name })).toBeVisible();
    await expect(page.getByText("Order Placed", { exact: true })).toBeVisible();
    await expect(page.getByText("Not confirmed yet")).toBeVisible();
    await expect(page.getByRole("link", { name: "Cart, 0 items" })).toBeVisible();
    await page.getByRole("button", { name: /Track Order/ }).click();
    await expect(page.getByText(/Updated at/)).toBeVisible();

    // back does not order again, and the mail is on its way
    await page.goBack();
    await expect(page).not.toHaveURL("/mpesa-verification");
    await page.goto(MAILBOX);
    await expect(
      page.getByRole("article").filter({ hasText: ADDRESS["Email address"] }).first(),
    ).toBeVisible();
  },
);

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
  await fillOwnAddress(page);
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
