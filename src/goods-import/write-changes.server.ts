import { sql } from "drizzle-orm";
import type { InFile } from "../catalogue/staff/goods-cells.server.ts";
import { products, stock } from "../catalogue/tables.server.ts";
import type { Actor } from "../platform/audit/actor.server.ts";
import { type Deed, writeAudits } from "../platform/audit/write-audit.server.ts";
import type { Tx } from "../platform/database/db.server.ts";
import type { Change } from "./compare-rows.server.ts";
import type { Written } from "./read-row.server.ts";

/** Writes products, some at a time, each statement for all of them; their pieces are written at the end (`writeMoves`). */
export async function writeProducts(tx: Tx, changes: readonly Change[], by: Actor): Promise<void> {
  const added = changes.filter(({ before }) => !before);
  const changed = changes.filter(({ before, changed: fields }) => before && fields.length > 0);
  if (added.length > 0) await insertProducts(tx, added);
  if (changed.length > 0) await updateProducts(tx, changed);
  await addSizes(
    tx,
    changes.filter(
      ({ before, changed: fields, moves }) => before && (fields.includes("sizes") || moves.length > 0),
    ),
  );
  await writeAudits(tx, by, changes.map(deedOf));
}

/** As the table's columns are called. What is archived just now is so from now on. */
function columnsOf({ id, after, changed }: Change) {
  return {
    id,
    name: after.name,
    description: after.description,
    material: after.material,
    fit: after.fit,
    size_guide: after.sizeGuide,
    price: after.price,
    former_price: after.formerPrice,
    category: after.category,
    sub_category: after.subCategory,
    sizes: after.sizes,
    images: after.images,
    alts: after.alts,
    colour: after.colour,
    trending: after.trending,
    bestseller: after.bestseller,
    on_sale_from: after.onSaleFrom === null ? null : new Date(after.onSaleFrom).toISOString(),
    announced: after.announced,
    published: after.status === "shown",
    archived_at: after.status === "archived" ? "now" : null,
    // one more where what the product's form holds has changed
    version: changed.some((field) => !BESIDE_THE_FORM.has(field)) ? 1 : 0,
  };
}

const BESIDE_THE_FORM: ReadonlySet<keyof Written> = new Set(["status", "images", "alts"]);

function given(changes: readonly Change[]) {
  return sql`json_populate_recordset(null::products, ${JSON.stringify(changes.map(columnsOf))}::json) given`;
}

async function insertProducts(tx: Tx, added: readonly Change[]): Promise<void> {
  await tx.execute(sql`
    insert into ${products} (id, name, description, material, fit, size_guide, price, former_price, category, sub_category,
      sizes, images, alts, colour, trending, bestseller, on_sale_from, announced, published, archived_at)
    select id, name, description, material, fit, size_guide, price, former_price, category, sub_category,
      sizes, images, alts, colour, trending, bestseller, on_sale_from, announced, published, archived_at
    from ${given(added)}`);
}

async function updateProducts(tx: Tx, changed: readonly Change[]): Promise<void> {
  await tx.execute(sql`
    update ${products} set (name, description, material, fit, size_guide, price, former_price, category, sub_category,
      sizes, images, alts, colour, trending, bestseller, on_sale_from, announced, published, archived_at, version, updated_at) =
      (given.name, given.description, given.material, given.fit, given.size_guide, given.price, given.former_price,
      given.category, given.sub_category, given.sizes, given.images, given.alts, given.colour, given.trending,
      given.bestseller, given.on_sale_from, given.announced, given.published,
      case when given.archived_at is null then null else coalesce(products.archived_at, given.archived_at) end,
      products.version + given.version, now())
    from ${given(changed)} where products.id = given.id`);
}

/** A row of stock for each size that has none, without a piece. */
async function addSizes(tx: Tx, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.flatMap(({ id, after }) =>
    after.sizes.map((size) => ({ product_id: id, size, on_hand: 0, held: 0, received: 0 })),
  );
  await tx.execute(sql`
    insert into ${stock} select * from json_populate_recordset(null::stock, ${JSON.stringify(rows)}::json)
    on conflict do nothing`);
}

function deedOf({ id, before, after, changed, moves }: Change): Deed {
  const pieces =
    moves.length > 0 ? { stock: Object.fromEntries(moves.map(({ size, delta }) => [size, delta])) } : {};
  const subject = { subjectKind: "product", subjectId: id };
  if (!before) return { action: "product.add", ...subject, after: { ...after, ...pieces }, reason: REASON };
  const pick = (of: InFile | Written) => Object.fromEntries(changed.map((field) => [field, of[field]]));
  return {
    action: "product.edit",
    ...subject,
    before: pick(before),
    after: { ...pick(after), ...pieces },
    reason: REASON,
  };
}

const REASON = "Import";
