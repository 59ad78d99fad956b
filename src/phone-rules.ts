/** Said wherever a phone is refused. */
export const PHONE_INVALID = "Please enter a phone number such as 0712 345 678";

/** Invisible characters that come along when a number is copied from a list of contacts, and the scheme of a copied link. */
const COPIED = /^[\p{Cf}\s]*tel:|\p{Cf}/giu;
/** What people put between digits: spaces, dots, slashes, brackets, hyphens, dashes and the sign for minus. */
const BETWEEN = /[\s()./\p{Pd}\u2212]+/gu;

/** "+254 (0) 712 345 678": this 0 is dialled only inside the country. */
const TRUNK_ZERO = /^(\s*(?:\+|00)\s*\d{1,3}\s*)\(0\)/;

/** A typed phone without what people put between its digits; a leading + stays, the 0 of "+254 (0) 712 345 678" goes. */
export function compactPhone(typed: string): string {
  return typed
    .replace(COPIED, "")
    .replace(BETWEEN, "")
    .replace(/^(\+|00)?2540(?=[17]\d{8}$)/, "$1254");
}

/** A typed phone of any country, with one space between groups of digits; the (0) after a country's code is dropped. */
export function spacedPhone(typed: string): string {
  return typed.replace(COPIED, "").replace(TRUNK_ZERO, "$1").replace(BETWEEN, " ").trim();
}

/**
 * A typed phone as 254…: leading 0 replaced by 254, otherwise 254 prefixed unless there (specification §5). A leading +
 * or 00 goes first.
 */
export function normalisePhone(typed: string): string {
  const digits = compactPhone(typed).replace(/^\+/, "").replace(/^00/, "");
  if (digits.startsWith("254")) return digits;
  return `254${digits.replace(/^0/, "")}`;
}

/** A typed Kenyan mobile number as 254 and nine digits; undefined when it cannot be one. */
export function readMobile(typed: string): string | undefined {
  const phone = normalisePhone(typed);
  return /^254[17]\d{8}$/.test(phone) ? phone : undefined;
}

/** A phone as its owner reads it: "0712 345 678", hidden "07…678"; what cannot be a Kenyan mobile number stays as it is. */
export function friendlyPhone(phone: string): string {
  const whole = readMobile(phone)?.replace(/^254(\d{3})(\d{3})(\d{3})$/, "0$1 $2 $3");
  return whole ?? phone.replace(/^254(?=[17]…\d{3}$)/, "0");
}

/** A normalised phone as 2547…678, its middle hidden. */
export function hiddenPhone(phone: string): string {
  return `${phone.slice(0, 4)}…${phone.slice(-3)}`;
}
