import { eq } from "drizzle-orm";
import { EMAIL } from "../../accounts/queries.server.ts";
import { users } from "../../accounts/tables.server.ts";
import { formatPrice } from "../../catalogue/rules.ts";
import { followAt } from "../../ordering/mails.server.ts";
import { type Method, shortId } from "../../ordering/rules.ts";
import { orders } from "../../ordering/tables.server.ts";
import type { Tx } from "../../platform/database/db.server.ts";
import { shop } from "../../shop.ts";
import { composeMail } from "../../ui/mail-layout.server.ts";
import type { Payment } from "./provider.server.ts";

/** Where a payment's news goes: the delivery address's e-mail, as staff may have corrected it since, else the account's. */
export async function emailOf(tx: Tx, payment: Payment): Promise<string> {
  const [order] = payment.orderId
    ? await tx.select({ address: orders.address }).from(orders).where(eq(orders.id, payment.orderId))
    : [];
  const address = order?.address ?? payment.address;
  if (address) return address.email;
  const [user] = await tx.select({ email: EMAIL }).from(users).where(eq(users.id, payment.userId));
  return user?.email ?? shop.email;
}

type RefundNews = { amount: number; trackUrl: string | undefined } & (
  | { done: false; reason: string }
  | { done: false; orderId: string | null }
  | { done: true; method: Method }
);

/** Mailed to the shopper when a refund is due, and when it was sent. `reason`: why the shop itself gives it back. */
export function refundMail(news: RefundNews) {
  const { amount, done } = news;
  return composeMail(shop, {
    subject: done ? `${formatPrice(amount)} is on its way back to you` : `We owe you ${formatPrice(amount)}`,
    greeting: "Habari,",
    paragraphs: news.done
      ? [`We have sent ${formatPrice(amount)} back the way you paid it.`, ARRIVAL[news.method]]
      : [whyOf(news), "We give the money back the way you paid it; you need not do anything."],
    rows: [],
    ...followAt(news.trackUrl),
    footnote: `Questions? Write to ${shop.email} or call ${shop.phone}.`,
  });
}

function whyOf(news: RefundNews & { done: false }): string {
  const amount = formatPrice(news.amount);
  if ("reason" in news) return `Your payment of ${amount} reached us, but ${news.reason}.`;
  const paid = news.orderId ? `what you paid for your order ${shortId(news.orderId)}` : "your payment";
  return `We are giving you ${amount} of ${paid} back.`;
}

/** How the shopper sees that it has come. */
const ARRIVAL: Record<Method, string> = {
  cod: "M-Pesa sends you an SMS about it.",
  mpesa: "M-Pesa sends you an SMS about it.",
  flutterwave: "Your bank may take a few days to show it.",
};
