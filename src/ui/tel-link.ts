/** Dials this phone, in whatever form people read it. */
export function telLink(phone: string): string {
  return `tel:${phone.replaceAll(" ", "")}`;
}

/** Opens WhatsApp with this text written: to the phone in whatever form, or to whom one chooses. */
export function whatsAppUrl(text: string, phone = ""): string {
  return `https://wa.me/${phone.replace(/\D/g, "")}?text=${encodeURIComponent(text)}`;
}
