import { eq, sql } from "drizzle-orm";
import type { Actor } from "../../platform/audit/actor.server.ts";
import { lastAction } from "../../platform/audit/read-audit.server.ts";
import { writeAudit } from "../../platform/audit/write-audit.server.ts";
import { type Db, type Tx, transaction } from "../../platform/database/db.server.ts";
import { fieldFault, ShopError } from "../../platform/shop-error.ts";
import { isPictureKept } from "../pictures/stored-pictures.server.ts";
import { products } from "../tables.server.ts";
import { noSuchProduct } from "./find-product.server.ts";

type Pictures = { images: string[]; alts: string[] };

type Arrangement = {
  id: string;
  /** Addresses of its pictures, in order; those left out are removed from the product. */
  order: string[];
  /** What each shows, in the same order. */
  alts: string[];
  /** The pictures and alt texts that the sender read and changed; without them, these replace whatever is there. */
  expected?: Pictures | undefined;
  by: Actor;
};

/**
 * Sets a product's pictures, their order, and what they show. Pictures that it has already are accepted as they are; a new one
 * must be stored. The version stays, as it is that of the product's form: somebody who describes a picture and then saves the
 * form must not be refused.
 * @throws ShopError 400 by field, 404, 409 it has other pictures or alt texts than `expected`
 */
export async function arrangePictures(db: Db, { id, order, alts, expected, by }: Arrangement): Promise<void> {
  await transaction(db, async (tx) => {
    const [before] = await tx
      .select({ images: products.images, alts: products.alts })
      .from(products)
      .where(eq(products.id, id))
      .for("update");
    if (!before) throw noSuchProduct();
    const after = withAlts(order, alts);
    const current = withAlts(before.images, before.alts);
    if (isSame(after, current)) return;
    if (expected && !isSame(withAlts(expected.images, expected.alts), current))
      throw await stalePictures(tx, id);
    for (const url of order)
      if (!before.images.includes(url) && !(await isPictureKept(tx, url)))
        throw fieldFault("order", "One of these pictures is not in the shop. Add it again.");
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

/** With an alt text for each picture, empty where it is not described. */
function withAlts(images: string[], alts: string[]): Pictures {
  return { images, alts: images.map((_, at) => alts[at] ?? "") };
}

function isSame(one: Pictures, other: Pictures): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The refusal of an order that is based on earlier pictures: who changed them, and when. */
async function stalePictures(tx: Tx, id: string): Promise<ShopError> {
  // an import writes pictures as "product.edit"
  const last = await lastAction(tx, "product", id, ["product.pictures", "product.edit"], ["images", "alts"]);
  return new ShopError(409, "This product's pictures have changed meanwhile. Nothing was saved.", last);
}
