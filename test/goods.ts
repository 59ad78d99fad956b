import { newId } from "../src/platform/id.server.ts";
import type { TestShop } from "./shop.ts";

export type Goods = { _id: string; name: string; price: number; size: string };

/** Takes the sample goods away, for tests that count on their own alone. */
export async function emptyShelves(shop: TestShop): Promise<void> {
  await shop.query("delete from products");
}

/** Puts a product on sale, in size M and plenty unless said otherwise. `size` is its first. */
export async function addProduct(
  shop: Pick<TestShop, "query">,
  given: {
    name?: string;
    price?: number;
    formerPrice?: number;
    stock?: Record<string, number>;
    category?: string;
    subCategory?: string;
    trending?: boolean;
    published?: boolean;
    /** Seconds from now, by the database's clock, until it is on sale. */
    onSaleIn?: number;
    announced?: boolean;
  } = {},
): Promise<Goods> {
  const { name = "Sample tee", price = 1500, formerPrice = null, stock = { M: 1000 } } = given;
  const { category = "Unisex", subCategory = "Topwear", trending = false } = given;
  const { published = true, onSaleIn = null, announced = false } = given;
  const _id = newId();
  const sizes = Object.keys(stock);
  await shop.query(
    `insert into products (id, name, description, price, category, sub_category, sizes, images, colour, trending, published, former_price, on_sale_from, announced)
     values ($1, $2, 'Sample.', $3, $4, $5, $6, '{/images/sample.svg}', '#cccccc', $7, $8, $9,
       clock_timestamp() + make_interval(secs => $10), $11)`,
    [_id, name, price, category, subCategory, sizes, trending, published, formerPrice, onSaleIn, announced],
  );
  for (const [size, count] of Object.entries(stock))
    await shop.query("insert into stock (product_id, size, on_hand, received) values ($1, $2, $3, $3)", [
      _id,
      size,
      count,
    ]);
  return { _id, name, price, size: sizes[0] ?? "M" };
}

/** Whether a drop's moment has come, by the database's clock. */
export async function hasCome(shop: Pick<TestShop, "query">, { _id }: Goods): Promise<boolean> {
  const [row] = await shop.query<{ come: boolean }>(
    "select on_sale_from <= clock_timestamp() as come from products where id = $1",
    [_id],
  );
  return row?.come === true;
}

export async function onHand(shop: TestShop, product: Goods, size = product.size): Promise<number> {
  const [row] = await shop.query<{ on_hand: number }>(
    "select on_hand from stock where product_id = $1 and size = $2",
    [product._id, size],
  );
  return row?.on_hand ?? Number.NaN;
}

/** Counts the shelf again: what is there is what was received less what was sold. */
export async function restock(shop: TestShop, product: Goods, count: number): Promise<void> {
  await shop.query(
    "update stock set received = received + $2 - on_hand, on_hand = $2 where product_id = $1 and size = $3",
    [product._id, count, product.size],
  );
}
