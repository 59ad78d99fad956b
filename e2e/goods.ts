import { type APIRequestContext, expect, type Page } from "@playwright/test";

export type Product = {
  _id: string;
  name: string;
  price: number;
  sizes: string[];
  stock: Record<string, number>;
  category: string;
  subCategory: string;
};

export async function listProducts(request: APIRequestContext): Promise<Product[]> {
  const answer = await (await request.get("/api/product/list")).json();
  return answer.products;
}

/** The n-th product with plenty in some size, and that size. */
export async function plentiful(
  request: APIRequestContext,
  n = 0,
): Promise<{ product: Product; size: string }> {
  const found = (await listProducts(request)).flatMap((product) => {
    const size = product.sizes.find((each) => (product.stock[each] ?? 0) >= 25);
    return size ? [{ product, size }] : [];
  });
  const chosen = found[n];
  if (!chosen) throw new Error("The sample goods have no such product.");
  return chosen;
}

/** Puts one of a size into the cart from its page. */
export async function addToCart(
  page: Page,
  { product, size }: { product: Product; size: string },
): Promise<void> {
  await page.goto(`/product/${product._id}`);
  await page.getByRole("radio", { name: size, exact: true }).check();
  await page.getByRole("button", { name: "ADD TO CART" }).click();
  await expect(page.getByText(`${product.name} (${size}) is in your cart`)).toBeVisible();
}
