import { isRecord, parseJson } from "../platform/json.ts";
import { checkoutDraft } from "./checkout-storage.ts";

/**
 * What a shopper has typed and chosen at checkout. Never anything of a card. `guestKey`: the secret under which this browser
 * has asked to order as a guest, until it is one.
 */
type CheckoutDraft = {
  address?: Record<string, string>;
  /** Who fetches the order at a pick-up point, and the point's name. */
  person?: Record<string, string>;
  pickUp?: string | undefined;
  method?: string;
  code?: string;
  guestKey?: string | undefined;
};

/** What this device has kept; anything broken counts as nothing typed. */
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

/** Keeps a part of it beside what is kept already. */
export function saveCheckoutDraft(part: CheckoutDraft): void {
  const kept = readCheckoutDraft();
  const text = JSON.stringify({ ...kept, ...part });
  // a page that opens with what is kept writes nothing: it could write over what is just being typed in another tab
  if (text !== JSON.stringify(kept)) checkoutDraft.write(text);
}

function textsOf(values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}
