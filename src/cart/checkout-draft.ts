import { isRecord, parseJson } from "../platform/json.ts";
import { checkoutDraft } from "./checkout-storage.ts";

/**
 * What a shopper has typed and chosen at checkout; never anything about a card. `guestKey`: the secret with which this browser
 * asks to order as a guest, until it is one.
 */
type CheckoutDraft = {
  address?: Record<string, string>;
  /** Who picks up the order, and the name of the pick-up point. */
  person?: Record<string, string>;
  pickUp?: string | undefined;
  method?: string;
  code?: string;
  guestKey?: string | undefined;
};

/** What this device has stored; a broken draft counts as nothing typed. */
export function readCheckoutDraft(): CheckoutDraft {
  const found = parseJson(checkoutDraft.read() ?? "");
  if (!isRecord(found)) return {};
  const { address, person, pickUp, method, code, guestKey } = found;
  return {
    ...(isRecord(address) && { address: textsOf(address) }),
    ...(isRecord(person) && { person: textsOf(person) }),
    ...textsOf({ pickUp, method, code, guestKey }),
  };
}

/** Stores a part of the draft beside what is stored already. */
export function saveCheckoutDraft(part: CheckoutDraft): void {
  const kept = readCheckoutDraft();
  const text = JSON.stringify({ ...kept, ...part });
  // only a change is written: a page that merely opens could overwrite what is being typed in another tab
  if (text !== JSON.stringify(kept)) checkoutDraft.write(text);
}

function textsOf(values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}
