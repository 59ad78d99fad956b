import { eq } from "drizzle-orm";
import type { Actor } from "../../platform/audit/actor.server.ts";
import { writeAudit } from "../../platform/audit/write-audit.server.ts";
import { type Db, transaction } from "../../platform/database/db.server.ts";
import { newId } from "../../platform/id.server.ts";
import { products } from "../tables.server.ts";
import { addSizes, demandNoQuestion, demandStart, normalizeFormerPrice } from "./edit-product.server.ts";
import { FIELDS, noSuchProduct } from "./find-product.server.ts";
import type { ProductFields } from "./product-fields.ts";
import { NAME_MAX, priceQuestions, startQuestions } from "./rules.ts";

type New = { fields: ProductFields; confirmed: boolean; by: Actor };

/**
 * Adds a product, hidden, as it has neither pictures nor stock yet. Returns its id.
 * @throws ShopError 400 by field; 409 `confirm`: a question that must be confirmed
 */
export async function addProduct(db: Db, { fields, confirmed, by }: New): Promise<string> {
  demandStart(fields);
  if (!confirmed) demandNoQuestion({ ...priceQuestions(fields), ...startQuestions(fields) });
  const id = newId();
  const product = normalizeFormerPrice(fields);
  await transaction(db, async (tx) => {
    await tx.insert(products).values({ id, images: [], published: false, ...product });
    await addSizes(tx, id, product.sizes);
    await writeAudit(tx, by, {
      action: "product.add",
      subjectKind: "product",
      subjectId: id,
      after: product,
    });
  });
  return id;
}

const COPY = " (copy)";

/** Adds a hidden copy of a product: its text, pictures, and sizes without stock. Returns its id. @throws ShopError 404 */
export async function duplicateProduct(db: Db, { id: of, by }: { id: string; by: Actor }): Promise<string> {
  const id = newId();
  await transaction(db, async (tx) => {
    const [found] = await tx
      .select({ ...FIELDS, images: products.images, alts: products.alts })
      .from(products)
      .where(eq(products.id, of));
    if (!found) throw noSuchProduct();
    const name = found.name.slice(0, NAME_MAX - COPY.length) + COPY;
    await tx.insert(products).values({ ...found, id, name, published: false });
    await addSizes(tx, id, found.sizes);
    await writeAudit(tx, by, {
      action: "product.duplicate",
      subjectKind: "product",
      subjectId: id,
      after: { of, name },
    });
  });
  return id;
}
