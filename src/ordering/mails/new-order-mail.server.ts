import { and, desc, isNotNull, isNull, sql } from "drizzle-orm";
import { sizeName } from "../../cart/rules.ts";
import { formatPrice } from "../../catalogue/rules.ts";
import { type Db, type Tx, transaction } from "../../platform/database/db.server.ts";
import { enqueueMail, type Mail } from "../../platform/mail/outbox.server.ts";
import { isPlainPlace } from "../../platform/text-rules.ts";
import { alertsNow, currentShop } from "../../settings/current-settings.server.ts";
import { composePlainMail } from "../../ui/mail-layout.server.ts";
import { discountText } from "../coupons/rules.ts";
import { CHOICES } from "../methods.ts";
import { itemsOf, PLACED } from "../queries.server.ts";
import { shortId } from "../rules.ts";
import { orders } from "../tables.server.ts";
import type { MailLinks } from "./mail-links.server.ts";

/** Minutes between two such mails: the orders of that time are in one. */
const PAUSE = 10;
/** Orders that one mail lists; it says how many more there are. */
const NAMED = 20;

/**
 * Mails the owner the new orders to be packed, all in one mail, unless the owner wants none. It is plain text of low priority, so
 * that no shopper's mail waits for it. It does not name who ordered. Several processes may do so at the same time.
 */
export async function mailNewOrders(db: Db, links: MailLinks | undefined): Promise<void> {
  await transaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('new orders to the owner'))`);
    const [last] = await tx
      .select({ isRecent: sql<boolean>`${orders.announcedAt} > now() - make_interval(mins => ${PAUSE})` })
      .from(orders)
      .where(isNotNull(orders.announcedAt))
      .orderBy(desc(orders.announcedAt))
      .limit(1);
    if (last?.isRecent) return;
    const { to, wanted } = alertsNow();
    const isMailed = sql`${wanted("new-order")}::boolean and ${orders.status} <> 'Cancelled'`;
    const added = await tx
      .update(orders)
      // an order that is not mailed does not delay the next mail
      .set({ announcedAt: sql`case when ${isMailed} then now() else 'epoch' end` })
      .where(sql`${orders.id} = any(array(${unannounced(tx)}))`)
      .returning();
    const toPack = added.filter(({ announcedAt }) => announcedAt !== null && announcedAt.getTime() > 0);
    toPack.sort((one, other) => (one.id < other.id ? -1 : 1));
    const [first] = toPack;
    if (!first) return;
    const mail = toPack.length === 1 ? await mailOfOne(tx, first, links) : mailOfMany(toPack, links);
    await enqueueMail(tx, { event: `new-order:${first.id}`, to, lowPriority: true, ...mail });
  });
}

/** Orders of no mail yet; those that another transaction has locked come with the next mail. */
function unannounced(tx: Tx) {
  return tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(PLACED, isNull(orders.announcedAt)))
    .for("update", { skipLocked: true });
}

type Order = typeof orders.$inferSelect;

async function mailOfOne(tx: Tx, order: Order, links: MailLinks | undefined): Promise<Mail> {
  const { id, amount, discount, coupon } = order;
  const short = shortId(id);
  const lines = await itemsOf(tx, [id]);
  return composePlainMail(currentShop(), {
    subject: `New order ${short}: ${formatPrice(amount)}, ${moneyOf(order)}`,
    greeting: `Order ${short}`,
    paragraphs: [`${CHOICES[order.paymentMethod].name}, ${moneyOf(order)}. ${whereTo(order)}`],
    rows: [
      ...lines.map((line): [string, string] => [
        `${line.quantity} × ${line.name}, ${sizeName(line.size)}`,
        formatPrice(line.price * line.quantity),
      ]),
      ...(coupon ? [[`Discount ${coupon.code}`, discountText(discount)] as [string, string]] : []),
      ["Total with delivery", formatPrice(amount)],
    ],
    ...(links ? { action: { label: "Open the order", url: links.counter(`/orders/${id}`) } } : {}),
    footnote: "Written by the shop itself.",
  });
}

function mailOfMany(list: Order[], links: MailLinks | undefined): Mail {
  const total = list.reduce((sum, { amount }) => sum + amount, 0);
  const more = list.length - NAMED;
  return composePlainMail(currentShop(), {
    subject: `${list.length} new orders: ${formatPrice(total)}`,
    greeting: `${list.length} new orders`,
    paragraphs: more > 0 ? [`The first ${NAMED} of them, and ${more} more at the counter.`] : [],
    rows: list
      .slice(0, NAMED)
      .map((order): [string, string] => [
        `${shortId(order.id)}, ${CHOICES[order.paymentMethod].name}, ${moneyOf(order)}. ${whereTo(order)}`,
        formatPrice(order.amount),
      ]),
    ...(links ? { action: { label: "Open the orders", url: links.counter("/orders") } } : {}),
    footnote: `Written by the shop itself, at most every ${PAUSE} minutes.`,
  });
}

function moneyOf({ payment }: Order): string {
  return payment ? "paid" : "not paid yet";
}

function whereTo({ address, delivery }: Order): string {
  if (delivery?.pickUp) return `Pick-up at ${delivery.pickUp.name}.`;
  return `To ${address && isPlainPlace(address.city) ? address.city : "no town given"}.`;
}
