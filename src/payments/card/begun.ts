import { type Carried, itemsOf } from "../../ordering/carried-order.ts";
import { kept } from "../../platform/browser/persisted.ts";
import type { Paid } from "./open-checkout.ts";

/** The card payment begun in this tab, for which goods, and, once the checkout page has said so, that it is paid. */
export type Begun = { checkout?: string | undefined; goods: string; txRef: string; paid?: Paid };

const store = kept("card-payment", () => sessionStorage);

/** What this tab has begun for a checkout, or, without one, for any; it survives a reload. */
export function readBegun(checkout?: string): Begun | undefined {
  const begun = parse(store.read());
  if (!begun || (checkout !== undefined && begun.checkout !== checkout)) return undefined;
  return begun;
}

/** Keeps what was begun for this order. */
export function keepBegun(carried: Carried, txRef: string, paid?: Paid): void {
  const begun: Begun = {
    checkout: carried.checkoutId,
    goods: goodsOf(carried),
    txRef,
    ...(paid && { paid }),
  };
  store.write(JSON.stringify(begun));
}

/** It is over. Gives whether it was for just these goods: the cart may have changed in the same checkout since. */
export function endBegun(carried?: Carried): boolean {
  const begun = parse(store.read());
  store.write(null);
  return begun === undefined || (carried !== undefined && begun.goods === goodsOf(carried));
}

/** What is bought, whatever its order. */
function goodsOf({ order }: Carried): string {
  return itemsOf(order)
    .map((item) => JSON.stringify(item))
    .sort()
    .join();
}

function parse(text: string | null): Begun | undefined {
  try {
    const begun = JSON.parse(text ?? "null");
    return typeof begun?.txRef === "string" ? begun : undefined;
  } catch {
    return undefined;
  }
}
