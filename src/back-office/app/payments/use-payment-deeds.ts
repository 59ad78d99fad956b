import { useState } from "react";
import { useRevalidator } from "react-router";
import { formatPrice } from "../../../catalogue/rules.ts";
import { readKes } from "../../../platform/whole-number.ts";
import type * as contract from "../../payments/contract.ts";
import { useDeed } from "../calls/use-deed.ts";
import type { StaffOrder, StaffPayment } from "../shown.ts";
import { type LineFaults, returnedOf } from "./returned-goods.tsx";

type Typed = Record<string, string>;

type Props = { payment: StaffPayment; items: StaffOrder["items"]; onSay: (words: string) => void };

/** The deeds of a payment's page, by what its form holds; `onSay` hears what came of them. */
export function usePaymentDeeds({ payment: { _id, amount }, items, onSay }: Props) {
  const { start, ...deed } = useDeed();
  const [returned, setReturned] = useState<ReturnType<typeof returnedOf>>([]);
  const { revalidate } = useRevalidator();
  const params = { id: _id };
  const path = "/api/staff/payments/:id" as const;
  const tell = (words: string) => {
    onSay(words);
    return revalidate();
  };
  const lineFaults: LineFaults = Object.fromEntries(
    returned.map(({ line }, at) => [line, deed.faults[`lines.${at}.quantity`]]),
  );
  return {
    ...deed,
    lineFaults,
    check: () =>
      start<typeof contract.checkPayment>({ path: `${path}/check`, params }, ({ message }) => tell(message)),
    accept: ({ receipt = "", reason = "" }: Typed) => {
      const body = { reason, ...(receipt.trim() && { receipt }), ...(amount !== null && { amount }) };
      start<typeof contract.acceptPayment>({ path: `${path}/accept`, params, body }, () =>
        tell("It is accepted as paid."),
      );
    },
    close: ({ reason = "" }: Typed) =>
      start<typeof contract.closePayment>({ path: `${path}/close`, params, body: { reason } }, () =>
        tell("It is closed."),
      ),
    refund: (typed: Typed) => {
      const { receipt = "", reason = "" } = typed;
      const lines = returnedOf(typed, items);
      setReturned(lines);
      const body = {
        amount: readKes(typed.amount ?? ""),
        reason,
        lines,
        ...(receipt.trim() && { receipt }),
      };
      start<typeof contract.refundPayment>({ path: `${path}/refund`, params, body }, ({ refund }) =>
        tell(
          refund.way === "hand"
            ? `${formatPrice(refund.amount)} is to be sent by hand.`
            : `${formatPrice(refund.amount)} goes back by the provider.`,
        ),
      );
    },
  };
}
