import { eq } from "drizzle-orm";
import { EMAIL } from "../accounts/queries.server.ts";
import { users } from "../accounts/tables.server.ts";
import { sizeName } from "../cart/rules.ts";
import { formatPrice } from "../catalogue/rules.ts";
import { daysText } from "../delivery/rules.ts";
import { type Sentence, t } from "../language/t.ts";
import type { Tx } from "../platform/database/db.server.ts";
import { isPlainName, isPlainPlace } from "../platform/text-rules.ts";
import { currentShop } from "../settings/current-settings.server.ts";
import { shop } from "../shop.ts";
import { composeMail } from "../ui/mail-layout.server.ts";
import { type PickUpPlace, pickUpOf } from "./address-text.ts";
import { arrivalOf } from "./arrival.ts";
import type { Address } from "./contract.ts";
import type { AppliedCoupon } from "./coupons/rules.ts";
import { discountName, discountText } from "./coupons/rules.ts";
import { formatMoment } from "./dates.ts";
import { type OrderDelivery, toldDelivery } from "./destination.server.ts";
import { shortId, totalName } from "./rules.ts";
import { readyText, whatNext } from "./what-next.ts";

type Placed = {
  id: string;
  amount: number;
  discount: number;
  coupon: AppliedCoupon | null;
  deliveryFee: number;
  /** What was promised of it; null where that is what src/shop.ts says. */
  delivery: OrderDelivery | null;
  lines: { name: string; size: string; quantity: number; price: number }[];
  address: Address | null;
  /** The money is here; else the code that was typed for it is looked for. */
  isPaid: boolean;
  /** The verified e-mail of the account that ordered. */
  provenEmail: string | undefined;
  ending?: Ending | undefined;
  /** Where the shopper follows the order, if there is such a page. */
  trackUrl: string | undefined;
  /** Of a guest's order: where its e-mail opens an account that then has it. */
  signUpUrl?: string | undefined;
};

/**
 * When an order on a code is cancelled: after so many hours, where M-Pesa does not know the code, or at a moment
 * (milliseconds since 1970), where nobody has found its money.
 */
export type Ending = { after: number } | { at: number };

/**
 * Sent once when an order is placed; it says what the panel of My orders says. To an address that is not proven to be the
 * shopper's own it holds nothing anybody typed, and nowhere what is no plain name or street: nobody sends words to strangers
 * in the shop's name.
 */
export function confirmationMail(placed: Placed) {
  const shop = currentShop();
  const {
    id,
    amount,
    discount,
    coupon,
    deliveryFee,
    lines,
    isPaid,
    provenEmail,
    ending,
    trackUrl,
    signUpUrl,
  } = placed;
  const date = Date.now();
  const { address } = placed;
  const own = address !== null && address.email.toLowerCase() === provenEmail?.toLowerCase();
  const name = own && isPlainName(address.firstName) ? `, ${address.firstName}` : "";
  return composeMail(shop, {
    subject: t("Your {shop} order {id}", { shop: shop.name, id: shortId(id) }),
    greeting: `Asante${name}!`,
    paragraphs: [
      t("We have your order {id} of {moment}.", { id: shortId(id), moment: formatMoment(date) }),
      whatNext({ status: "Order Placed", isPaid, code: "looked for" }, shop.returnDays).join(" "),
      ...(ending ? [sayEnding(ending)] : []),
      whereAndWhen(placed, { own, date }),
      ...(signUpUrl ? [{ text: t(KEEP), link: { label: t("Sign up"), url: signUpUrl } }] : []),
    ],
    rows: [
      ...lines.map((line): [string, string] => [
        `${line.quantity} × ${line.name}, ${sizeName(line.size)}`,
        formatPrice(line.price * line.quantity),
      ]),
      ...(coupon ? [[discountName(coupon), discountText(discount)] as [string, string]] : []),
      [t("Delivery"), formatPrice(deliveryFee)],
      [t(totalName(isPaid)), formatPrice(amount)],
    ],
    ...followAt(trackUrl),
    footnote: t(
      "Questions? Write to {email} or call {phone}. You can return or exchange items within {days} days.",
      { email: shop.email, phone: shop.phone, days: shop.returnDays },
    ),
  });
}

function sayEnding(ending: Ending): string {
  if ("at" in ending)
    return t("If we can't find your payment by {until}, we cancel this order.", {
      until: formatMoment(ending.at),
    });
  return t("If M-Pesa still can't find the code after {hours} hours, we cancel the order.", {
    hours: ending.after,
  });
}

const KEEP = "Keep your orders in an account: sign up with this email, and we move this order to it.";

function whereAndWhen(placed: Placed, { own, date }: { own: boolean; date: number }): string {
  const { days } = toldDelivery(placed);
  const pickUp = pickUpOf(placed);
  const arrival = arrivalOf({ status: "Order Placed", date, days, pickUp, isCodeAsked: false });
  const takes = days && t("It takes {days}.", { days: daysText(days) });
  return [whereTo(placed, own), takes, arrival].filter(Boolean).join(" ");
}

function whereTo({ address, delivery }: Placed, own: boolean): string {
  const pickUp = pickUpOf({ address, delivery });
  if (pickUp) return t("You pick it up at {at}. Open {hours}.", pickUp);
  if (!address) return t("Please reply with your delivery address: we don't have it yet.");
  const place = `${address.street}, ${address.city}`;
  return own && isPlainPlace(place)
    ? t("We deliver it to {place}.", { place })
    : t("We deliver it to the address you gave with the order.");
}

/** Where an order's news goes: the delivery address's e-mail, else the account's. */
export async function emailOfOrder(
  tx: Tx,
  { userId, address }: { userId: string; address: Address | null },
): Promise<string> {
  const shop = currentShop();
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
  return composeMail(currentShop(), {
    subject: t("Your {shop} order {id} is paid", { shop: shop.name, id: shortId(id) }),
    greeting: "Asante!",
    paragraphs: [
      t("We have your payment of {amount}: your order {id} is paid.", {
        amount: formatPrice(amount),
        id: shortId(id),
      }),
      t("You don't need to do anything more."),
    ],
    rows: [],
    ...followAt(trackUrl),
    footnote: askUs(),
  });
}

export type StepMail = "shipped" | "delivered";

type Stepped = {
  id: string;
  courier: string | null;
  tracking: string | null;
  /** Where it is fetched; undefined where it goes to an address. */
  pickUp?: PickUpPlace | undefined;
  /** Where the shopper follows the order, if there is such a page. */
  trackUrl: string | undefined;
};

/** Sent once when staff have shipped an order, or it is ready where it is fetched, and once when it is delivered. */
export function stepMail(step: StepMail, stepped: Stepped) {
  const shop = currentShop();
  const subject = (stepped.pickUp ? FETCHED_SUBJECTS : SUBJECTS)[step];
  return composeMail(shop, {
    subject: t(subject, { shop: shop.name, id: shortId(stepped.id) }),
    greeting: "Habari,",
    paragraphs: stepText(step, stepped),
    rows: [],
    ...followAt(stepped.trackUrl),
    footnote: askUs(),
  });
}

function stepText(step: StepMail, { id, courier, tracking, pickUp }: Stepped): string[] {
  const facts = { id: shortId(id), days: currentShop().returnDays };
  if (step === "delivered") return [t(pickUp ? FETCHED : BROUGHT, facts)];
  if (pickUp) return [readyText(pickUp)];
  return [
    t("Your order {id} has left us and is on its way to you.", facts),
    ...parcelOf({ courier, tracking }),
  ];
}

const SUBJECTS = {
  shipped: "Your {shop} order {id} is on its way",
  delivered: "Your {shop} order {id} has been delivered",
} as const satisfies Record<StepMail, Sentence>;
const BROUGHT =
  "Your order {id} has been delivered. If you don't have it, tell us. You can return or exchange it within {days} days.";

/** Of an order that is fetched. */
const FETCHED_SUBJECTS = {
  shipped: "Your {shop} order {id} is ready for pick-up",
  delivered: "Your {shop} order {id} has been picked up",
} as const satisfies Record<StepMail, Sentence>;
const FETCHED =
  "Your order {id} has been picked up. If you don't have it, tell us. You can return or exchange it within {days} days.";

function parcelOf({ courier, tracking }: Pick<Stepped, "courier" | "tracking">): string[] {
  if (courier && tracking)
    return [t("{courier} is bringing it, tracking number {tracking}.", { courier, tracking })];
  if (tracking) return [t("It goes with tracking number {tracking}.", { tracking })];
  return courier ? [t("{courier} is bringing it.", { courier })] : [];
}

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
  return composeMail(currentShop(), {
    subject: t("Your {shop} order {id} is cancelled", { shop: shop.name, id: shortId(id) }),
    greeting: "Habari,",
    paragraphs: [
      t("We have cancelled your order {id}.", { id: shortId(id) }),
      paid ? whatGoesBack(back) : t(UNPAID),
    ],
    rows: [],
    ...followAt(trackUrl),
    footnote: askUs(),
  });
}

const UNPAID = "We have no payment for it. If you did pay, tell us and we'll refund you.";

function whatGoesBack(amount: number): string {
  return amount > 0
    ? t("We're refunding {amount} the way you paid. You don't need to do anything.", {
        amount: formatPrice(amount),
      })
    : t("We've refunded what you paid, or the refund is on its way.");
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
