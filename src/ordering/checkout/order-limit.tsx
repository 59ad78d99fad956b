import { totalOf } from "../../cart/rules.ts";
import { t } from "../../language/t.ts";
import { AMOUNT_MAX, ORDER_TEXTS } from "../rules.ts";

/** Whether the server would refuse the order for its size, whatever delivery costs of what it may; all in KES. */
export function isTooMuch(subtotal: number, { from }: { from: number }): boolean {
  return totalOf(subtotal, from) > AMOUNT_MAX;
}

/** Why the button beside it waits. */
export function OrderLimit({ id }: { id: string }) {
  return (
    <p className="field-fault" id={id}>
      {t(ORDER_TEXTS.amountTooLarge)}
    </p>
  );
}
