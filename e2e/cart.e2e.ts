import { expect, test } from "@playwright/test";
import { sizeName } from "../src/cart/size-name.ts";
import { addToCart, plentiful, signInWith, tapAddToCart } from "./goods.ts";
import { logIn, newAccount, signInAsNew } from "./people.ts";

test("quantities, removal and totals of a visitor's cart", async ({ page }) => {
  const one = await plentiful(page.request, 4);
  const other = await plentiful(page.request, 5);
  await addToCart(page, one);
  await addToCart(page, other);
  await page.goto("/cart");
  const ksh = (kes: number) => `Ksh ${kes.toLocaleString("en-KE")}`;
  const totals = page.getByRole("region", { name: "Cart totals" });
  await expect(totals).toContainText(`Total${ksh(one.product.price + other.product.price + 1)}`);

  const quantity = page.getByLabel(`Quantity of ${one.product.name}, ${sizeName(one.size)}`);
  await expect(quantity).toHaveAttribute("min", "1");
  await quantity.fill("3");
  await expect(totals).toContainText(`Total${ksh(3 * one.product.price + other.product.price + 1)}`);
  // empty and 0 are ignored (specification §5)
  await quantity.fill("");
  await quantity.fill("0");
  await quantity.blur();
  await expect(quantity).toHaveValue("3");
  await page.reload();
  await expect(quantity).toHaveValue("3");

  await page.getByRole("button", { name: `Remove ${one.product.name}` }).click();
  await expect(quantity).toHaveCount(0);
  await page.getByRole("button", { name: `Remove ${other.product.name}` }).click();
  await expect(page.getByText("Your cart is empty")).toBeVisible();
  // no box of sums: only the specification's total
  await expect(totals).toHaveText("TotalKsh 0");
});

test("at login both carts merge, the larger quantity winning, and logout empties this browser", async ({
  page,
  browser,
  baseURL,
}) => {
  const { product, size } = await plentiful(page.request, 6);
  const saved = await plentiful(page.request, 7);
  const email = await newAccount(page.request);

  // on another device the account has other goods
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? "" });
  const laptop = await elsewhere.newPage();
  await logIn(laptop, email);
  await addToCart(laptop, saved);
  await expect(laptop.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
  await elsewhere.close();

  await addToCart(page, { product, size });
  await logIn(page, email);
  await expect(page.getByText("The items saved in your account are back in your cart.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Cart, 2 items" })).toBeVisible();

  await page.goto("/profile");
  await page.getByRole("button", { name: "Logout" }).last().click();
  await expect(page).toHaveURL("/login");
  await expect(page.getByRole("link", { name: "Cart, 0 items" })).toBeVisible();
  // by the device's secret alone it is known again, and nobody is signed in by that
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(["device"]);
  await logIn(page, email);
  await expect(page.getByRole("link", { name: "Cart, 2 items" })).toBeVisible();
});

test("a broken kept cart is put aside with a notice, and blocked storage still lets a visitor shop", async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto("/about");
  await page.evaluate(() => localStorage.setItem("cart", "{broken"));
  await page.goto("/cart");
  await expect(page.getByText("Your cart is empty")).toBeVisible();

  const context = await browser.newContext({ baseURL: baseURL ?? "" });
  await context.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("blocked", "SecurityError");
      },
    });
  });
  const blocked = await context.newPage();
  await addToCart(blocked, await plentiful(page.request, 8));
  await blocked.getByRole("link", { name: "Cart, 1 item" }).focus();
  await blocked.keyboard.press("Enter");
  await expect(blocked.getByRole("button", { name: "PROCEED TO CHECKOUT" })).toBeVisible();
  await context.close();
});

test("a change the server refuses is taken back with its reason", async ({ page }) => {
  const { product, size } = await plentiful(page.request, 9);
  await signInWith(page, { product, size });
  await page.goto("/cart");
  const quantity = page.getByLabel(`Quantity of ${product.name}, ${sizeName(size)}`);
  await expect(quantity).toHaveValue("1");
  await page.context().setOffline(true);
  await quantity.fill("2");
  await expect(page.getByText("No connection. Check your internet and try again.").first()).toBeVisible();
  await expect(quantity).toHaveValue("1");
  await page.context().setOffline(false);
  await quantity.fill("2");
  await page.reload();
  await expect(quantity).toHaveValue("2");
});

test("what is still coming stands in its own shape, and moves nothing when it is here", async ({ page }) => {
  const found = await plentiful(page.request, 12);
  await addToCart(page, found);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/product/list?*", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/cart");
  const coming = page.getByRole("status", { name: "Loading your cart" });
  const parts = page.locator(".cart-line").filter({ visible: true });
  const shape = () =>
    parts.evaluateAll((lines) =>
      lines.map((line) =>
        [...line.querySelectorAll(".cart-picture, .quantity")].map((part) => {
          const { x, y, width, height } = part.getBoundingClientRect();
          return [x, y, width, height].map(Math.round);
        }),
      ),
    );
  await expect(coming).toBeVisible();
  await expect(parts).toHaveCount(1);
  const before = await shape();
  release();
  await expect(page.getByRole("heading", { name: found.product.name })).toBeVisible();
  await expect(coming).toHaveCount(0);
  expect(await shape()).toEqual(before);
});

test("a cart or a product list that cannot be had is said in a toast, with the server's words where it has any", async ({
  page,
}) => {
  await signInAsNew(page);
  // the page is left before the server has answered: the next one sends the piece again, before it asks for the cart
  await page.route("**/api/cart/add", () => {});
  await tapAddToCart(page, await plentiful(page.request, 13));
  const said = (text: string) => page.getByRole("region", { name: /Notifications/ }).getByText(text);
  await page.route("**/api/cart/get", (route) =>
    route.fulfill({ status: 503, json: { success: false, message: "Many are here just now." } }),
  );
  await page.goto("/about");
  await expect(said("Many are here just now.")).toBeVisible();
  await page.route("**/api/product/list?*", (route) => route.abort("connectionreset"));
  await page.goto("/cart");
  await expect(said("Many are here just now.")).toBeVisible();
  await expect(said("No connection. Check your internet and try again.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "We could not check your cart" })).toBeVisible();
});
