import { sizeName } from "../cart/size-name.ts";
import { formatPrice } from "../catalogue/rules.ts";
import { isPlainName, isPlainPlace } from "../platform/text-rules.ts";
import { shop } from "../shop.ts";
import { composeMail } from "../ui/mail-layout.server.ts";
import type { Address } from "./contract.ts";
import { type Method, shortId } from "./rules.ts";

type Placed = {
  id: string;
  amount: number;
  lines: { name: string; size: string; quantity: number; price: number }[];
  address: Address | null;
  method: Method;
  /** The verified e-mail of the account that ordered. */
  provenEmail: string | undefined;
  /** Hours after which an order on a code nobody has found is cancelled by itself. */
  endsAfter?: number | undefined;
};

/** What happens next, by the way it was paid. */
const NEXT: Record<Method, string> = {
  cod: "We check the M-Pesa code you typed against our till, then pack your goods.",
  mpesa: "Your M-Pesa payment has arrived, and we pack your goods.",
  flutterwave: "Your card payment has arrived, and we pack your goods.",
};

/**
 * Sent once when an order is placed. To an address that is not proven to be the shopper's own it holds nothing anybody
 * typed, and nowhere what is no plain name or street: nobody sends words to strangers in the shop's name.
 */
export function confirmationMail({ id, amount, lines, address, method, provenEmail, endsAfter }: Placed) {
  const own = address !== null && address.email.toLowerCase() === provenEmail?.toLowerCase();
  const name = own && isPlainName(address.firstName) ? `, ${address.firstName}` : "";
  return composeMail(shop, {
    subject: `Your ${shop.name} order ${shortId(id)}`,
    greeting: `Asante${name}!`,
    paragraphs: [
      `We have your order ${shortId(id)}. ${NEXT[method]}`,
      ...(endsAfter
        ? [`If M-Pesa still does not know the code after ${endsAfter} hours, we cancel the order.`]
        : []),
      whereTo(address, own),
    ],
    rows: [
      ...lines.map((line): [string, string] => [
        `${line.quantity} × ${line.name}, ${sizeName(line.size)}`,
        formatPrice(line.price * line.quantity),
      ]),
      ["Delivery", formatPrice(shop.deliveryFee)],
      ["Total", formatPrice(amount)],
    ],
    footnote: `Questions? Write to ${shop.email} or call ${shop.phone}. Goods may be returned or exchanged within ${shop.returnDays} days.`,
  });
}

function whereTo(address: Address | null, own: boolean): string {
  if (!address) return "Please answer with your delivery address: we do not have it yet.";
  const place = `${address.street}, ${address.city}`;
  return own && isPlainPlace(place)
    ? `It goes to ${place}.`
    : "It goes to the delivery address given with the order.";
}
