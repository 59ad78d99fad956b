import { useSyncExternalStore } from "react";
import { formatPrice } from "../catalogue/rules.ts";
import { feesOf, findPoint, isFlat, type Place } from "../delivery/rules.ts";
import { useDeliverySettings } from "../delivery/use-delivery-settings.ts";
import { type Sentence, t } from "../language/t.ts";
import { DeliveryPromise, feeText } from "../site/delivery-promise.tsx";
import { readCheckoutDraft } from "./checkout-draft.ts";
import { checkoutDraft } from "./checkout-storage.ts";
import { totalOf } from "./rules.ts";

/** KES; the lowest and the highest fee that delivery may cost. */
export type Fees = { from: number; to: number };
/** A discount by its name; `off` gives what it takes off, in KES, at a delivery fee in KES. */
export type Reduction = { name: string; off: (fee: number) => number };
type Sums = { subtotal: number; fees: Fees; reduction?: Reduction | undefined };

/** Subtotal, fee and total in KES (specification §9). */
export function CartTotals({ subtotal, fees, place }: Sums & { place: Place }) {
  return (
    <section className="panel stack" aria-labelledby="cart-totals">
      <h2 id="cart-totals">{t("Cart totals")}</h2>
      <dl className="totals">
        <TotalRows subtotal={subtotal} fees={fees} />
      </dl>
      <p className="field-hint">
        <DeliveryPromise place={place} subtotal={subtotal} />
      </p>
    </section>
  );
}

/** The rows of subtotal, fee and total for any list of prices, with one for the discount where there is one. */
export function TotalRows({ subtotal, fees, reduction }: Sums) {
  return (
    <>
      <TotalRow name="Subtotal" said={formatPrice(subtotal)} />
      {reduction && (
        <div>
          <dt>{reduction.name}</dt>
          <dd className="price">−{formatPrice(reduction.off(fees.to))}</dd>
        </div>
      )}
      <TotalRow name="Delivery Fee" said={feeText(fees)} />
      <TotalRow name="Total" said={totalText(subtotal, fees, reduction)} />
    </>
  );
}

/** "Ksh 1,700", or "from Ksh 1,700" while the fee is not known. */
export function totalText(subtotal: number, { from, to }: Fees, { off }: Partial<Reduction> = {}): string {
  const sum = (fee: number) => totalOf(subtotal, fee) - (off?.(fee) ?? 0);
  return feeText({ from: sum(from), to: sum(to) });
}

type Name = Extract<Sentence, "Subtotal" | "Delivery Fee" | "Total">;

function TotalRow({ name, said }: { name: Name; said: string }) {
  return (
    <div>
      <dt>{t(name)}</dt>
      <dd className="price">{said}</dd>
    </div>
  );
}

/** The delivery fee and place for items of `subtotal` KES, by what this device knows; no place where the fee is flat. */
export function useFees(subtotal: number): { fees: { from: number; to: number }; place: Place } {
  const settings = useDeliverySettings();
  const kept = useSyncExternalStore(checkoutDraft.subscribe, checkoutDraft.read, () => null);
  const { address: { state, city } = {}, pickUp } = kept === null ? {} : readCheckoutDraft();
  const point = pickUp === undefined ? undefined : findPoint(settings, pickUp);
  const known = kept === null ? {} : { state, city };
  const place = point ? { pickUp: point } : isFlat(settings) ? {} : known;
  return { fees: feesOf(settings, place, subtotal), place };
}
