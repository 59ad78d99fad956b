import { expect, type Page, test } from "@playwright/test";
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
  const sort = page.getByLabel("Sort by");
  await expect(sort.getByRole("option")).toHaveText(["Relevant", "Low-high", "High-low"]);
  await sort.selectOption("Low-high");
  await expect.poll(() => held.length).toBe(1);
  await withFilters(page, async () => {
    await page.getByRole("checkbox", { name: "Men", exact: true }).uncheck();
    await page.getByRole("checkbox", { name: "Women", exact: true }).check();
    await expect(page.getByRole("checkbox", { name: "Women", exact: true })).toBeChecked();
  });
  await expect.poll(() => held.length).toBe(3);
  await expect(sort).toHaveValue("low-high");
  for (const release of held) release();
  await expect(page).toHaveURL("/collection?category=Women&sort=low-high");
  const [cheapest] = products
    .filter(({ category }) => category === "Women")
    .sort((one, other) => one.price - other.price);
  await expect(shown(page).first()).toContainText(cheapest?.name ?? "");
  // the address alone brings the same back, and so does Back from a product
  const names = await shown(page).allTextContents();
  await page.unrouteAll();
  await page.reload();
  await expect(shown(page)).toHaveText(names);
  await shown(page).first().getByRole("link").first().click();
  await expect(page).toHaveURL(/\/product\//);
  await page.goBack();
  await expect(page).toHaveURL("/collection?category=Women&sort=low-high");
  await expect(shown(page)).toHaveText(names);
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
  // a slip of the finger finds nothing, and the word that was meant
  await field.fill("hodie");
  await expect(page.getByText("Did you mean hoodie?")).toBeVisible();
  await page.getByRole("link", { name: "hoodie", exact: true }).click();
  await expect(page).toHaveURL("/collection?search=hoodie");
  await expect(shown(page).first()).toContainText("Hoodie");
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
