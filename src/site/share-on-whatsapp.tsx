import type { MouseEvent } from "react";
import { t } from "../language/t.ts";
import { whatsAppUrl } from "../ui/whatsapp.ts";

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
