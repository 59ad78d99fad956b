import { expect, type Page, test } from "@playwright/test";
import { sizeName } from "../src/cart/size-name.ts";
import { plentiful, signInWith } from "./goods.ts";
import { fillAddress, followMail, freshEmail, PASSWORD } from "./people.ts";

const OFFLINE = "No connection. Check your internet and try again.";

const offlineSaid = (page: Page) => expect(page.getByText(OFFLINE).first()).toBeVisible();

test("offline at sign-up, login and a forgotten password: said, nothing typed is lost, and it goes on", async ({
  page,
  context,
}) => {
  const email = freshEmail();
  await page.goto("/login");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Wanjiku Otieno");
  await page.getByLabel("Email", { exact: true }).fill(email);
  for (const label of ["Password", "Confirm password"])
    await page.getByLabel(label, { exact: true }).fill(PASSWORD);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Sign Up", exact: true }).click();
  await offlineSaid(page);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Wanjiku Otieno");
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  await context.setOffline(false);
  await page.getByRole("button", { name: "Sign Up", exact: true }).click();
  await expect(page.getByRole("button", { name: "Resend verification email" })).toBeVisible();

  await page.goto("/forgot-password");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await context.setOffline(true);
  await page.getByRole("main").getByRole("button").first().click();
  await offlineSaid(page);
  // beside the field, and by no toast besides
  await expect(page.getByText(OFFLINE)).toHaveCount(1);
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  await context.setOffline(false);

  await followMail(page, email);
  await expect(page).toHaveURL("/");
  await page.evaluate(() => localStorage.clear());
  await page.goto("/login");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await offlineSaid(page);
  await context.setOffline(false);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page).toHaveURL("/");
});

test("offline at the cart, the checkout, My orders and the profile: said, kept, and it goes on", async ({
  page,
  context,
}) => {
  const found = await plentiful(page.request, 3);
  await signInWith(page, found);
  await page.goto("/cart");
  const quantity = page.getByLabel(`Quantity of ${found.product.name}, ${sizeName(found.size)}`);
  await expect(quantity).toHaveValue("1");
  await context.setOffline(true);
  await quantity.fill("2");
  await offlineSaid(page);
  await expect(quantity).toHaveValue("1");
  await context.setOffline(false);

  await page.goto("/place-order");
  await fillAddress(page);
  await context.setOffline(true);
  await page.getByLabel("Street").fill("7 Moi Avenue");
  await context.setOffline(false);
  await page.reload();
  await expect(page.getByLabel("Street")).toHaveValue("7 Moi Avenue");

  await page.goto("/orders");
  await expect(page.getByText("No orders yet")).toBeVisible();
  await page.goto("/profile");
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("Wanjiku wa Otieno");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Save name" }).click();
  await offlineSaid(page);
  await expect(name).toHaveValue("Wanjiku wa Otieno");
  await context.setOffline(false);
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByRole("region", { name: "Account details" })).toContainText("Wanjiku wa Otieno");
});
