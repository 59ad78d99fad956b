import { t } from "../language/t.ts";
import type { Shop } from "../settings/shop-with.ts";
import { whatsAppUrl } from "../ui/tel-link.ts";

/** What somebody asks about: a page by its whole address, or an order by the number that people read. */
export type About = { page: string } | { order: string };

/** The shop's WhatsApp, with what the question is about written already. */
export function whatsAppHelp(about: About, shop: Pick<Shop, "name" | "phone" | "whatsapp">): string {
  const text =
    "order" in about
      ? t("Hello {shop}, I have a question about my order {order}.", { shop: shop.name, ...about })
      : t("Hello {shop}, I have a question about this page: {page}", { shop: shop.name, ...about });
  return whatsAppUrl(text, shop.whatsapp ?? shop.phone);
}
