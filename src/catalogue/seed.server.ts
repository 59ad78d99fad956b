import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { sql } from "drizzle-orm";
import { type Db, type Tx, transaction } from "../platform/database/db.server.ts";
import type { Product } from "./contract.ts";
import { products, stock } from "./tables.server.ts";

/**
 * Fills an empty catalogue with the sample products, once, also when processes start at the same time; in the same transaction
 * `addRatings` gets their ids. Gives how many were added.
 */
export async function seedWhenEmpty(
  db: Db,
  addRatings: (tx: Tx, productIds: string[]) => Promise<void>,
): Promise<number> {
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
    await addRatings(
      tx,
      goods.map(({ _id }) => _id),
    );
    return goods.length;
  });
}
