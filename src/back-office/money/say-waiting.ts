import { formatPrice } from "../../catalogue/rules.ts";
import type { MoneyProvider, TransactionState } from "../../payments/transactions/rules.ts";
import type { MoneyRow } from "./contract.ts";

/** Where a sum is. */
const MONEY_STATES = {
  unallocated: "Without an order",
  paid: "Paid an order",
  refunding: "Being refunded",
  refunded: "Refunded",
  closed: "Closed",
} satisfies Record<TransactionState, string>;

export function sayMoney(state: TransactionState): string {
  return MONEY_STATES[state];
}

/** Who moved the money. */
export const PROVIDER_NAMES: Record<MoneyProvider, string> = { mpesa: "M-Pesa", card: "Card" };

/** Where a sum is, in words; where a part of it waits for a person, what that is. */
export function sayWhereItIs(row: MoneyRow): string {
  const waits = row.state === "closed" ? [] : waitingOf(row);
  const words = waits.length > 0 ? waits : [sayMoney(row.state)];
  const why = row.reason ? `: ${row.reason}` : "";
  return `${words.join("; ")}${row.verified ? "" : ", not confirmed yet"}${why}`;
}

function waitingOf({ refunds, unallocated }: MoneyRow): string[] {
  return [
    ...refunds.flatMap(({ amount, state, method }) => {
      const sum = formatPrice(amount);
      if (state === "failed") return [`The refund of ${sum} failed`];
      if (state === "unknown") return [`Nobody could say whether the refund of ${sum} arrived`];
      return state === "due" && method === "hand" ? [`Send ${sum} back by hand`] : [];
    }),
    ...(unallocated > 0 ? [`${formatPrice(unallocated)} without an order`] : []),
  ];
}
