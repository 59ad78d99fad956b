import type { MouseEvent } from "react";
import { shop } from "../../shop.ts";
import { whatsAppUrl } from "../../ui/whatsapp.ts";
import type { Order } from "../contract.ts";
import { useSettings } from "../use-settings.ts";
import { whatsAppAbout } from "../whatsapp-help.ts";

/** Tells friends of the goods, by the phone's own sheet where it has one; nothing of the order or the buyer is told. */
export function ShareOrder({ order }: { order: Order }) {
  const origin = useSettings()?.publicUrl || location.origin;
  const [item] = order.items;
  if (!item) return null;
  const text = `I have just ordered this from ${shop.name}: ${item.name}`;
  const url = `${origin}/product/${item._id}`;
  const share = (event: MouseEvent) => {
    if (!navigator.share) return;
    event.preventDefault();
    // who closes the sheet again wants nothing more
    navigator.share({ text, url }).catch(() => {});
  };
  return (
    <a
      className="button"
      href={whatsAppUrl(`${text} ${url}`)}
      target="_blank"
      rel="noopener noreferrer"
      onClick={share}
    >
      Share on WhatsApp
    </a>
  );
}

/** The shop's WhatsApp, with the order's number written already. */
export function AskOnWhatsApp({ order }: { order: Order }) {
  return (
    <a
      className="button button-quiet"
      href={whatsAppAbout(order._id)}
      target="_blank"
      rel="noopener noreferrer"
    >
      Ask us on WhatsApp
    </a>
  );
}
