import { expect, test } from "@playwright/test";
import { listProducts, plentiful } from "./goods.ts";

test("a product shows what it is, its sizes, and up to five of its kind", async ({ page }) => {
  const { product, size } = await plentiful(page.request, 2);
  await page.goto(`/product/${product._id}`);
  await expect(page.getByRole("heading", { level: 1, name: product.name })).toBeVisible();
  await expect(page.getByText(`Ksh ${product.price.toLocaleString("en-KE")}`).first()).toBeVisible();
  await expect(page.getByRole("radio")).toHaveCount(product.sizes.length);
  await expect(page.getByText(/within 7 days/).first()).toBeVisible();
  const related = page.getByRole("region", { name: "Related Products" }).getByRole("listitem");
  await expect(related).toHaveCount(5);
  await expect(related.filter({ hasText: product.name })).toHaveCount(0);

  const add = page.getByRole("button", { name: "ADD TO CART" });
  await expect(add).toBeDisabled();
  await page.getByRole("radio", { name: size, exact: true }).check();
  await add.click();
  await expect(page.getByText(`${product.name} (${size}) is in your cart`)).toBeVisible();
  await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
});

test("a sold-out size says so and cannot be chosen", async ({ page }) => {
  const products = await listProducts(page.request);
  const product = products.find(({ stock, sizes }) => sizes.some((size) => stock[size] === 0));
  const size = product?.sizes.find((each) => product.stock[each] === 0) ?? "";
  await page.goto(`/product/${product?._id}`);
  await expect(page.getByRole("radio", { name: size, exact: true })).toBeDisabled();
  await expect(page.getByText("Sold out").first()).toBeVisible();
});

test("toasts stand top right, close by themselves after 5 s, and Alt+T reaches them", async ({
  page,
  isMobile,
}) => {
  await page.clock.install();
  const { product, size } = await plentiful(page.request, 3);
  await page.goto(`/product/${product._id}`);
  await page.getByRole("radio", { name: size, exact: true }).check();
  await page.getByRole("button", { name: "ADD TO CART" }).click();
  const toast = page.getByRole("alert").filter({ hasText: "is in your cart" });
  await expect(toast).toBeVisible();
  const box = await toast.boundingBox();
  const width = page.viewportSize()?.width ?? 0;
  if (!isMobile) expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(width - 60);
  await page.mouse.move(5, 400);
  await page.keyboard.press("Alt+t");
  await expect(toast).toBeFocused();
  await toast.getByRole("button", { name: "close" }).press("Enter");
  await page.clock.runFor(1000);
  await expect(toast).toHaveCount(0);
});

test("an unknown product is a helpful 404", async ({ page }) => {
  const answer = await page.goto("/product/01JZZZZZZZZZZZZZZZZZZZZZZZ");
  expect(answer?.status()).toBe(404);
  await expect(
    page
      .getByRole("main")
      .getByRole("link", { name: /collection/i })
      .first(),
  ).toBeVisible();
});
