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
