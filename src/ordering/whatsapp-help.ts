import { shop } from "../shop.ts";
import { whatsAppUrl } from "../ui/whatsapp.ts";
import { shortId } from "./rules.ts";

/** The shop's WhatsApp, with the order's number written already. */
export function whatsAppAbout(orderId: string): string {
  return whatsAppUrl(`Hello ${shop.name}, I have a question about my order ${shortId(orderId)}.`, shop.phone);
}
