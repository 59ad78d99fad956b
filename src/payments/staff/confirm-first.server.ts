import { formatPrice } from "../../catalogue/rules.ts";
import { ShopError } from "../../platform/shop-error.ts";

/** What an action would do: KES, to whom, by what way, and what speaks against it. */
export type Question = { amount: number; to: string; method: string; conflicts: string[] };

/** No money moves at one touch. @throws ShopError 409 `confirm`, until the action is sent again with `confirmed` */
export function demandConfirmed(confirmed: boolean | undefined, confirm: Question): void {
  if (confirmed) return;
  const { amount, to, conflicts } = confirm;
  throw new ShopError(409, [`${formatPrice(amount)}, ${to}.`, ...conflicts].join(" "), { confirm });
}
