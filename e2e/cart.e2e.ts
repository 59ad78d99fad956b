import { expect, test } from "@playwright/test";
import { sizeName } from "../src/cart/rules.ts";
import { addForAccount, addToCart, plentiful } from "./goods.ts";
import { hold } from "./held.ts";
import { logIn, signUp } from "./people.ts";
import { QUICK } from "./sizes.ts";

test("Scrolling over a quantity does not change it", QUICK, async ({ page }) => {
  const one = await plentiful(page.request, 4);
  const other = await plentiful(page.request, 5);
  await addToCart(page, one);
  await addToCart(page, other);
  await page.goto("/cart");
  const ksh = (kes: number) => `Ksh ${kes.toLocaleString("en-KE")}`;
  const totals = page.getByRole("region", { name: "Cart totals" });
  await expect(totals).toContainText(`Total${ksh(one.product.price + other.product.price + 1)}`);
  await expect(page.getByText(/^Delivery: Ksh 1\. Nairobi: 1 to 2 days\./)).toBeVisible();

  const quantity = page.getByLabel(`Quantity of ${one.product.name}, ${sizeName(one.size)}`);
  await expect(quantity).toHaveAttribute("min", "1");
  await quantity.fill("3");
  await expect(totals).toContainText(`Total${ksh(3 * one.product.price + other.product.price + 1)}`);
  // empty and 0 are ignored (specification §5)
  await quantity.fill("");
  await quantity.fill("0");
  await quantity.blur();
  await expect(quantity).toHaveValue("3");
  // it counts by its keys, and not by a wheel that passes over it
  await expect(quantity).toHaveRole("spinbutton");
  await quantity.focus();
  await page.keyboard.press("ArrowUp");
  await expect(quantity).toHaveValue("4");
  await page.keyboard.press("ArrowDown");
  await quantity.hover();
  await page.mouse.wheel(0, 120);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await expect(quantity).toHaveValue("3");
  await page.reload();
  await expect(quantity).toHaveValue("3");

  await page.getByRole("button", { name: `Remove ${one.product.name}` }).click();
  await expect(quantity).toHaveCount(0);
  await page.getByRole("button", { name: `Remove ${other.product.name}` }).click();
  await expect(page.getByText("Your cart is empty")).toBeVisible();
  await expect(totals).toHaveCount(0);
  await expect(page.getByText("Ksh 0")).toHaveCount(0);
});

test("What the shop refuses is never said to be in the cart", async ({ page }) => {
  const { email, token } = await signUp(page.request);
  // on another device the account has other goods
  await addForAccount(page.request, token, await plentiful(page.request, 7));

  await addToCart(page, await plentiful(page.request, 6));
  await logIn(page, email);
  await expect(page.getByText("The items saved in your account are back in your cart.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Cart, 2 items" })).toBeVisible();

  const { product, size } = await plentiful(page.request, 8);
  const refuse = { status: 409, json: { success: false, message: "Sorry, this size is sold out." } };
  // a tap from before the scripts is sent as the line's quantity, a later one as one more
  await page.route(/\/api\/cart\/(add|update)$/, (route) => route.fulfill(refuse));
  const release = await hold(page, "**/assets/*.js");
  await page.goto(`/product/${product._id}`, { waitUntil: "commit" });
  await page.getByRole("radio", { name: size, exact: true }).check();
  await page.getByRole("button", { name: "ADD TO CART" }).click();
  release();
  // a toast stays for seconds: whatever was said is still there
  await expect(page.getByRole("alert").filter({ hasText: refuse.json.message })).toBeVisible();
  await expect(page.getByText("is in your cart")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Cart, 2 items" })).toBeVisible();

  await page.goto("/profile");
  // a line that hangs keeps nobody signed in on a phone that others use too
  await page.route("**/api/user/logout", () => {});
  await page.getByRole("button", { name: "Logout" }).last().click();
  await expect(page).toHaveURL("/login");
  await expect(page.getByRole("link", { name: "Cart, 0 items" })).toBeVisible();
  // by the device's secret alone it is known again, and nobody is signed in by that
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(["device"]);
  await logIn(page, email);
  await expect(page.getByRole("link", { name: "Cart, 2 items" })).toBeVisible();
});
