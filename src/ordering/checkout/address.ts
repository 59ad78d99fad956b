import { looksLikeEmail } from "../../accounts/form-rules.ts";
import type { PlainSentence } from "../../language/t.ts";
import { compactPhone, PHONE_INVALID, readMobile } from "../../phone-rules.ts";
import { nameFault, placeFault, tidyText } from "../../platform/text-rules.ts";
import type { Address } from "../contract.ts";
import { FIELD_NAMES, ORDER_TEXTS } from "../rules.ts";

type AddressField = {
  name: keyof Address;
  label: PlainSentence;
  autoComplete: string;
  /** Most characters, as the order's contract allows. */
  max: number;
  hint?: PlainSentence;
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
    max: 30,
    inputMode: "tel",
    type: "tel",
    hint: "For example 0712 345 678. The rider calls this number.",
  },
  {
    name: "street",
    label: "Street, building, landmark",
    autoComplete: "address-line1",
    max: 200,
    hint: "What the rider should look for, and the floor.",
  },
  {
    name: "city",
    label: "Town or city",
    autoComplete: "address-level2",
    max: 100,
    hint: "Or your estate in Nairobi.",
  },
  { name: "state", label: "County", autoComplete: "address-level1", max: 100 },
  {
    name: "zipCode",
    label: "Postal code",
    autoComplete: "postal-code",
    max: 20,
    inputMode: "numeric",
    hint: "Filled in from your town or county.",
  },
  { name: "country", label: "Country", autoComplete: "country-name", max: 100 },
];

/** Those of whoever gets it; the others are of its place. */
export const PERSON_FIELDS = ADDRESS_FIELDS.filter(({ name }) =>
  ["firstName", "lastName", "email", "phone"].includes(name),
);

export type AddressFaults = Partial<Record<keyof Address, string>>;

/** The form as it is sent: trimmed, and a phone without what people put between its digits. */
export function readAddress(form: Record<string, string>): Address {
  const read = (name: keyof Address) => tidyText(form[name] ?? "");
  return {
    firstName: read("firstName"),
    lastName: read("lastName"),
    email: read("email"),
    street: read("street"),
    city: read("city"),
    state: read("state"),
    zipCode: read("zipCode").replace(/\s/g, ""),
    country: read("country"),
    phone: compactPhone(read("phone")),
  };
}

/**
 * What is wrong, by field: all are required, the postal code is numeric (specification §5), the phone a Kenyan mobile number,
 * the rest plain text.
 */
export function addressFaults(address: Address): AddressFaults {
  const faults: AddressFaults = {};
  for (const { name } of ADDRESS_FIELDS) {
    const fault = textFault(name, address[name], FIELD_NAMES[name]);
    if (fault) faults[name] = fault;
  }
  if (address.email && !looksLikeEmail(address.email)) faults.email = ORDER_TEXTS.emailInvalid;
  if (address.zipCode && !/^\d+$/.test(address.zipCode)) faults.zipCode = ORDER_TEXTS.zipNotDigits;
  if (address.phone && !readMobile(address.phone)) faults.phone = PHONE_INVALID;
  return faults;
}

function textFault(name: keyof Address, typed: string, named: string): string | undefined {
  if (!typed) return `Please enter your ${named}`;
  if (name === "firstName" || name === "lastName") return nameFault(named, typed);
  // e-mail, phone and postal code have rules of their own
  if (name === "email" || name === "phone" || name === "zipCode") return undefined;
  return placeFault(named, typed);
}
