import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { sql } from "drizzle-orm";
import type { Product } from "./catalogue/contract.ts";
import { products, stock } from "./catalogue/tables.server.ts";
import { type Db, transaction } from "./platform/database/db.server.ts";
import { sampleRatings } from "./reviews/tables.server.ts";

/** Sample ratings, so many of each number of stars: the four stars and 122 of the specification, §2. */
const RATINGS = [
  { stars: 5, count: 47 },
  { stars: 4, count: 43 },
  { stars: 3, count: 20 },
  { stars: 2, count: 9 },
  { stars: 1, count: 3 },
];

/** Fills an empty catalogue with the sample products, once, also when processes start together. Gives how many were added. */
export async function seedWhenEmpty(db: Db): Promise<number> {
  const goods: Product[] = JSON.parse(await readFile(resolve("seed/products.json"), "utf8"));
  return transaction(db, async (tx) => {
    await tx.execute(sql`lock table ${products} in exclusive mode`);
    const [any] = await tx.select({ id: products.id }).from(products).limit(1);
    if (any) return 0;
    await tx
      .insert(products)
      .values(goods.map(({ _id, image, stock: _, ...product }) => ({ ...product, id: _id, images: image })));
    await tx.insert(stock).values(
      goods.flatMap((product) =>
        Object.entries(product.stock).map(([size, count]) => ({
          productId: product._id,
          size,
          onHand: count,
          received: count,
        })),
      ),
    );
    await tx
      .insert(sampleRatings)
      .values(goods.flatMap(({ _id: productId }) => RATINGS.map((rating) => ({ productId, ...rating }))));
    return goods.length;
  });
}
