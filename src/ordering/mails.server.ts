import { sizeName } from "../cart/size-name.ts";
import { formatPrice } from "../catalogue/rules.ts";
import { composeMail } from "../platform/mail/compose.server.ts";
import { shop } from "../shop.ts";
import type { Address } from "./contract.ts";
import { type Method, shortId } from "./rules.ts";

type Placed = {
  id: string;
  amount: number;
  lines: { name: string; size: string; quantity: number; price: number }[];
  address: Address | null;
  method: Method;
};

/** What happens next, by the way it was paid. */
const NEXT: Record<Method, string> = {
  cod: "We check the M-Pesa code you typed against our till, then pack your goods.",
  mpesa: "Your M-Pesa payment has arrived, and we pack your goods.",
  flutterwave: "Your card payment has arrived, and we pack your goods.",
};

/** Sent once when an order is placed. */
export function confirmationMail({ id, amount, lines, address, method }: Placed) {
  return composeMail({
    subject: `Your ${shop.name} order ${shortId(id)}`,
    greeting: address ? `Asante, ${address.firstName}!` : "Asante!",
    paragraphs: [
      `We have your order ${shortId(id)}. ${NEXT[method]}`,
      address
        ? `It goes to ${address.street}, ${address.city}.`
        : `Please answer with your delivery address: we do not have it yet.`,
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
