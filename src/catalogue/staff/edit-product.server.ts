import { and, eq, inArray, sql } from "drizzle-orm";
import type { Actor } from "../../platform/audit/actor.server.ts";
import { writeAudit } from "../../platform/audit/write-audit.server.ts";
import { type Db, type Tx, transaction } from "../../platform/database/db.server.ts";
import { fieldFault, ShopError } from "../../platform/shop-error.ts";
import { products, stock } from "../tables.server.ts";
import { FIELDS, noSuchProduct, productStanding } from "./find-product.server.ts";
import { STATE } from "./list-goods.server.ts";
import type { ProductFields } from "./product-fields.ts";
import { type GoodsState, isNotAbove, NO_START, priceQuestions, startQuestions } from "./rules.ts";

const ACTIONS: Record<GoodsState, string> = {
  shown: "product.show",
  hidden: "product.hide",
  archived: "product.archive",
};

/**
 * Shows a product to shoppers, hides it from them, or archives it; does nothing where that is its state already. Its text and its
 * version stay the same. @throws ShopError 404
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

type Edit = {
  id: string;
  /** The version that the changes are based on. */
  version: number;
  /** The fields that change; others stay as they are. */
  changes: Partial<ProductFields>;
  /** The question was answered with yes. */
  confirmed: boolean;
  by: Actor;
};

/**
 * Changes a product's text and sizes. New sizes start without stock; the stock of a size is not changed.
 * @throws ShopError 400 by field, a size that still has pieces is left out; 404; 409 `current`, `by`, `at`: another version,
 * or with `confirm`, by field: a question that must be confirmed
 */
export async function editProduct(db: Db, { id, version, changes, confirmed, by }: Edit): Promise<void> {
  await transaction(db, async (tx) => {
    const [before] = await tx
      .select(FIELDS)
      .from(products)
      .where(and(eq(products.id, id), eq(products.version, version)))
      .for("update");
    if (!before) throw await staleProduct(tx, id);
    const wanted = { ...before, ...changes };
    demandStart(wanted);
    const left = before.sizes.filter((size) => !wanted.sizes.includes(size));
    const questions = {
      ...priceQuestions(wanted, before),
      ...startQuestions(wanted, before),
      ...(await sizeQuestions(tx, id, left)),
    };
    if (!confirmed) demandNoQuestion(questions);
    const after = normalizeFormerPrice(wanted);
    if (JSON.stringify(after) === JSON.stringify(before)) return;
    await tx
      .update(products)
      .set({ ...after, version: sql`${products.version} + 1`, updatedAt: sql`now()` })
      .where(eq(products.id, id));
    await addSizes(tx, id, after.sizes);
    await writeAudit(tx, by, {
      action: "product.edit",
      subjectKind: "product",
      subjectId: id,
      before,
      after,
    });
  });
}

/** @throws ShopError 409 with `confirm`, by field, where there is a question */
export function demandNoQuestion(questions: Record<string, string>): void {
  const sentences = Object.values(questions);
  if (sentences.length > 0) throw new ShopError(409, sentences.join(" "), { confirm: questions });
}

/** @throws ShopError 400: announced without a start */
export function demandStart({
  announced,
  onSaleFrom,
}: Pick<ProductFields, "announced" | "onSaleFrom">): void {
  if (announced && onSaleFrom === null) throw fieldFault("onSaleFrom", NO_START);
}

/** A former price that is not above the price is dropped. */
export function normalizeFormerPrice<T extends { price: number; formerPrice: number | null }>(product: T): T {
  return isNotAbove(product.formerPrice, product.price) ? { ...product, formerPrice: null } : product;
}

/** Inserts a row of stock, with 0 pieces, for each size that has none. */
export async function addSizes(tx: Tx, productId: string, sizes: string[]): Promise<void> {
  await tx
    .insert(stock)
    .values(sizes.map((size) => ({ productId, size, onHand: 0, received: 0 })))
    .onConflictDoNothing();
}

/** The refusal of an edit that is based on an earlier version, with the product's current state. */
async function staleProduct(tx: Tx, id: string): Promise<ShopError> {
  const latest = await productStanding(tx, id);
  return latest
    ? new ShopError(409, "This product has changed meanwhile. Nothing was saved.", latest)
    : noSuchProduct();
}

/**
 * The questions about sizes that are left out though pieces of them were sold.
 * @throws ShopError 400 there are pieces of one, on hand or held for a payment
 */
async function sizeQuestions(tx: Tx, id: string, left: string[]): Promise<Record<string, string>> {
  if (left.length === 0) return {};
  const rows = await tx
    .select()
    .from(stock)
    .where(and(eq(stock.productId, id), inArray(stock.size, left)))
    .orderBy(stock.size)
    .for("update");
  const kept = rows.find(({ onHand, held }) => onHand + held > 0);
  if (kept) throw fieldFault("sizes", whyKept(kept));
  const sold = rows.filter(({ received }) => received > 0).map(({ size }) => size);
  if (sold.length === 0) return {};
  return { sizes: `Pieces of ${sold.join(", ")} were sold; their orders keep them. Leave the size out?` };
}

/** Why a size cannot be left out. */
export function whyKept({ size, onHand, held }: { size: string; onHand: number; held: number }): string {
  const what = [onHand > 0 && `${onHand} on hand`, held > 0 && `${held} held for payments`];
  return `${size} stays: there are ${what.filter(Boolean).join(" and ")}. Change its stock to 0 first, or hide the product.`;
}
