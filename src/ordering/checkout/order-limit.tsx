import { totalOf } from "../../cart/rules.ts";
import { AMOUNT_MAX, ORDER_TEXTS } from "../rules.ts";

/** Whether the server would refuse the order for its size; `subtotal` in KES. */
export function isTooMuch(subtotal: number): boolean {
  return totalOf(subtotal) > AMOUNT_MAX;
}

/** Why the button beside it waits. */
export function OrderLimit({ id }: { id: string }) {
  return (
    <p className="field-fault" id={id}>
      {ORDER_TEXTS.amountTooLarge}
    </p>
  );
}
