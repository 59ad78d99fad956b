import { expect, type Page, test } from "@playwright/test";
import type { Product } from "../src/catalogue/contract.ts";
import { listProducts } from "./goods.ts";
import { hydrated } from "./hydrated.ts";
import { QUICK } from "./sizes.ts";

/** The filters, which are in a sheet on a phone. */
async function withFilters(page: Page, use: () => Promise<void>): Promise<void> {
  await page.getByRole("button", { name: /^Filters/ }).click();
  await use();
  await page.getByRole("button", { name: /^Show \d+ product/ }).click();
}

const shown = (page: Page) =>
  page.getByRole("region", { name: "Products" }).getByRole("listitem").filter({ hasText: "Ksh" });
const count = (products: Product[]) => new RegExp(`^${products.length} products?$`);

test(
  "the collection filters, sorts and searches, and its address brings the same back",
  QUICK,
  async ({ page }) => {
    const products = await listProducts(page.request);
    await page.goto("/collection", { waitUntil: "networkidle" });
    // its scripts come once the phone is idle
    await page.waitForFunction(() => !("replay" in window));

    await withFilters(page, async () => {
      await page.getByRole("checkbox", { name: "Women", exact: true }).check();
      await page.getByRole("checkbox", { name: "Unisex" }).check();
      await page.getByRole("checkbox", { name: "Winterwear" }).check();
    });
    const matching = products.filter(
      ({ category, subCategory }) => category !== "Men" && subCategory === "Winterwear",
    );
    await expect(
      page
        .getByRole("status")
        .filter({ hasText: /products?$/ })
        .first(),
    ).toHaveText(count(matching));
    await expect(shown(page)).toHaveCount(matching.length);
    await expect(page).toHaveURL(/category=Women&category=Unisex&subCategory=Winterwear/);

    const sort = page.getByLabel("Sort by");
    await expect(sort.getByRole("option")).toHaveText(["Relevant", "Low-high", "High-low"]);
    await sort.selectOption("Low-high");
    const cheapest = [...matching].sort((one, other) => one.price - other.price)[0] as Product;
    await expect(shown(page).first()).toContainText(cheapest.name);
    await sort.selectOption("High-low");
    const dearest = [...matching].sort((one, other) => other.price - one.price)[0] as Product;
    await expect(shown(page).first()).toContainText(dearest.name);

    await page.getByRole("button", { name: "Search", exact: true }).first().click();
    await page
      .getByRole("searchbox", { name: "Search products" })
      .fill(dearest.name.slice(0, 6).toUpperCase());
    await expect(page).toHaveURL(/search=/);
    await expect(shown(page).first()).toContainText(dearest.name);

    // the address alone brings the same back, and so does Back from a product
    const names = await shown(page).allTextContents();
    const address = page.url();
    await page.reload();
    await expect(shown(page)).toHaveText(names);
    await shown(page).first().getByRole("link").first().click();
    await expect(page).toHaveURL(/\/product\//);
    await page.goBack();
    await expect(page).toHaveURL(address);
    await expect(shown(page)).toHaveText(names);

    // a slip of the finger finds nothing, and the word that was meant
    await page.getByRole("searchbox", { name: "Search products" }).fill("hodie");
    await expect(page.getByText("Did you mean hoodie?")).toBeVisible();
    await page.getByRole("link", { name: "hoodie", exact: true }).click();
    await expect(page).toHaveURL("/collection?search=hoodie");
    await expect(shown(page).first()).toContainText("Hoodie");
  },
);

const DATA = /\/collection\.data\?/;

test("No tap on a filter or order is lost while products load", async ({ page }) => {
  const products = await listProducts(page.request);
  await page.goto("/collection?category=Men");
  await hydrated(page);
  const held: (() => void)[] = [];
  await page.route(DATA, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    // a later choice takes the request back
    await route.continue().catch(() => {});
  });
  await page.getByLabel("Sort by").selectOption("Low-high");
  await expect.poll(() => held.length).toBe(1);
  await withFilters(page, async () => {
    await page.getByRole("checkbox", { name: "Men", exact: true }).uncheck();
    await page.getByRole("checkbox", { name: "Women", exact: true }).check();
    await expect(page.getByRole("checkbox", { name: "Women", exact: true })).toBeChecked();
  });
  await expect.poll(() => held.length).toBe(3);
  await expect(page.getByLabel("Sort by")).toHaveValue("low-high");
  for (const release of held) release();
  await expect(page).toHaveURL("/collection?category=Women&sort=low-high");
  const [cheapest] = products
    .filter(({ category }) => category === "Women")
    .sort((one, other) => one.price - other.price);
  await expect(shown(page).first()).toContainText(cheapest?.name ?? "");
});

test("the search field and the address agree after closing, Back and Forward", QUICK, async ({ page }) => {
  await page.goto("/collection");
  await hydrated(page);
  await page.getByRole("button", { name: "Search", exact: true }).first().click();
  const field = page.getByRole("searchbox", { name: "Search products" });
  await field.fill("tee");
  await expect(page).toHaveURL(/search=tee/);
  await page.goBack();
  await expect(page).toHaveURL(/\/collection$/);
  await expect(field).toHaveValue("");
  await page.goForward();
  await expect(field).toHaveValue("tee");
  await page.getByRole("button", { name: "Close search" }).click();
  await expect(page).toHaveURL(/\/collection$/);
  await expect(field).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(/search=tee/);
  await expect(field).toBeVisible();
  await expect(field).toHaveValue("tee");
});

test("A product list that fails stays, says why and can be requested again", async ({ page }) => {
  await page.goto("/about");
  await hydrated(page);
  const busy = "Many people are in the shop right now. Please try again in a moment.";
  await page.route(DATA, (route) => route.fulfill({ status: 503, body: "" }));
  await page.route("**/api/product/list?*", (route) =>
    route.fulfill({ status: 503, json: { success: false, message: busy } }),
  );
  await page.getByRole("contentinfo").getByRole("link", { name: "Collection" }).click();
  await expect(page.getByText(busy)).toHaveCount(1);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("All collections");
  await expect(page.getByRole("heading", { name: "We couldn't load these products" })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(shown(page)).toHaveCount(24);
});
