import { readFileSync } from "node:fs";
import { type APIRequestContext, expect, type Page } from "@playwright/test";
import type { Product } from "../src/catalogue/contract.ts";
import { post, signIn, signUp } from "./people.ts";

export async function listProducts(request: APIRequestContext): Promise<Product[]> {
  const answer = await (await request.get("/api/product/list")).json();
  return answer.products;
}

/** What was there before anybody bought, by product and size. */
const AT_FIRST = new Map(
  (JSON.parse(readFileSync("seed/products.json", "utf8")) as Product[]).map(({ _id, stock }) => [_id, stock]),
);

/** The n-th product that had plenty in some size at first, and that size: the same one whatever others have bought since. */
export async function plentiful(request: APIRequestContext, n = 0): Promise<Goods> {
  const found = (await listProducts(request)).flatMap((product) => {
    const size = product.sizes.find((each) => (AT_FIRST.get(product._id)?.[each] ?? 0) >= 25);
    return size ? [{ product, size }] : [];
  });
  const chosen = found[n];
  if (!chosen) throw new Error("The sample goods have no such product.");
  return chosen;
}

export type Goods = { product: Product; size: string };

/** Puts one of a size into an account's cart, for journeys about something else. */
export async function addForAccount(
  request: APIRequestContext,
  token: string,
  { product, size }: Goods,
): Promise<void> {
  await post(request, "/api/cart/add", { itemId: product._id, size }, token);
}

/** Signs this browser in with a new account that has one of each of these in its cart. */
export async function signInWith(page: Page, ...all: Goods[]): Promise<void> {
  const { token } = await signUp(page.request);
  for (const goods of all) await addForAccount(page.request, token, goods);
  await signIn(page, token);
}

/** Puts one of a size into the cart from its page; of who is signed in, the shop has it too then. */
export async function addToCart(page: Page, { product, size }: Goods): Promise<void> {
  await page.goto(`/product/${product._id}`);
  await page.getByRole("radio", { name: size, exact: true }).check();
  await page.getByRole("button", { name: "ADD TO CART" }).click();
  await expect(page.getByText(`${product.name} (${size}) is in your cart`)).toBeVisible();
  await expect.poll(() => page.evaluate(isUnsent)).toBe(false);
}

/** Whether the shop has not answered a change of the cart yet; a browser that keeps nothing cannot say. */
function isUnsent(): boolean {
  try {
    return sessionStorage.getItem("cart-unsent") !== null;
  } catch {
    return false;
  }
}
