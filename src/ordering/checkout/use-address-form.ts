import { type FocusEvent, type FormEvent, type RefObject, useEffect, useState } from "react";
import { readForm } from "../../accounts/form-focus.ts";
import type { PickUpPoint } from "../../delivery/rules.ts";
import type { Address } from "../contract.ts";
import { ADDRESS_FIELDS, type AddressFaults, addressFaults, PERSON_FIELDS, readAddress } from "./address.ts";
import { saveCheckoutDraft } from "./checkout-draft.ts";

/** What is typed of the address: kept with each key, its faults, and the place once its county is typed. */
export function useAddressForm(form: RefObject<HTMLFormElement | null>) {
  const [faults, setFaults] = useState<AddressFaults>({});
  const [place, setPlace] = useState<{ state: string; city: string }>(NOWHERE);

  // what was typed before hydration, or kept of an earlier visit
  useEffect(() => {
    const typed = form.current && readForm(form.current);
    if (!typed || !ADDRESS_FIELDS.some(({ name }) => name !== "country" && typed[name])) return;
    setPlace(at(readAddress(saveForm(typed))));
  }, [form]);

  /** Keeps the draft, and takes a fault away once what it was about is right. */
  const update = (event: FormEvent<HTMLFormElement>) => {
    const address = readAddress(saveForm(readForm(event.currentTarget)));
    const still = addressFaults(address);
    // not while it is being typed
    if (!document.activeElement?.matches("[name=state]")) setPlace(at(address));
    setFaults((before) =>
      Object.fromEntries(
        Object.keys(before).flatMap((name) => keepFault(name as keyof AddressFaults, still)),
      ),
    );
  };

  /** Somebody leaves a field: its place counts. */
  const look = (event: FocusEvent<HTMLFormElement>) =>
    setPlace(at(readAddress(readForm(event.currentTarget))));

  /** The address, which is the point's where it is fetched; undefined while something is wrong with it, which is shown then. */
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

/** The same place stays the same object: nothing is drawn anew for it. */
function at({ state, city }: Address) {
  return (before: typeof NOWHERE) =>
    before.state === state && before.city === city ? before : { state, city };
}

/** Keeps what stands in the form, and gives its address. */
function saveForm(form: Record<string, string>): Record<string, string> {
  const { method: _, handover: __, point: ___, ...address } = form;
  // while an address is chosen there are no fields
  if ("street" in address) saveCheckoutDraft({ address });
  else if ("email" in address) saveCheckoutDraft({ person: personIn(address) });
  return address;
}

function personIn(typed: Record<string, string>): Record<string, string> {
  return Object.fromEntries(PERSON_FIELDS.map(({ name }) => [name, typed[name] ?? ""]));
}

function keepFault(name: keyof AddressFaults, still: AddressFaults): [string, string][] {
  const fault = still[name];
  return fault ? [[name, fault]] : [];
}
