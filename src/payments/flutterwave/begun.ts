import { kept } from "../../platform/kept.ts";
import type { Paid } from "./open-checkout.ts";

/** The card payment begun in this tab, and, once the checkout page has said so, that it is paid. */
export type Begun = { checkout?: string | undefined; txRef: string; paid?: Paid };

const store = kept("card-payment", () => sessionStorage);

/** What this tab has begun for a checkout, or, without one, for any; it survives a reload. */
export function readBegun(checkout?: string): Begun | undefined {
  const begun = parse(store.read());
  if (!begun || (checkout !== undefined && begun.checkout !== checkout)) return undefined;
  return begun;
}

export function keepBegun(begun: Begun | undefined): void {
  store.write(begun ? JSON.stringify(begun) : null);
}

function parse(text: string | null): Begun | undefined {
  try {
    const begun = JSON.parse(text ?? "null");
    return typeof begun?.txRef === "string" ? begun : undefined;
  } catch {
    return undefined;
  }
}
