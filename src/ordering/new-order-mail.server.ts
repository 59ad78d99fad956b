import { sizeName } from "../cart/size-name.ts";
import { formatPrice } from "../catalogue/rules.ts";
import type { QueuedMail } from "../platform/mail/outbox.server.ts";
import { isPlainPlace } from "../platform/text-rules.ts";
import { alertsNow } from "../settings/alerts-now.server.ts";
import { currentShop } from "../settings/current-settings.server.ts";
import { composePlainMail } from "../ui/mail-layout.server.ts";
import type { Address } from "./contract.ts";
import { discountText } from "./coupons/discount-words.ts";
import type { AppliedCoupon } from "./coupons/rules.ts";
import type { OrderDelivery } from "./destination.server.ts";
import type { MailLinks } from "./mail-links.server.ts";
import { CHOICES } from "./methods.ts";
import { type Method, shortId } from "./rules.ts";

type NewOrder = {
  id: string;
  amount: number;
  discount: number;
  coupon: AppliedCoupon | null;
  lines: { name: string; size: string; quantity: number; price: number }[];
  address: Address | null;
  delivery: OrderDelivery | null;
  method: Method;
  isPaid: boolean;
};

/**
 * Mailed to the owner for each order that is to be packed, once, unless the owner wants none. It is written with the shopper's mail, in one statement,
 * as text alone and of low priority: no order and no mail of a shopper waits for it. Who ordered stands at the counter alone.
 */
export function newOrderMail(order: NewOrder, links: MailLinks | undefined): QueuedMail[] {
  const shop = currentShop();
  const { id, amount, discount, coupon, lines, method, isPaid } = order;
  const short = shortId(id);
  const money = isPaid ? "paid" : "not paid yet";
  const { to, wanted } = alertsNow();
  if (!wanted("new-order")) return [];
  const mail: QueuedMail = {
    event: `new-order:${id}`,
    to,
    lowPriority: true,
    ...composePlainMail(shop, {
      subject: `New order ${short}: ${formatPrice(amount)}, ${money}`,
      greeting: `Order ${short}`,
      paragraphs: [`${CHOICES[method].name}, ${money}. ${whereTo(order)}`],
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
    }),
  };
  return [mail];
}

function whereTo({ address, delivery }: NewOrder): string {
  if (delivery?.pickUp) return `Pick-up at ${delivery.pickUp.name}.`;
  return `To ${address && isPlainPlace(address.city) ? address.city : "no town given"}.`;
}
