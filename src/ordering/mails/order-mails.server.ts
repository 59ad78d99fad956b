import { eq } from "drizzle-orm";
import { EMAIL } from "../../accounts/queries.server.ts";
import { users } from "../../accounts/tables.server.ts";
import { formatPrice } from "../../catalogue/rules.ts";
import { type Sentence, t } from "../../language/t.ts";
import type { Tx } from "../../platform/database/db.server.ts";
import { currentShop } from "../../settings/current-settings.server.ts";
import { composeMail } from "../../ui/mail-layout.server.ts";
import type { Address } from "../contract.ts";
import { type PickUpPlace, readyText } from "../order-text.ts";
import { shortId } from "../rules.ts";

/** Where an order's mails go: the delivery address's e-mail, else the account's, else the shop's own. */
export async function emailOfOrder(
  tx: Tx,
  { userId, address }: { userId: string; address: Address | null },
): Promise<string> {
  const shop = currentShop();
  if (address) return address.email;
  const [user] = await tx.select({ email: EMAIL }).from(users).where(eq(users.id, userId));
  return user?.email ?? shop.email;
}

/** `trackUrl`: where the shopper follows the order, if there is such a page. */
type OrderMail = { id: string; trackUrl: string | undefined };

/**
 * Sent once when the money of an order comes after it was placed; `amount` in KES is the order's. An order that was
 * paid as it was placed needs none: its confirmation says so.
 */
export function paidMail({ amount, ...order }: OrderMail & { amount: number }) {
  return orderMail(order, {
    subject: "Your {shop} order {id} is paid",
    greeting: "Asante!",
    paragraphs: [
      t("We have your payment of {amount}: your order {id} is paid.", {
        amount: formatPrice(amount),
        id: shortId(order.id),
      }),
      t("You don't need to do anything more."),
    ],
  });
}

type StepMail = "shipped" | "delivered";

type SteppedOrder = OrderMail & {
  courier: string | null;
  tracking: string | null;
  /** Where it is fetched; undefined where it goes to an address. */
  pickUp?: PickUpPlace | undefined;
};

/** Sent once when staff have shipped an order, or it is ready to be picked up, and once when it is delivered. */
export function stepMail(step: StepMail, order: SteppedOrder) {
  const subject = (order.pickUp ? PICK_UP_SUBJECTS : SUBJECTS)[step];
  return orderMail(order, { subject, paragraphs: stepText(step, order) });
}

function stepText(step: StepMail, { id, courier, tracking, pickUp }: SteppedOrder): string[] {
  const facts = { id: shortId(id), days: currentShop().returnDays };
  if (step === "delivered") return [t(pickUp ? PICKED_UP : DELIVERED, facts)];
  if (pickUp) return [readyText(pickUp)];
  return [
    t("Your order {id} has left us and is on its way to you.", facts),
    ...parcelOf({ courier, tracking }),
  ];
}

const SUBJECTS = {
  shipped: "Your {shop} order {id} is on its way",
  delivered: "Your {shop} order {id} has been delivered",
} as const;
const DELIVERED =
  "Your order {id} has been delivered. If you don't have it, tell us. You can return or exchange it within {days} days.";

const PICK_UP_SUBJECTS = {
  shipped: "Your {shop} order {id} is ready for pick-up",
  delivered: "Your {shop} order {id} has been picked up",
} as const;
const PICKED_UP =
  "Your order {id} has been picked up. If you don't have it, tell us. You can return or exchange it within {days} days.";

function parcelOf({ courier, tracking }: Pick<SteppedOrder, "courier" | "tracking">): string[] {
  if (courier && tracking)
    return [t("{courier} is bringing it, tracking number {tracking}.", { courier, tracking })];
  if (tracking) return [t("It goes with tracking number {tracking}.", { tracking })];
  return courier ? [t("{courier} is bringing it.", { courier })] : [];
}

/** Sent once when staff have cancelled an order; `back` in KES is what is refunded by that, where it was `paid`. */
export function cancelledMail({ paid, back, ...order }: OrderMail & { paid: boolean; back: number }) {
  return orderMail(order, {
    subject: "Your {shop} order {id} is cancelled",
    paragraphs: [
      t("We have cancelled your order {id}.", { id: shortId(order.id) }),
      paid ? refundText(back) : t(UNPAID),
    ],
  });
}

const UNPAID = "We have no payment for it. If you did pay, tell us and we'll refund you.";

function refundText(amount: number): string {
  return amount > 0
    ? t("We're refunding {amount} the way you paid. You don't need to do anything.", {
        amount: formatPrice(amount),
      })
    : t("We've refunded what you paid, or the refund is on its way.");
}

type Subject = Extract<Sentence, `Your {shop} order {id} ${string}`>;
type OrderNews = { subject: Subject; greeting?: string; paragraphs: string[] };

/** A mail of a few sentences about an order, with a button to its page. */
function orderMail({ id, trackUrl }: OrderMail, { subject, greeting = "Habari,", paragraphs }: OrderNews) {
  const shop = currentShop();
  return composeMail(shop, {
    subject: t(subject, { shop: shop.name, id: shortId(id) }),
    greeting,
    paragraphs,
    ...followAt(trackUrl),
    footnote: askUs(),
  });
}

/** Whom to ask: the last words of most mails. */
export function askUs(): string {
  const shop = currentShop();
  return t("Questions? Write to {email} or call {phone}.", { email: shop.email, phone: shop.phone });
}

/** A button to the order's page. */
export function followAt(url: string | undefined, label = t("Follow your order")) {
  return url ? { action: { label, url } } : {};
}
