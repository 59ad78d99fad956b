import type { MouseEvent, ReactNode } from "react";
import { t } from "../language/t.ts";
import type { Shop } from "../settings/shop-with.ts";
import { useShop } from "../settings/use-settings.ts";
import { whatsAppUrl } from "../ui/tel-link.ts";

type AskProps = { about: About; className?: string; children: ReactNode };

/** A link to the shop's WhatsApp with a message that names what the question is about. */
export function AskOnWhatsApp({ about, className, children }: AskProps) {
  const shop = useShop();
  return (
    <a className={className} href={whatsAppHelp(about, shop)} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

type ShareProps = { text: string; url: string; className: string };

/** Shares a page: by the phone's own sheet where it has one, otherwise, and before scripts are loaded, by WhatsApp. */
export function ShareOnWhatsApp({ text, url, className }: ShareProps) {
  const share = (event: MouseEvent) => {
    if (!navigator.share) return;
    event.preventDefault();
    // it rejects where the person closes the sheet again
    navigator.share({ text, url }).catch(() => {});
  };
  return (
    <a
      className={className}
      href={whatsAppUrl(`${text} ${url}`)}
      target="_blank"
      rel="noopener noreferrer"
      onClick={share}
    >
      {t("Share on WhatsApp")}
    </a>
  );
}

/** What a question is about: a page by its full address, or an order by its short id. */
type About = { page: string } | { order: string };

/** The address of the shop's WhatsApp with a message that names what the question is about. */
export function whatsAppHelp(about: About, shop: Pick<Shop, "name" | "phone" | "whatsapp">): string {
  const text =
    "order" in about
      ? t("Hello {shop}, I have a question about my order {order}.", { shop: shop.name, ...about })
      : t("Hello {shop}, I have a question about this page: {page}", { shop: shop.name, ...about });
  return whatsAppUrl(text, shop.whatsapp ?? shop.phone);
}
