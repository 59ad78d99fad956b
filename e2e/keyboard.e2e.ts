import { expect, test } from "@playwright/test";
import { plentiful } from "./goods.ts";
import { fillAddress, freshCode, newAccount, PASSWORD } from "./people.ts";
import { PLACED } from "./placed.ts";
import { tabTo } from "./tab-to.ts";

test("the whole purchase by keyboard alone", async ({ page }) => {
  const email = await newAccount(page.request);
  const { product, size } = await plentiful(page.request, 16);
  await page.goto(`/product/${product._id}`, { waitUntil: "networkidle" });
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  const radio = page.getByRole("radio", { name: size, exact: true });
  await radio.focus();
  await page.keyboard.press("Space");
  await tabTo(page, page.getByRole("button", { name: "ADD TO CART" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();

  await page.goto("/login", { waitUntil: "networkidle" });
  await tabTo(page, page.getByRole("textbox", { name: "Email" }));
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("main")).toBeFocused();

  await tabTo(page, page.getByRole("link", { name: "Cart, 1 item" }));
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("button", { name: "PROCEED TO CHECKOUT" }));
  await page.keyboard.press("Enter");
  await fillAddress(page);
  await tabTo(page, page.getByRole("radio", { name: /M-Pesa push/ }));
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: /Cash on order/ })).toBeChecked();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/mpesa-verification");
  await tabTo(page, page.getByRole("textbox", { name: "M-Pesa transaction code" }));
  await page.keyboard.type(freshCode());
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(PLACED);
});

test("the profile menu opens and closes by keyboard, and the focus returns", async ({ page }) => {
  await page.goto("/login", { waitUntil: "networkidle" });
  const email = await newAccount(page.request);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/");
  // the focus follows the page, which comes after its address
  await expect(page.getByRole("main")).toBeFocused();
  const opener = page.getByRole("banner").getByRole("button", { name: "Profile" });
  await opener.focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("link", { name: "My Profile" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();
  await expect(page.getByRole("link", { name: "My Profile" })).toBeHidden();
});
