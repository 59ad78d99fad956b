import { eq } from "drizzle-orm";
import { EMAIL } from "../accounts/queries.server.ts";
import { users } from "../accounts/tables.server.ts";
import { sizeName } from "../cart/size-name.ts";
import { formatPrice } from "../catalogue/rules.ts";
import type { Tx } from "../platform/database/db.server.ts";
import { isPlainName, isPlainPlace } from "../platform/text-rules.ts";
import { shop } from "../shop.ts";
import { composeMail } from "../ui/mail-layout.server.ts";
import { arrivalOf } from "./arrival.ts";
import type { Address } from "./contract.ts";
import { formatMoment } from "./dates.ts";
import { shortId } from "./rules.ts";
import { whatNext } from "./what-next.ts";

type Placed = {
  id: string;
  amount: number;
  lines: { name: string; size: string; quantity: number; price: number }[];
  address: Address | null;
  /** The money is here; else the code that was typed for it is looked for. */
  isPaid: boolean;
  /** The verified e-mail of the account that ordered. */
  provenEmail: string | undefined;
  /** Hours after which an order on a code nobody has found is cancelled by itself. */
  endsAfter?: number | undefined;
  /** Where the shopper follows the order, if there is such a page. */
  trackUrl: string | undefined;
  /** Of a guest's order: where its e-mail opens an account that then has it. */
  signUpUrl?: string | undefined;
};

/**
 * Sent once when an order is placed; it says what the panel of My orders says. To an address that is not proven to be the
 * shopper's own it holds nothing anybody typed, and nowhere what is no plain name or street: nobody sends words to strangers
 * in the shop's name.
 */
export function confirmationMail(placed: Placed) {
  const { id, amount, lines, address, isPaid, provenEmail, endsAfter, trackUrl, signUpUrl } = placed;
  const date = Date.now();
  const own = address !== null && address.email.toLowerCase() === provenEmail?.toLowerCase();
  const name = own && isPlainName(address.firstName) ? `, ${address.firstName}` : "";
  return composeMail(shop, {
    subject: `Your ${shop.name} order ${shortId(id)}`,
    greeting: `Asante${name}!`,
    paragraphs: [
      `We have your order ${shortId(id)} of ${formatMoment(date)}.`,
      whatNext({ status: "Order Placed", isPaid, code: "looked for" }).join(" "),
      ...(endsAfter
        ? [`If M-Pesa still does not know the code after ${endsAfter} hours, we cancel the order.`]
        : []),
      [
        whereTo(address, own),
        arrivalOf({ status: "Order Placed", date, county: address?.state, isCodeAsked: false }),
      ]
        .filter(Boolean)
        .join(" "),
      ...(signUpUrl ? [{ text: KEEP, link: { label: "Sign up", url: signUpUrl } }] : []),
    ],
    rows: [
      ...lines.map((line): [string, string] => [
        `${line.quantity} × ${line.name}, ${sizeName(line.size)}`,
        formatPrice(line.price * line.quantity),
      ]),
      ["Delivery", formatPrice(shop.deliveryFee)],
      [isPaid ? "Total paid" : "Total", formatPrice(amount)],
    ],
    ...followAt(trackUrl),
    footnote: `Questions? Write to ${shop.email} or call ${shop.phone}. Goods may be returned or exchanged within ${shop.returnDays} days.`,
  });
}

const KEEP = "Keep your orders in an account: sign up with this email, and this order moves to it.";

function whereTo(address: Address | null, own: boolean): string {
  if (!address) return "Please answer with your delivery address: we do not have it yet.";
  const place = `${address.street}, ${address.city}`;
  return own && isPlainPlace(place)
    ? `It goes to ${place}.`
    : "It goes to the delivery address given with the order.";
}

/** Where an order's news goes: the delivery address's e-mail, else the account's. */
export async function emailOfOrder(
  tx: Tx,
  { userId, address }: { userId: string; address: Address | null },
): Promise<string> {
  if (address) return address.email;
  const [user] = await tx.select({ email: EMAIL }).from(users).where(eq(users.id, userId));
  return user?.email ?? shop.email;
}

/**
 * Sent once when the money of an order comes that was placed before it; `amount` in KES is the order's. An order that was
 * paid as it was placed needs none: its confirmation says so.
 */
export function paidMail({
  id,
  amount,
  trackUrl,
}: {
  id: string;
  amount: number;
  trackUrl: string | undefined;
}) {
  return composeMail(shop, {
    subject: `Your ${shop.name} order ${shortId(id)} is paid`,
    greeting: "Asante!",
    paragraphs: [
      `We have your payment of ${formatPrice(amount)}: your order ${shortId(id)} is paid.`,
      "You need not do anything more.",
    ],
    rows: [],
    ...followAt(trackUrl),
    footnote: QUESTIONS,
  });
}

export type StepMail = "shipped" | "delivered";

type Stepped = {
  id: string;
  courier: string | null;
  tracking: string | null;
  /** Where the shopper follows the order, if there is such a page. */
  trackUrl: string | undefined;
};

/** Sent once when staff have shipped an order, and once when it is delivered. */
export function stepMail(step: StepMail, { id, courier, tracking, trackUrl }: Stepped) {
  const { subject, says } = STEP_MAILS[step];
  const parcel = [courier, tracking && `tracking number ${tracking}`].filter(Boolean).join(", ");
  return composeMail(shop, {
    subject: `Your ${shop.name} order ${shortId(id)} ${subject}`,
    greeting: "Habari,",
    paragraphs: [
      `Your order ${shortId(id)} ${says}`,
      ...(step === "shipped" && parcel ? [`It goes with ${parcel}.`] : []),
    ],
    rows: [],
    ...followAt(trackUrl),
    footnote: QUESTIONS,
  });
}

const STEP_MAILS: Record<StepMail, { subject: string; says: string }> = {
  shipped: { subject: "is on its way", says: "has left us and is on its way to you." },
  delivered: {
    subject: "has been delivered",
    says: `has been delivered. If you do not have it, tell us. Goods may be returned or exchanged within ${shop.returnDays} days.`,
  },
};

/** Sent once when staff have cancelled an order; `back` in KES is what goes back by that, where it was `paid`. */
export function cancelledMail({
  id,
  paid,
  back,
  trackUrl,
}: {
  id: string;
  paid: boolean;
  back: number;
  trackUrl: string | undefined;
}) {
  return composeMail(shop, {
    subject: `Your ${shop.name} order ${shortId(id)} is cancelled`,
    greeting: "Habari,",
    paragraphs: [`We have cancelled your order ${shortId(id)}.`, paid ? whatGoesBack(back) : UNPAID],
    rows: [],
    ...followAt(trackUrl),
    footnote: QUESTIONS,
  });
}

const UNPAID = "Nothing was paid for it. If you have paid all the same, tell us: you get the money back.";

function whatGoesBack(amount: number): string {
  return amount > 0
    ? `We give ${formatPrice(amount)} back the way you paid it; you need not do anything.`
    : "What you paid for it is back already, or on its way back.";
}

const QUESTIONS = `Questions? Write to ${shop.email} or call ${shop.phone}.`;

/** A button to the order's page. */
export function followAt(url: string | undefined, label = "Follow your order") {
  return url ? { action: { label, url } } : {};
}
