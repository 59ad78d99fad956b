import { expect, type Page, test } from "@playwright/test";
import { sizeName } from "../src/cart/size-name.ts";
import { addToCart, listProducts, plentiful, signInWith } from "./goods.ts";
import { newAccount, PASSWORD } from "./people.ts";

/** Scripts stay away from this page until released. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Quiet for good: nothing more is asked for, so nothing more will happen. */
const settled = (page: Page) => page.waitForLoadState("networkidle");

const inCart = (page: Page) => page.evaluate(() => localStorage.getItem("cart") ?? "");

async function accountCart(page: Page) {
  const token = await page.evaluate(() => localStorage.getItem("token") ?? "");
  const answer = await page.request.post("/api/cart/get", { headers: { token }, data: {} });
  return (await answer.json()).cartData;
}

test("the catalogue reads before any script: home, collection and product", async ({ page }) => {
  const release = await holdScripts(page);
  const { product } = await plentiful(page.request, 1);
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.getByRole("region", { name: "Latest Collection" }).getByRole("listitem")).toHaveCount(10);
  await page.goto("/collection", { waitUntil: "commit" });
  await expect(
    page.getByRole("region", { name: "Products" }).getByRole("listitem").filter({ hasText: "Ksh" }),
  ).toHaveCount(24);
  await page.goto(`/product/${product._id}`, { waitUntil: "commit" });
  await expect(page.getByRole("heading", { level: 1, name: product.name })).toBeVisible();
  await expect(page.getByText(`Ksh ${product.price.toLocaleString("en-KE")}`).first()).toBeVisible();
  release();
});

test("a tap between hydration and the replay of earlier taps counts once, and is answered", async ({
  page,
}) => {
  const goods = await plentiful(page.request, 9);
  // the replay waits for a frame, which comes late here
  await page.addInitScript(() => {
    const soon = window.requestAnimationFrame;
    window.requestAnimationFrame = (work) => soon(() => setTimeout(() => work(performance.now()), 1_000));
  });
  await page.goto(`/product/${goods.product._id}`);
  await page.getByRole("radio", { name: goods.size, exact: true }).check();
  await page.waitForFunction(() => window.replay === undefined);
  await page.getByRole("button", { name: "ADD TO CART" }).evaluate((button: HTMLElement) => button.click());
  await expect(page.getByText(`${goods.product.name} (${goods.size}) is in your cart`)).toBeVisible();
  await expect(page.getByRole("link", { name: "Cart, 1 item" })).toHaveText("1");
  expect(JSON.parse(await inCart(page))).toEqual({ [goods.product._id]: { [goods.size]: 1 } });
});

test("ADD TO CART counts at once, before the scripts are there, and once", async ({ page }) => {
  const { product, size } = await plentiful(page.request, 8);
  const release = await holdScripts(page);
  await page.goto(`/product/${product._id}`, { waitUntil: "commit" });
  const add = page.getByRole("button", { name: "ADD TO CART" });
  const counted = page.getByRole("link", { name: "Cart, 1 item" });
  // without a size there is nothing to count yet
  await add.click();
  await expect(page.getByRole("link", { name: "Cart, 0 items" })).toBeVisible();
  await page.getByRole("radio", { name: size, exact: true }).check();
  await add.click();
  await expect(counted).toBeVisible();
  await expect(add).toHaveAttribute("aria-busy", "true");
  await add.click();
  expect(JSON.parse(await inCart(page))).toEqual({ [product._id]: { [size]: 1 } });
  release();
  await expect(page.getByRole("button", { name: "View cart (1)" })).toBeVisible();
  await expect(page.getByText(`${product.name} (${size}) is in your cart`)).toBeVisible();
  await settled(page);
  await expect(counted.getByText("1", { exact: true })).toHaveCount(1);
  await expect(counted).not.toHaveAttribute("data-count");
  expect(JSON.parse(await inCart(page))).toEqual({ [product._id]: { [size]: 1 } });
  await expect(page.getByRole("radio", { name: size, exact: true })).toBeChecked();
});

test("what was added before the scripts reaches the account's cart, also from the next page", async ({
  page,
}) => {
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

test("a full line is refused with its sentence, also before the scripts are there", async ({ page }) => {
  const { product, size } = await plentiful(page.request, 8);
  const full = JSON.stringify({ [product._id]: { [size]: 20 } });
  await page.addInitScript((cart) => localStorage.setItem("cart", cart), full);
  const release = await holdScripts(page);
  await page.goto(`/product/${product._id}`, { waitUntil: "commit" });
  await page.getByRole("radio", { name: size, exact: true }).check();
  await page.getByRole("button", { name: "ADD TO CART" }).click();
  expect(await inCart(page)).toBe(full);
  release();
  await expect(page.getByText("You can have at most 20 of one item.")).toBeVisible();
  expect(await inCart(page)).toBe(full);
});

test("a tap before hydration is kept from React, which would take the whole page over in the middle of it", async ({
  page,
}) => {
  await page.addInitScript(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    for (const name of ["pointerdown", "mousedown", "touchstart", "input", "change", "click"])
      document.addEventListener(name, () => heard.push(name), true);
  });
  const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
  const { product, size } = await plentiful(page.request, 12);
  const release = await holdScripts(page);
  await page.goto(`/product/${product._id}`, { waitUntil: "commit" });
  const radio = page.getByRole("radio", { name: size, exact: true });
  await radio.click();
  await expect(radio).toBeChecked();
  expect(await heard()).toEqual([]);
  release();
  await expect.poll(() => page.evaluate(() => "replay" in window)).toBe(false);
  await expect(radio).toBeChecked();
  await page.getByRole("heading", { level: 1 }).click();
  expect(await heard()).toContain("click");
});

test("on slow 3G the first taps on a product and on the cart are answered once", async ({ page }) => {
  test.slow();
  const { product, size } = await plentiful(page.request, 9);
  const connection = await page.context().newCDPSession(page);
  await connection.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
  await page.goto(`/product/${product._id}`, { waitUntil: "commit" });
  await page.getByRole("radio", { name: size, exact: true }).check();
  await page.getByRole("button", { name: "ADD TO CART" }).click();
  await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible({ timeout: 60_000 });
  await page.getByRole("link", { name: "Cart, 1 item" }).click();
  await expect(page.getByLabel(`Quantity of ${product.name}, ${sizeName(size)}`)).toHaveValue("1", {
    timeout: 60_000,
  });
});

test("what is typed at login before the scripts are there stays, and the tap signs in once", async ({
  page,
}) => {
  const email = await newAccount(page.request);
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/user/login")) asked += 1;
  });
  const release = await holdScripts(page);
  await page.goto("/login", { waitUntil: "commit" });
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  const login = page.getByRole("button", { name: "Login", exact: true });
  const tapped = login.click();
  await Promise.race([tapped, login.and(page.locator(":disabled")).waitFor()]);
  release();
  await tapped;
  await expect(page).toHaveURL("/");
  expect(asked).toBe(1);
});

test("a link tapped before the scripts are there leads where it says", async ({ page }) => {
  const [first] = await listProducts(page.request);
  const release = await holdScripts(page);
  await page.goto("/collection", { waitUntil: "commit" });
  await page
    .getByRole("region", { name: "Products" })
    .getByRole("link", { name: first?.name ?? "" })
    .first()
    .click({ noWaitAfter: true });
  release();
  await expect(page).toHaveURL(`/product/${first?._id}`);
  await expect(page.getByRole("heading", { level: 1, name: first?.name ?? "" })).toBeVisible();
});

/** Counts documents, and answers the files of this page as gone for as long as `gone` says. */
async function afterDeploy(page: Page, chunk: string, gone: (loads: number) => boolean) {
  const loads: string[] = [];
  await page.route(`**/assets/${chunk}-*.js`, (route) =>
    gone(loads.length) ? route.fulfill({ status: 404, body: "" }) : route.continue(),
  );
  page.on("domcontentloaded", () => loads.push(page.url()));
  return loads;
}

for (const [name, path, chunk] of [
  ["the collection", "/collection", "collection-page"],
  ["About", "/about", "about-page"],
] as const)
  test(`the files of ${name} are gone after a deploy: one reload, and the cart is kept`, async ({ page }) => {
    await addToCart(page, await plentiful(page.request, 10));
    const loads = await afterDeploy(page, chunk, (count) => count < 2);
    await page.goto("/contact", { waitUntil: "networkidle" });
    const link = page.getByRole("contentinfo").locator(`a[href="${path}"]`).first();
    await link.click();
    await expect.poll(() => loads.length).toBe(2);
    await settled(page);
    await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
    if (!page.url().endsWith(path)) await link.click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
    expect(loads).toHaveLength(2);
  });

test("files that stay gone: a tap costs at most one reload, and the page and the cart stay", async ({
  page,
}) => {
  await addToCart(page, await plentiful(page.request, 11));
  const loads = await afterDeploy(page, "about-page", () => true);
  await page.goto("/contact", { waitUntil: "networkidle" });
  await page.getByRole("contentinfo").locator('a[href="/about"]').first().click();
  await expect.poll(() => loads.length).toBe(2);
  await settled(page);
  expect(loads).toHaveLength(2);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
});
