import { eq, sql } from "drizzle-orm";
import type { Actor } from "../../platform/audit/actor.server.ts";
import { writeAudit } from "../../platform/audit/write-audit.server.ts";
import { type Db, transaction } from "../../platform/database/db.server.ts";
import { products } from "../tables.server.ts";
import { noSuchProduct } from "./find-product.server.ts";
import { STATE } from "./list-goods.server.ts";
import type { GoodsState } from "./rules.ts";

const ACTIONS: Record<GoodsState, string> = {
  shown: "product.show",
  hidden: "product.hide",
  archived: "product.archive",
};

/**
 * Shows a product to shoppers, hides it from them, or archives it; nothing happens where it is so already. What is written
 * about it is the same as before, and so is its version. @throws ShopError 404
 */
export async function moveProduct(
  db: Db,
  { id, to, by }: { id: string; to: GoodsState; by: Actor },
): Promise<void> {
  await transaction(db, async (tx) => {
    const [found] = await tx
      .select({ status: STATE })
      .from(products)
      .where(eq(products.id, id))
      .for("update");
    if (!found) throw noSuchProduct();
    if (found.status === to) return;
    await tx
      .update(products)
      .set({
        published: to === "shown",
        archivedAt: to === "archived" ? sql`now()` : null,
        updatedAt: sql`now()`,
      })
      .where(eq(products.id, id));
    await writeAudit(tx, by, {
      action: ACTIONS[to],
      subjectKind: "product",
      subjectId: id,
      before: { status: found.status },
      after: { status: to },
    });
  });
}
