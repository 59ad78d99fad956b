import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { type Db, type Tx, transaction } from "../../platform/database/db.server.ts";
import { enqueueMail } from "../../platform/mail/outbox.server.ts";
import { outbox } from "../../platform/mail/tables.server.ts";
import { alertsNow, currentShop } from "../../settings/current-settings.server.ts";
import { composePlainMail } from "../../ui/mail-layout.server.ts";
import { IS_ON_SALE } from "../on-sale.server.ts";
import { lowStockNotified, products, stock } from "../tables.server.ts";
import { LOW_STOCK } from "./rules.ts";

/** Lines in one mail; the rest are counted. */
const LINES_MAX = 40;

type Links = { counter: (page: string) => string };
type Low = { name: string; size: string; onHand: number };

/**
 * Mails the owner which sizes have become low since the last such mail, in at most one mail a day (EAT), however often it is
 * called. A size is named again only after its stock was higher in between. Where the owner wants no such mail
 * nothing is marked as sent, so that nothing is missing once they want it again.
 */
export async function mailLowStock(db: Db, links: Links | undefined): Promise<void> {
  const { to, wanted } = alertsNow();
  if (!wanted("low-stock")) return;
  const low = await countLowStock(db);
  await transaction(db, async (tx) => {
    await forgetRestocked(tx);
    if (low === 0) return;
    const event = `low-stock:${await today(tx)}`;
    const [sent] = await tx.select({ id: outbox.id }).from(outbox).where(eq(outbox.event, event));
    if (sent) return;
    const fresh = await markNew(tx);
    if (fresh.length === 0) return;
    await enqueueMail(tx, {
      event,
      to,
      lowPriority: true,
      ...mailOf(fresh, low - fresh.length, links),
    });
  });
}

async function forgetRestocked(tx: Tx): Promise<void> {
  await tx.execute(sql`
    delete from ${lowStockNotified} where not exists (
      select from ${stock} join ${products} on ${products.id} = ${stock.productId}
      where ${stock.productId} = ${lowStockNotified.productId} and ${stock.size} = ${lowStockNotified.size} and ${IS_LOW})`);
}

async function today(tx: Tx): Promise<string | undefined> {
  const { rows } = await tx.execute<{ day: string }>(
    sql`select to_char(now() at time zone 'Africa/Nairobi', 'YYYY-MM-DD') as day`,
  );
  return rows[0]?.day;
}

/** Marks sizes that are low and were in no mail yet; a concurrent process gets none of these. */
async function markNew(tx: Tx): Promise<Low[]> {
  const marked = tx.$with("marked").as(
    tx
      .insert(lowStockNotified)
      .select(
        tx
          .select({ productId: stock.productId, size: stock.size })
          .from(stock)
          .innerJoin(products, eq(products.id, stock.productId))
          .where(IS_LOW)
          .orderBy(stock.productId, stock.size),
      )
      .onConflictDoNothing()
      .returning({ productId: lowStockNotified.productId, size: lowStockNotified.size }),
  );
  return tx
    .with(marked)
    .select({ name: products.name, size: stock.size, onHand: stock.onHand })
    .from(marked)
    .innerJoin(products, eq(products.id, marked.productId))
    .innerJoin(stock, sql`${stock.productId} = ${marked.productId} and ${stock.size} = ${marked.size}`)
    .orderBy(asc(stock.onHand), asc(products.name), asc(stock.size));
}

function mailOf(fresh: Low[], others: number, links: Links | undefined) {
  const more = fresh.length - LINES_MAX;
  return composePlainMail(currentShop(), {
    subject: fresh.length === 1 ? "1 size is running low" : `${fresh.length} sizes are running low`,
    greeting: "Good morning,",
    paragraphs: [
      "Few pieces are left of these, or none:",
      ...fresh.slice(0, LINES_MAX).map(({ name, size, onHand }) => `${name}, ${size}: ${leftOf(onHand)}`),
      ...(more > 0 ? [`And ${more} more.`] : []),
      ...(others > 0 ? [`${others} that earlier mails named ${others === 1 ? "is" : "are"} low still.`] : []),
    ],
    ...(links ? { action: { label: "See what is low", url: links.counter("/goods?stock=low") } } : {}),
    footnote: "Written by the shop itself, at most once a day.",
  });
}

function leftOf(onHand: number): string {
  return onHand === 0 ? "sold out" : `${onHand} left`;
}

/**
 * Sizes that shoppers see and of which few or none are left. Over `stock` joined to `products`. The number is a literal, as
 * PostgreSQL does not use the index `stock_low` for a parameter.
 */
const IS_LOW: SQL | undefined = and(
  sql`${stock.onHand} <= ${sql.raw(String(LOW_STOCK))}`,
  IS_ON_SALE,
  sql`${stock.size} = any(${products.sizes})`,
);

/** How many sizes are low. */
export async function countLowStock(db: Db): Promise<number> {
  const [row] = await db
    .select({ low: sql<number>`count(*)::int` })
    .from(stock)
    .innerJoin(products, eq(products.id, stock.productId))
    .where(IS_LOW);
  return row?.low ?? 0;
}

/** Condition on `products`: one of its sizes is low. */
export const HAS_LOW_STOCK = sql`exists (select from ${stock} where ${stock.productId} = ${products.id} and ${IS_LOW})`;
