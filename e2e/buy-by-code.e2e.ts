import { expect, test } from "@playwright/test";
import { plentiful } from "./goods.ts";
import { goToTill } from "./onward.ts";
import { fillAddress, fillSignUp, followMail, freshCode, logIn, MAILBOX, PASSWORD } from "./people.ts";
import { PLACED } from "./placed.ts";
import { atCheckout } from "./prompts.ts";

test("browse, choose a size, sign up, verify, pay the till and find the order under My orders", async ({
  page,
}) => {
  await page.goto("/");
  await page.getByRole("link", { name: "SHOP NOW" }).click();
  await expect(page).toHaveURL(/\/collection$/);
  const { product, size } = await plentiful(page.request);
  await page.getByRole("main").getByRole("link", { name: product.name }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: product.name })).toBeVisible();
  const add = page.getByRole("button", { name: "ADD TO CART" });
  await expect(add).toBeDisabled();
  await page.getByRole("radio", { name: size, exact: true }).check();
  await add.click();
  await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();

  const email = await fillSignUp(page);
  await followMail(page, email);
  await expect(page.getByText("Email verified", { exact: true })).toBeVisible();
  await expect(page).toHaveURL("/");

  // the visitor's cart came along
  await page.getByRole("link", { name: "Cart, 1 item" }).click();
  await expect(page.getByRole("heading", { name: product.name })).toBeVisible();
  await page.getByRole("button", { name: "PROCEED TO CHECKOUT" }).click();
  await fillAddress(page);
  await expect(page.getByRole("radio", { name: /M-Pesa push/ })).toBeChecked();
  await goToTill(page);

  const code = freshCode();
  await page.getByLabel("M-Pesa transaction code").fill(code.toLowerCase());
  await page.getByRole("button", { name: "PLACE ORDER" }).click();

  await expect(page).toHaveURL(PLACED);
  await expect(page.getByText("Order placed", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: product.name })).toBeVisible();
  await expect(page.getByText("Order Placed", { exact: true })).toBeVisible();
  await expect(page.getByText("Not confirmed yet")).toBeVisible();
  await expect(page.getByRole("link", { name: "Cart, 0 items" })).toBeVisible();
  await page.getByRole("button", { name: /Track Order/ }).click();
  await expect(page.getByText(/Up to date at/)).toBeVisible();

  // back does not order again, and the mail is on its way
  await page.goBack();
  await expect(page).not.toHaveURL("/mpesa-verification");
  await page.goto(MAILBOX);
  await expect(page.getByRole("article").filter({ hasText: "wanjiku@example.com" }).first()).toBeVisible();

  // signed out, the account keeps its orders
  await page.goto("/profile");
  await page.getByRole("button", { name: "Logout" }).last().click();
  await expect(page).toHaveURL("/login");
  await logIn(page, email, PASSWORD);
  await page.goto("/orders");
  await expect(page.getByRole("link", { name: product.name })).toBeVisible();
});

test("a double click, Enter and a lost answer place one order", async ({ page, context }) => {
  await atCheckout(page, 1);
  await goToTill(page);
  const field = page.getByLabel("M-Pesa transaction code");
  await field.fill(freshCode());

  // the answer of the first try gets lost on its way
  let sent = 0;
  await context.route("**/api/order/placeOrder", async (route) => {
    sent += 1;
    if (sent > 1) return route.continue();
    await route.fetch();
    await route.abort("connectionreset");
  });
  await page.getByRole("button", { name: "PLACE ORDER" }).dblclick();
  await expect(page.getByText("No connection. Check your internet and try again.").first()).toBeVisible();
  await expect(page).toHaveURL(PLACED);
  await expect(page.getByRole("button", { name: /Track Order/ })).toHaveCount(1);
});
