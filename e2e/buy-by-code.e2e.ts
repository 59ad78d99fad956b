import { expect, test } from "@playwright/test";
import { signUp } from "./people.ts";

test("browse, choose a size, sign up, pay the till and find the order under My orders", async ({ page }) => {
  await page.goto("/collection");
  await page.getByRole("main").getByRole("link", { name: /Ksh/ }).first().click();
  await expect(page).toHaveURL(/\/product\//);
  const name = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
  const add = page.getByRole("button", { name: "ADD TO CART" });
  await expect(add).toBeDisabled();
  await page.getByRole("radio", { disabled: false }).first().check({ force: true });
  await add.click();
  await expect(page.getByRole("link", { name: /Cart, 1 item/ })).toBeVisible();

  await signUp(page);
  await page.goto("/cart");
  await expect(page.getByText(name)).toBeVisible();
  await page.getByRole("link", { name: "PROCEED TO CHECKOUT" }).click();
  const address = {
    "First name": "Wanjiku",
    "Last name": "Otieno",
    "Email address": "wanjiku@example.com",
    Street: "12 Langata Road",
    City: "Nairobi",
    State: "Nairobi",
    "Zip code": "00100",
    Country: "Kenya",
    Phone: "0712345678",
  };
  for (const [label, value] of Object.entries(address)) await page.getByLabel(label).fill(value);
  await page.getByRole("button", { name: "PLACE ORDER" }).click();
  await page.getByLabel("M-Pesa transaction code").fill(`q${Date.now().toString(36)}`.slice(0, 10));
  await page.getByRole("button", { name: "Place order" }).click();

  await expect(page).toHaveURL("/orders");
  await expect(page.getByText(name)).toBeVisible();
  await expect(page.getByText("Order Placed").first()).toBeVisible();
});
