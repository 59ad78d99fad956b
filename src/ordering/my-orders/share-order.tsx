import { t } from "../../language/t.ts";
import { shop } from "../../shop.ts";
import { ShareOnWhatsApp } from "../../site/ask-on-whatsapp.tsx";
import type { Order } from "../contract.ts";
import { useSettings } from "../use-settings.ts";

/** Tells friends of the goods; nothing of the order or the buyer is told. */
export function ShareOrder({ order }: { order: Order }) {
  const origin = useSettings()?.publicUrl || location.origin;
  const [item] = order.items;
  if (!item) return null;
  return (
    <ShareOnWhatsApp
      className="button"
      text={t("I just ordered this from {shop}: {goods}", { shop: shop.name, goods: item.name })}
      url={`${origin}/product/${item._id}`}
    />
  );
}
