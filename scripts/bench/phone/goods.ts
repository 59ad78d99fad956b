type Goods = {
  _id: string;
  name: string;
  price: number;
  category: string;
  sizes: string[];
  stock: Record<string, number>;
};
export type Choice = { product: Goods; size: string };

/** So many products with plenty in some size, in the API's order, each with that size. */
export async function plentifulGoods(url: string, count: number): Promise<Choice[]> {
  const answer = (await (await fetch(`${url}/api/product/list`)).json()) as { products: Goods[] };
  const found = answer.products.flatMap((product) => {
    const size = product.sizes.find((each) => (product.stock[each] ?? 0) >= 25);
    return size ? [{ product, size }] : [];
  });
  if (found.length < count) throw new Error("The sample goods are too few.");
  return found.slice(0, count);
}

/** The first of them. */
export async function plentifulProduct(url: string): Promise<Choice> {
  const [choice] = await plentifulGoods(url, 1);
  if (!choice) throw new Error("The sample goods are too few.");
  return choice;
}
