import { expect, type Page, test } from "@playwright/test";
import { sizeName } from "../src/cart/rules.ts";
import { addToCart, plentiful, signInWith } from "./goods.ts";
import { hold } from "./held.ts";
import { post } from "./people.ts";
import { QUICK } from "./sizes.ts";

/** Scripts stay away from this page until released. */
const holdScripts = (page: Page) => hold(page, "**/assets/*.js");

/** Quiet for good: nothing more is asked for, so nothing more will happen. */
const settled = (page: Page) => page.waitForLoadState("networkidle");

const inCart = (page: Page) => page.evaluate(() => localStorage.getItem("cart") ?? "");

async function accountCart(page: Page) {
  const token = await page.evaluate(() => localStorage.getItem("token") ?? "");
  return (await post(page.request, "/api/cart/get", {}, token)).cartData;
}

test("A tap before scripts load counts once", QUICK, async ({ page }) => {
  const { product, size } = await plentiful(page.request, 8);
  // an event that React gets while it hydrates makes it take the whole page over in the middle of a tap
  await page.addInitScript(() => {
    const events: string[] = [];
    Object.assign(window, { events });
    for (const name of ["pointerdown", "mousedown", "touchstart", "input", "change", "click"])
      document.addEventListener(name, () => events.push(name), true);
  });
  const events = () => page.evaluate(() => (window as unknown as { events: string[] }).events);
  const release = await holdScripts(page);
  await page.goto(`/product/${product._id}`, { waitUntil: "commit" });
  const add = page.getByRole("button", { name: "ADD TO CART" });
  const counted = page.getByRole("link", { name: "Cart, 1 item" });
  // without a size there is nothing to count yet
  await expect(add).toHaveAttribute("aria-disabled", "true");
  await add.click({ force: true });
  await expect(page.getByRole("link", { name: "Cart, 0 items" })).toBeVisible();
  await page.getByRole("radio", { name: size, exact: true }).check();
  await expect(add).toHaveAttribute("aria-disabled", "false");
  await add.click();
  await expect(counted).toBeVisible();
  await expect(add).toHaveAttribute("aria-busy", "true");
  await add.click();
  expect(JSON.parse(await inCart(page))).toEqual({ [product._id]: { [size]: 1 } });
  expect(await events()).toEqual([]);
  release();
  await expect(page.getByRole("button", { name: "View cart (1)" })).toBeVisible();
  await expect(page.getByText(`${product.name} (${size}) is in your cart`)).toBeVisible();
  await settled(page);
  await expect(counted.getByText("1", { exact: true })).toHaveCount(1);
  await expect(counted).not.toHaveAttribute("data-count");
  expect(JSON.parse(await inCart(page))).toEqual({ [product._id]: { [size]: 1 } });
  await expect(page.getByRole("radio", { name: size, exact: true })).toBeChecked();
  await page.getByRole("heading", { level: 1 }).click();
  expect(await events()).toContain("click");
});

test("What was added before scripts loaded reaches the account's cart", async ({ page }) => {
  const goods = await plentiful(page.request, 8);
  await signInWith(page, goods);
  await page.goto("/cart");
  const quantity = page.getByLabel(`Quantity of ${goods.product.name}, ${sizeName(goods.size)}`);
  await expect(quantity).toHaveValue("1");
  await holdScripts(page);
  await page.goto(`/product/${goods.product._id}`, { waitUntil: "commit" });
  await page.getByRole("radio", { name: goods.size, exact: true }).check();
  await page.getByRole("button", { name: "ADD TO CART" }).click();
  await expect(page.getByRole("link", { name: "Cart, 2 items" })).toBeVisible();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.goto("/cart");
  await expect(quantity).toHaveValue("2");
  await expect.poll(() => accountCart(page)).toEqual({ [goods.product._id]: { [goods.size]: 2 } });
});

test("A tab whose files are gone reloads once, with its cart", async ({ page }) => {
  await addToCart(page, await plentiful(page.request, 10));
  const loads: string[] = [];
  page.on("domcontentloaded", () => loads.push(page.url()));
  // of the open tab they are gone, of the reloaded page they are there
  await page.route("**/assets/about-page-*.js", (route) =>
    loads.length < 2 ? route.fulfill({ status: 404, body: "" }) : route.continue(),
  );
  await page.goto("/contact", { waitUntil: "networkidle" });
  await page.getByRole("contentinfo").locator('a[href="/about"]').first().click();
  await expect.poll(() => loads.length).toBe(2);
  await settled(page);
  await expect(page).toHaveURL("/about");
  await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
  expect(loads).toHaveLength(2);
});

/** Scripts of this name come, but are none that a browser can read. */
async function spoilScripts(page: Page, name = "*"): Promise<void> {
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.route(`**/assets/${name}.js`, (route) =>
    route.fulfill({ contentType: "text/javascript", body: "const of = (;" }),
  );
}

const broken = (page: Page) => page.getByRole("alert").getByText("This page did not load fully.");

test("A page, at the counter too, says when its scripts fail or are ten seconds late, and still filters", async ({
  page,
}) => {
  const { product, size } = await plentiful(page.request, 8);
  await spoilScripts(page);
  await page.goto(`/product/${product._id}`);
  await page.getByRole("radio", { name: size, exact: true }).check();
  // nothing takes a tap any more once the page has said so
  await page.getByRole("button", { name: "ADD TO CART" }).click({ force: true });
  await expect(broken(page)).toBeVisible();
  await expect(page.getByRole("button", { name: "ADD TO CART" })).not.toHaveAttribute("aria-busy");
  await page.goto("/collection");
  await page.getByRole("link", { name: "Filters" }).click();
  await page.getByRole("checkbox", { name: "Women" }).check();
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/category=Women/);
  await expect(page.getByRole("heading", { level: 1, name: "Women" })).toBeVisible();
  await page.goto("/staff/sign-in");
  await expect(broken(page)).toBeVisible();
  // one that only some pages have
  await spoilScripts(page, "cart-page-*");
  await page.goto("/cart");
  await expect(broken(page)).toBeVisible();
  // and one that is asked for by a link
  await page.goto("/contact", { waitUntil: "networkidle" });
  await spoilScripts(page, "about-page-*");
  await page.getByRole("contentinfo").locator('a[href="/about"]').first().click();
  await expect(page).toHaveURL("/about");
  await page.getByRole("heading", { level: 1 }).click();
  await expect(broken(page)).toBeVisible();

  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.clock.install();
  const release = await holdScripts(page);
  await page.goto("/login", { waitUntil: "commit" });
  await expect(page.getByRole("button", { name: "Login", exact: true })).toBeVisible();
  await expect(broken(page)).toBeHidden();
  await page.clock.runFor(10_000);
  await expect(broken(page)).toBeVisible();
  release();
  await expect(broken(page)).toBeHidden();
});

test("A browser too old to buy reads which are not, with phone and WhatsApp", async ({ page }) => {
  const needs = page.getByText("To buy here you need Chrome 87, Safari or iOS 15, Firefox 115", {
    exact: false,
  });
  await page.goto("/");
  await expect(needs).toBeHidden();
  await page.addInitScript(() => Reflect.deleteProperty(window, "WebGL2RenderingContext"));
  for (const path of ["/", "/checkout-of-old", "/cart"]) {
    await page.goto(path);
    await expect(needs.getByRole("link")).toHaveText([/^\+254/, "WhatsApp"]);
    await expect(needs).toBeVisible();
  }
});
