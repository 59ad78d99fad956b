import { type FocusEvent, type FormEvent, type RefObject, useEffect, useState } from "react";
import type * as accounts from "../../accounts/contract.ts";
import { readForm } from "../../accounts/form-focus.ts";
import { looksLikeEmail } from "../../accounts/form-rules.ts";
import { readCheckoutDraft, saveCheckoutDraft } from "../../cart/checkout-draft.ts";
import type { PickUpPoint } from "../../delivery/rules.ts";
import type { PlainSentence } from "../../language/t.ts";
import { compactPhone, PHONE_INVALID, readMobile } from "../../phone-rules.ts";
import { call } from "../../platform/browser/call.ts";
import { nameFault, placeFault, tidyText } from "../../platform/text-rules.ts";
import type { Address, userOrders } from "../contract.ts";
import { FIELD_NAMES, ORDER_TEXTS } from "../rules.ts";

/** The state of the address form: each change is stored in the draft; its faults; and the place once its county is typed. */
export function useAddressForm(form: RefObject<HTMLFormElement | null>) {
  const [faults, setFaults] = useState<AddressFaults>({});
  const [place, setPlace] = useState<{ state: string; city: string }>(NOWHERE);

  // what was typed before hydration, or stored on an earlier visit
  useEffect(() => {
    const typed = form.current && readForm(form.current);
    if (!typed || !ADDRESS_FIELDS.some(({ name }) => name !== "country" && typed[name])) return;
    setPlace(at(readAddress(saveForm(typed))));
  }, [form]);

  /** Stores the draft, and removes a fault once its field is right. */
  const update = (event: FormEvent<HTMLFormElement>) => {
    const address = readAddress(saveForm(readForm(event.currentTarget)));
    const still = addressFaults(address);
    // not while the county is being typed
    if (!document.activeElement?.matches("[name=state]")) setPlace(at(address));
    setFaults((before) => Object.fromEntries(Object.entries(still).filter(([name]) => name in before)));
  };

  /** Reads the place when a field loses the focus. */
  const look = (event: FocusEvent<HTMLFormElement>) =>
    setPlace(at(readAddress(readForm(event.currentTarget))));

  /** The address, with the pick-up point's place where it is picked up; undefined, and its faults are shown, where it is wrong. */
  const check = (filled: HTMLFormElement, pickUp?: PickUpPoint): Address | undefined => {
    const typed = readAddress(readForm(filled));
    const address = pickUp ? { ...typed, ...pickUp.address, country: "Kenya" } : typed;
    const found = addressFaults(address);
    setFaults(found);
    return Object.keys(found).length > 0 ? undefined : address;
  };
  return { faults, place, update, look, check };
}

const NOWHERE = { state: "", city: "" };

/** Returns the same object for the same place, so that nothing is rendered again. */
function at({ state, city }: Address) {
  return (before: typeof NOWHERE) =>
    before.state === state && before.city === city ? before : { state, city };
}

/** Stores what is in the form, and returns its address. A person is typed once, for delivery and for pick-up. */
export function saveForm(form: Record<string, string>): Record<string, string> {
  const { method: _, handover: __, point: ___, ...address } = form;
  const person = personIn(address);
  // while a saved address is chosen there are no fields; an address of an earlier order was not typed
  if ("street" in address) saveCheckoutDraft({ address, ...(!address._id && { person }) });
  else if ("email" in address) {
    const kept = readCheckoutDraft().address;
    // where nothing was typed as an address, a saved one may still be offered
    const isTyped = kept && !kept._id && Object.values(personIn(kept)).some(Boolean);
    saveCheckoutDraft({ person, ...(isTyped && { address: { ...kept, ...person } }) });
  }
  return address;
}

/** The fields of an address that say who gets it; blank ones are taken from `otherwise`. */
export function personIn(typed: Record<string, string>, otherwise: Record<string, string> = {}) {
  return Object.fromEntries(PERSON_FIELDS.map(({ name }) => [name, typed[name] || otherwise[name] || ""]));
}

export type AddressField = {
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

/** The fields of the person who gets it; the others are of the place. */
export const PERSON_FIELDS = ADDRESS_FIELDS.filter(({ name }) =>
  ["firstName", "lastName", "email", "phone"].includes(name),
);

export type AddressFaults = Partial<Record<keyof Address, string>>;

/** The form as it is sent: trimmed, and a phone without what people put between its digits. */
export function readAddress(form: Record<string, string>): Address {
  const typed = Object.fromEntries(
    ADDRESS_FIELDS.map(({ name }) => [name, tidyText(form[name] ?? "")]),
  ) as Address;
  return { ...typed, zipCode: typed.zipCode.replace(/\s/g, ""), phone: compactPhone(typed.phone) };
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

/**
 * The account's name and e-mail, and the phone of its last order, as fields of the delivery form: accounts have no phone of
 * their own. Undefined where they could not be loaded.
 */
export async function fetchAccountDetails(): Promise<Record<string, string> | undefined> {
  const orders = call<typeof userOrders>("/api/order/userOrders", { page: 1 }).catch(() => undefined);
  const account = await call<typeof accounts.profile>("/api/user/profile").catch(() => undefined);
  if (!account) return undefined;
  const [firstName = "", ...rest] = account.user.name.trim().split(/\s+/);
  const { phone = "" } = (await orders)?.orders[0]?.address ?? {};
  return { firstName, lastName: rest.join(" "), email: account.user.email, ...(phone && { phone }) };
}
