import { sizeName } from "../../cart/rules.ts";
import { formatPrice } from "../../catalogue/rules.ts";
import { daysText } from "../../delivery/rules.ts";
import { t } from "../../language/t.ts";
import { isPlainName, isPlainPlace } from "../../platform/text-rules.ts";
import { currentShop } from "../../settings/current-settings.server.ts";
import { composeMail } from "../../ui/mail-layout.server.ts";
import type { Address } from "../contract.ts";
import { type AppliedCoupon, discountName, discountText } from "../coupons/rules.ts";
import { formatMoment } from "../dates.ts";
import { deliveryOfOrder, type OrderDelivery } from "../destination.server.ts";
import { arrivalOf, pickUpOf, whatNext } from "../order-text.ts";
import { shortId, totalLabel } from "../rules.ts";
import { followAt } from "./order-mails.server.ts";

type PlacedOrder = {
  id: string;
  amount: number;
  discount: number;
  coupon: AppliedCoupon | null;
  deliveryFee: number;
  /** What was promised of it; null where that is what src/shop.ts says. */
  delivery: OrderDelivery | null;
  lines: { name: string; size: string; quantity: number; price: number }[];
  address: Address | null;
  /** The money is here; otherwise the shop still looks for the code that was typed. */
  isPaid: boolean;
  /** What is still to be paid of `amount`, where staff accepted less. */
  owed?: number;
  /** The verified e-mail of the account that ordered. */
  provenEmail: string | undefined;
  ending?: Ending | undefined;
  /** Where the shopper follows the order, if there is such a page. */
  trackUrl: string | undefined;
  /** For a guest's order: where an account for its e-mail can be opened, which then gets the order. */
  signUpUrl?: string | undefined;
};

/**
 * When an order on a code is cancelled: after so many hours, where M-Pesa does not know the code, or at a moment
 * (milliseconds since 1970), where nobody has found its money.
 */
export type Ending = { after: number } | { at: number };

/**
 * Sent once when an order is placed; it says the same as the panel of My orders. To an address that is not proven to be the
 * shopper's own it holds nothing that was typed, and to nobody a text that is no plain name or street: so nobody can send a
 * message to strangers in the shop's name.
 */
export function confirmationMail(placed: PlacedOrder) {
  const shop = currentShop();
  const { id, amount, discount, coupon, deliveryFee, lines, isPaid, ending, trackUrl, signUpUrl } = placed;
  const { address, provenEmail, owed = 0 } = placed;
  const date = Date.now();
  const own = address !== null && address.email.toLowerCase() === provenEmail?.toLowerCase();
  const name = own && isPlainName(address.firstName) ? `, ${address.firstName}` : "";
  return composeMail(shop, {
    subject: t("Your {shop} order {id}", { shop: shop.name, id: shortId(id) }),
    greeting: `Asante${name}!`,
    paragraphs: [
      t("We have your order {id} of {moment}.", { id: shortId(id), moment: formatMoment(date) }),
      whatNext({ status: "Order Placed", isPaid, code: "looked for" }, shop.returnDays).join(" "),
      ...(ending ? [endingText(ending)] : []),
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
      [t(totalLabel({ payment: isPaid, owed })), formatPrice(amount)],
      ...(owed > 0 ? [[t("Paid"), formatPrice(amount - owed)] as [string, string]] : []),
    ],
    ...followAt(trackUrl),
    footnote: t(
      "Questions? Write to {email} or call {phone}. You can return or exchange items within {days} days.",
      { email: shop.email, phone: shop.phone, days: shop.returnDays },
    ),
  });
}

function endingText(ending: Ending): string {
  if ("at" in ending)
    return t("If we can't find your payment by {until}, we cancel this order.", {
      until: formatMoment(ending.at),
    });
  return t("If M-Pesa still can't find the code after {hours} hours, we cancel the order.", {
    hours: ending.after,
  });
}

const KEEP = "Keep your orders in an account: sign up with this email, and we move this order to it.";

function whereAndWhen(placed: PlacedOrder, { own, date }: { own: boolean; date: number }): string {
  const { days } = deliveryOfOrder(placed);
  const pickUp = pickUpOf(placed);
  const arrival = arrivalOf({ status: "Order Placed", date, days, pickUp, isCodeAsked: false });
  const takes = days && t("It takes {days}.", { days: daysText(days) });
  return [whereTo(placed, own), takes, arrival].filter(Boolean).join(" ");
}

function whereTo({ address, delivery }: PlacedOrder, own: boolean): string {
  const pickUp = pickUpOf({ address, delivery });
  if (pickUp) return t("You pick it up at {at}. Open {hours}.", pickUp);
  if (!address) return t("Please reply with your delivery address: we don't have it yet.");
  const place = `${address.street}, ${address.city}`;
  return own && isPlainPlace(place)
    ? t("We deliver it to {place}.", { place })
    : t("We deliver it to the address you gave with the order.");
}
