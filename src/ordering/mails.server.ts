import { formatPrice } from "../catalogue/rules.ts";
import { composeMail } from "../platform/mail/compose.server.ts";
import { shop } from "../shop.ts";
import type { Address } from "./contract.ts";
import { shortId } from "./rules.ts";

type Placed = {
  id: string;
  amount: number;
  lines: { name: string; size: string; quantity: number; price: number }[];
  address: Address;
};

/** Sent once when an order is placed. */
export function confirmationMail({ id, amount, lines, address }: Placed) {
  return composeMail({
    subject: `Your ${shop.name} order ${shortId(id)}`,
    greeting: `Asante, ${address.firstName}!`,
    paragraphs: [
      `We have your order ${shortId(id)}. We check the M-Pesa code you typed against our till, then pack your goods.`,
      `It goes to ${address.street}, ${address.city}.`,
    ],
    rows: [
      ...lines.map((line): [string, string] => [
        `${line.quantity} × ${line.name}, size ${line.size}`,
        formatPrice(line.price * line.quantity),
      ]),
      ["Delivery", formatPrice(shop.deliveryFee)],
      ["Total", formatPrice(amount)],
    ],
    footnote: `Questions? Write to ${shop.email} or call ${shop.phone}. Goods may be returned or exchanged within ${shop.returnDays} days.`,
  });
}
