import { eq, sql } from "drizzle-orm";
import type { Actor } from "../../platform/audit/actor.server.ts";
import { writeAudit } from "../../platform/audit/write-audit.server.ts";
import { type Db, transaction } from "../../platform/database/db.server.ts";
import { fieldFault } from "../../platform/shop-error.ts";
import { isPictureKept } from "../pictures/stored-pictures.server.ts";
import { products } from "../tables.server.ts";
import { noSuchProduct } from "./find-product.server.ts";

type Arrangement = {
  id: string;
  /** Addresses of its pictures, the first first; those left out are no longer its own. */
  order: string[];
  /** What each shows, in the same order. */
  alts: string[];
  by: Actor;
};

/**
 * Says which pictures a product has, in which order, and what they show. What it had already stays as it is; a new one must
 * be among the pictures that are kept. The version stays: it is of what the product's form holds, and who describes a
 * picture and then saves the form has changed nothing meanwhile. @throws ShopError 400 by field, 404
 */
export async function arrangePictures(db: Db, { id, order, alts, by }: Arrangement): Promise<void> {
  await transaction(db, async (tx) => {
    const [before] = await tx
      .select({ images: products.images, alts: products.alts })
      .from(products)
      .where(eq(products.id, id))
      .for("update");
    if (!before) throw noSuchProduct();
    for (const url of order)
      if (!before.images.includes(url) && !(await isPictureKept(tx, url)))
        throw fieldFault("order", "One of these pictures is not in the shop. Add it again.");
    const after = { images: order, alts: order.map((_, at) => alts[at] ?? "") };
    const current = { ...before, alts: before.images.map((_, at) => before.alts[at] ?? "") };
    if (JSON.stringify(after) === JSON.stringify(current)) return;
    await tx
      .update(products)
      .set({ ...after, updatedAt: sql`now()` })
      .where(eq(products.id, id));
    await writeAudit(tx, by, {
      action: "product.pictures",
      subjectKind: "product",
      subjectId: id,
      before,
      after,
    });
  });
}
