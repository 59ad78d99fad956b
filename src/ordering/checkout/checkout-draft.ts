import { checkoutDraft, dropOldDraft } from "../../cart/checkout-storage.ts";
import { isRecord } from "../../platform/json.ts";

/** What a shopper has typed and chosen at checkout. Never anything of a card. */
export type CheckoutDraft = { address?: Record<string, string>; method?: string; code?: string };

/** What this device has kept; anything broken counts as nothing typed. */
export function readCheckoutDraft(): CheckoutDraft {
  dropOldDraft();
  const text = checkoutDraft.read() ?? "";
  try {
    const found: unknown = JSON.parse(text.slice(text.indexOf(" ") + 1));
    if (!isRecord(found)) return {};
    const { address, method, code } = found;
    return {
      ...(isRecord(address) ? { address: textsOf(address) } : {}),
      ...textsOf({ method, code }),
    };
  } catch {
    return {};
  }
}

/** Keeps a part of it beside what is kept already. */
export function saveCheckoutDraft(part: CheckoutDraft): void {
  const text = JSON.stringify({ ...readCheckoutDraft(), ...part });
  checkoutDraft.write(`${Date.now()} ${text}`);
}

function textsOf(values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}
