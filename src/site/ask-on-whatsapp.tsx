import type { ReactNode } from "react";
import { useShop } from "../settings/use-shop.ts";
import { type About, whatsAppHelp } from "./whatsapp-help.ts";

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
