import { eq, sql } from "drizzle-orm";
import { EMAIL, isVerifiedOf } from "../../accounts/queries.server.ts";
import { users } from "../../accounts/tables.server.ts";
import { formatPrice } from "../../catalogue/rules.ts";
import { inLanguage } from "../../language/language.server.ts";
import { type Sentence, t } from "../../language/t.ts";
import { askUs, followAt } from "../../ordering/mails/order-mails.server.ts";
import { type Method, shortId } from "../../ordering/rules.ts";
import { orders } from "../../ordering/tables.server.ts";
import type { Tx } from "../../platform/database/db.server.ts";
import { enqueueMail, type Mail } from "../../platform/mail/outbox.server.ts";
import { currentShop } from "../../settings/current-settings.server.ts";
import { composeMail } from "../../ui/mail-layout.server.ts";
import { CANCELLED, ORDERED, OTHER_TOTAL, SOLD_OUT } from "../rules.ts";
import type { Payment } from "./provider.server.ts";

type ShopperMail = {
  event: string;
  /** In the language of the order. */
  write: (to: string) => Mail;
  /** For an unpaid order: the mail counts for its mailbox unless that is the account's own, and is dropped after these hours. */
  hours?: number;
};

type Shopper = Pick<Payment, "userId" | "address" | "language">;

/** The shopper to mail about a sum: that of the attempt it answers, else that of the order it pays, if any. */
export async function shopperOf(
  tx: Tx,
  payment: Payment | undefined,
  orderId: string | null,
): Promise<Shopper | undefined> {
  if (payment || orderId === null) return payment;
  const { userId, address, language } = orders;
  const [order] = await tx.select({ userId, address, language }).from(orders).where(eq(orders.id, orderId));
  return order;
}

/** Mails the shopper of a payment: at the e-mail of the order's delivery address, else at the account's. */
export async function mailShopper(
  tx: Tx,
  { userId, address, language }: Shopper,
  { event, write, hours }: ShopperMail,
): Promise<void> {
  const to = address?.email ?? (await emailOf(tx, userId)) ?? currentShop().email;
  const isProven = hours === undefined || (await isOwnMailbox(tx, userId, to));
  const unproven = isProven ? undefined : { goodFor: hours * 3_600 };
  await enqueueMail(tx, { event, to, unproven, ...inLanguage(language, () => write(to)) });
}

async function emailOf(tx: Tx, userId: string): Promise<string | undefined> {
  const [user] = await tx.select({ email: EMAIL }).from(users).where(eq(users.id, userId));
  return user?.email;
}

async function isOwnMailbox(tx: Tx, userId: string, to: string): Promise<boolean> {
  const { rows } = await tx.execute<{ own: boolean }>(sql`select ${isVerifiedOf(userId, to)} as own`);
  return rows[0]?.own ?? false;
}

type RefundNews = { amount: number; trackUrl: string | undefined } & (
  | { done: false; reason: RefundReason }
  | { done: false; orderId: string | null }
  | { done: true; method: Method }
);

/** Mailed when a refund is due, and when its provider or staff say that it is done. `reason`: why the shop itself refunds. */
export function refundMail(news: RefundNews) {
  const amount = formatPrice(news.amount);
  return composeMail(currentShop(), {
    subject: news.done
      ? t("Your refund of {amount} is on its way", { amount })
      : t("Your refund of {amount} is coming", { amount }),
    greeting: "Habari,",
    paragraphs: news.done
      ? [t("We've sent you {amount} the way you paid.", { amount }), t(ARRIVAL[news.method])]
      : [whyOf(news), t("We're refunding you the way you paid. You don't need to do anything.")],
    rows: [],
    ...followAt(news.trackUrl),
    footnote: askUs(),
  });
}

function whyOf(news: RefundNews & { done: false }): string {
  const amount = formatPrice(news.amount);
  if ("reason" in news) return t(REASONS[news.reason], { amount });
  if (!news.orderId) return t("We're refunding {amount} of your payment.", { amount });
  return t("We're refunding {amount} of what you paid for your order {id}.", {
    amount,
    id: shortId(news.orderId),
  });
}

/** Why the shop itself refunds money. */
export type RefundReason = keyof typeof REASONS;

const REASONS = {
  [SOLD_OUT]: "Your payment of {amount} reached us, but the items had sold out.",
  [ORDERED]: "Your payment of {amount} reached us, but this order was already paid.",
  [OTHER_TOTAL]: "Your payment of {amount} reached us, but your order costs a different amount.",
  [CANCELLED]: "Your payment of {amount} reached us, but the order was cancelled.",
} as const satisfies Record<string, Sentence>;

/** How the shopper sees that the refund has come. */
const ARRIVAL = {
  cod: "You'll get an SMS from M-Pesa.",
  mpesa: "You'll get an SMS from M-Pesa.",
  flutterwave: "Your bank may take a few days to show it.",
} as const satisfies Record<Method, Sentence>;
