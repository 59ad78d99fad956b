import type { MouseEvent, ReactNode } from "react";
import { t } from "../language/t.ts";
import type { Shop } from "../settings/shop-with.ts";
import { useShop } from "../settings/use-settings.ts";
import { whatsAppUrl } from "../ui/tel-link.ts";

type AskProps = { about: About; className?: string; children: ReactNode };

/** A link to the shop's WhatsApp, with what the question is about written already. */
export function AskOnWhatsApp({ about, className, children }: AskProps) {
  const shop = useShop();
  return (
    <a className={className} href={whatsAppHelp(about, shop)} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

type ShareProps = { text: string; url: string; className: string };

/** Tells friends of a page: by the phone's own sheet where it has one, by WhatsApp elsewhere and before scripts are here. */
export function ShareOnWhatsApp({ text, url, className }: ShareProps) {
  const share = (event: MouseEvent) => {
    if (!navigator.share) return;
    event.preventDefault();
    // who closes the sheet again wants nothing more
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

/** What somebody asks about: a page by its whole address, or an order by the number that people read. */
type About = { page: string } | { order: string };

/** The shop's WhatsApp, with what the question is about written already. */
export function whatsAppHelp(about: About, shop: Pick<Shop, "name" | "phone" | "whatsapp">): string {
  const text =
    "order" in about
      ? t("Hello {shop}, I have a question about my order {order}.", { shop: shop.name, ...about })
      : t("Hello {shop}, I have a question about this page: {page}", { shop: shop.name, ...about });
  return whatsAppUrl(text, shop.whatsapp ?? shop.phone);
}
