import { expect, type Page, test } from "@playwright/test";
import { plentiful } from "./goods.ts";

const canonical = (page: Page) =>
  page
    .locator('head link[rel="canonical"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));

test("what only the server writes into the head stays there, and the address goes along", async ({
  page,
  baseURL,
}) => {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  const { product } = await plentiful(page.request);
  const path = `/product/${product._id}`;
  await page.goto(path);
  await expect(page.getByRole("button", { name: "ADD TO CART" })).not.toHaveAttribute("disabled");
  const at = new URL((await canonical(page))[0] ?? "").origin;
  expect(at).toBe(new URL(baseURL ?? "").origin);
  expect(await canonical(page)).toEqual([at + path]);
  for (const [selector, count] of [
    ['meta[name="description"]', 1],
    ['meta[name="theme-color"]', 1],
    ['meta[property="og:image"]', 1],
    ['link[rel="manifest"]', 1],
    ['link[rel="icon"]', 2],
  ] as const)
    await expect(page.locator(selector), selector).toHaveCount(count);
  const facts = await page.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.parse(facts ?? "")["@graph"][0].name).toBe(product.name);

  await page
    .getByRole("navigation", { name: "Breadcrumb" })
    .getByRole("link", { name: product.category, exact: true })
    .click();
  await expect(page).toHaveTitle(`${product.category} | Sauti`);
  expect(await canonical(page)).toEqual([`${at}/collection?category=${product.category}`]);
  await expect(page.locator('meta[name="description"]')).toHaveCount(1);
  await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(0);
  await page.getByRole("link", { name: /^Cart/ }).click();
  await expect(page).toHaveTitle("Your cart | Sauti");
  expect(await canonical(page)).toEqual([]);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  expect(faults).toEqual([]);
});

test("a campaign's link hydrates on the page it leads to, and keeps its own address", async ({ page }) => {
  const faults: string[] = [];
  page.on("pageerror", (fault) => faults.push(fault.message));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  const { product, size } = await plentiful(page.request, 2);
  const link = `/product/${product._id}?utm_source=instagram&fbclid=IwAR0`;
  for (const visit of ["the first", "answered from what is kept"]) {
    await page.goto(link, { waitUntil: "networkidle" });
    await expect(page, visit).toHaveURL(link);
    expect(await page.locator('link[rel="canonical"]').getAttribute("href")).toMatch(
      new RegExp(`/product/${product._id}$`),
    );
  }
  await page.getByRole("radio", { name: size, exact: true }).check();
  await page.getByRole("button", { name: "ADD TO CART" }).click();
  await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
  await page.goto("/collection?utm_source=x&category=Women", { waitUntil: "networkidle" });
  await expect(page).toHaveTitle(/^Women/);
  await page.goto("/?gclid=x", { waitUntil: "networkidle" });
  await page.getByRole("link", { name: "Collection" }).first().click({ force: true });
  await expect(page).toHaveURL("/collection");
  expect(faults).toEqual([]);
});
