import { expect, test } from "@playwright/test";
import { listProducts, plentiful } from "./goods.ts";

test.use({ javaScriptEnabled: false });

test("the shop reads without JavaScript: home, collection, product, about, contact, policies", async ({
  page,
}) => {
  const products = await listProducts(page.request);
  await page.goto("/");
  await expect(page.getByRole("region", { name: "Latest Collection" }).getByRole("listitem")).toHaveCount(10);

  await page.goto("/collection");
  const shown = page
    .getByRole("region", { name: "Products" })
    .getByRole("listitem")
    .filter({ hasText: "Ksh" });
  await expect(shown).toHaveCount(24);
  await page.goto("/collection?category=Women&subCategory=Topwear&sort=low-high");
  const expected = products
    .filter(({ category, subCategory }) => category === "Women" && subCategory === "Topwear")
    .sort((one, other) => one.price - other.price);
  await expect(shown).toHaveCount(expected.length);
  await expect(shown.first()).toContainText(expected[0]?.name ?? "");

  const { product } = await plentiful(page.request);
  await page.goto(`/product/${product._id}`);
  await expect(page.getByRole("heading", { level: 1, name: product.name })).toBeVisible();
  await expect(page.getByRole("button", { name: "ADD TO CART" })).toBeHidden();
  await expect(page.getByText(/needs JavaScript/)).toBeVisible();

  await page.goto("/contact");
  await expect(page.getByText(/Langata/).first()).toBeVisible();
  await expect(page.getByRole("main").locator('a[href^="tel:"]').first()).toBeVisible();
  await expect(page.getByRole("main").locator('a[href^="mailto:"]').first()).toBeVisible();
  await page.goto("/about");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.getByRole("contentinfo").getByRole("link", { name: "Returns and exchanges" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Returns and exchanges" })).toBeVisible();
  await expect(page.getByRole("main").getByText("within 7 days")).toBeVisible();
});
