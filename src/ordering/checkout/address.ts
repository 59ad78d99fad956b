import { looksLikeEmail } from "../../accounts/form-rules.ts";
import { isPlainName, isPlainPlace, strangeName, strangePlace } from "../../platform/text-rules.ts";
import type { Address } from "../contract.ts";
import { ORDER_TEXTS } from "../rules.ts";

type AddressField = {
  name: keyof Address;
  label: string;
  autoComplete: string;
  /** Most characters, as the order's contract allows. */
  max: number;
  hint?: string;
  inputMode?: "numeric" | "tel" | "email";
  type?: "email" | "tel";
};

/** The delivery form, in order (specification §3, §5). */
export const ADDRESS_FIELDS: readonly AddressField[] = [
  { name: "firstName", label: "First name", autoComplete: "given-name", max: 100 },
  { name: "lastName", label: "Last name", autoComplete: "family-name", max: 300 },
  {
    name: "email",
    label: "Email address",
    autoComplete: "email",
    max: 254,
    inputMode: "email",
    type: "email",
  },
  {
    name: "phone",
    label: "Phone",
    autoComplete: "tel",
    max: 20,
    inputMode: "tel",
    type: "tel",
    hint: "The rider calls this number.",
  },
  {
    name: "street",
    label: "Street",
    autoComplete: "street-address",
    max: 200,
    hint: "With the building and floor.",
  },
  { name: "city", label: "City", autoComplete: "address-level2", max: 100 },
  { name: "state", label: "State", autoComplete: "address-level1", max: 100, hint: "Your county." },
  {
    name: "zipCode",
    label: "Zip code",
    autoComplete: "postal-code",
    max: 20,
    inputMode: "numeric",
    hint: "Postcode, such as 00100.",
  },
  { name: "country", label: "Country", autoComplete: "country-name", max: 100 },
];

export type AddressFaults = Partial<Record<keyof Address, string>>;

/** The form as it is sent: trimmed, and a phone without the spaces, dots, hyphens and brackets people put in it. */
export function readAddress(form: Record<string, string>): Address {
  const read = (name: keyof Address) => (form[name] ?? "").trim();
  return {
    firstName: read("firstName"),
    lastName: read("lastName"),
    email: read("email"),
    street: read("street"),
    city: read("city"),
    state: read("state"),
    zipCode: read("zipCode").replace(/\s/g, ""),
    country: read("country"),
    phone: read("phone").replace(/[\s().-]/g, ""),
  };
}

/** What is wrong, by field: all are required, zip code and phone numeric (specification §5), the rest plain text. */
export function addressFaults(address: Address): AddressFaults {
  const faults: AddressFaults = {};
  for (const { name, label } of ADDRESS_FIELDS) {
    const fault = textFault(name, address[name], label.toLowerCase());
    if (fault) faults[name] = fault;
  }
  if (address.email && !looksLikeEmail(address.email)) faults.email = ORDER_TEXTS.emailInvalid;
  if (address.zipCode && !/^\d+$/.test(address.zipCode)) faults.zipCode = ORDER_TEXTS.zipNotDigits;
  if (address.phone && !/^\+?\d+$/.test(address.phone)) faults.phone = ORDER_TEXTS.phoneNotDigits;
  return faults;
}

function textFault(name: keyof Address, typed: string, label: string): string | undefined {
  if (!typed) return `Please enter your ${label}`;
  if (name === "firstName" || name === "lastName") return isPlainName(typed) ? undefined : strangeName(label);
  // e-mail, phone and zip code have rules of their own
  if (name === "email" || name === "phone" || name === "zipCode") return undefined;
  return isPlainPlace(typed) ? undefined : strangePlace(label);
}
