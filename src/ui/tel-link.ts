/** Dials this phone, in whatever form people read it. */
export function telLink(phone: string): string {
  return `tel:${phone.replaceAll(" ", "")}`;
}
