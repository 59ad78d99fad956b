import { expect, test } from "@playwright/test";
import { addToCart, plentiful } from "./goods.ts";
import { goToTill } from "./onward.ts";
import {
  ADDRESS,
  fillAddress,
  fillSignUpHere,
  followMail,
  freshCode,
  freshEmail,
  PASSWORD,
} from "./people.ts";

test("signed up in the middle of a checkout: the mail's tab goes to the checkout with the form, and so does the one left open", async ({
  page,
  context,
}) => {
  await addToCart(page, await plentiful(page.request, 19));
  await page.goto("/place-order");
  await fillAddress(page);
  await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
  // what stands in the delivery form is not asked for again
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(ADDRESS["Email address"]);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Wanjiku Otieno");
  await page.getByRole("button", { name: "Login here" }).click();
  const email = await fillSignUpHere(page);
  const other = await context.newPage();
  await followMail(other, email);
  for (const tab of [other, page]) {
    await expect(tab).toHaveURL("/place-order");
    await expect(tab.getByLabel("Street")).toHaveValue("12 Langata Road");
    await expect(tab.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
  }
});

test("a guest's order moves to the account of its e-mail: from the profile, through the mail, in both tabs", async ({
  page,
  context,
}) => {
  const email = freshEmail();
  await addToCart(page, await plentiful(page.request, 20));
  await page.goto("/place-order");
  await fillAddress(page);
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("textbox", { name: "Phone" }).fill(`0722${String(Date.now()).slice(-6)}`);
  await goToTill(page);
  await page.getByLabel("M-Pesa transaction code").fill(freshCode());
  await page.getByRole("button", { name: "PLACE ORDER" }).click();
  await expect(page).toHaveURL(/\/orders/);

  await page.goto("/profile");
  await expect(page.getByText("Guest", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Change your password" })).toHaveCount(0);
  await page.getByRole("link", { name: "Sign up" }).click();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  await page.getByLabel("Name", { exact: true }).fill("Wanjiku Otieno");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign Up", exact: true }).click();
  await expect(page.getByRole("button", { name: "Resend verification email" })).toBeVisible();

  const other = await context.newPage();
  await followMail(other, email);
  await expect(other).toHaveURL("/");
  // the tab left open goes on as well
  await expect(page).toHaveURL("/");
  for (const tab of [other, page]) {
    await tab.goto("/profile");
    await expect(tab.getByText("Verified", { exact: true })).toBeVisible();
    await tab.goto("/orders");
    await expect(tab.getByRole("button", { name: /Track Order/ })).toHaveCount(1);
  }
});
