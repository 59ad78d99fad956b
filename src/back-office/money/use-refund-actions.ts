import type { FormEvent } from "react";
import { useRevalidator } from "react-router";
import { readForm } from "../../accounts/form-focus.ts";
import { useConfirmed } from "../app/calls/use-confirmed.tsx";
import { sayRefund } from "../app/in-words.ts";
import type { MoneyRow, StaffMoney } from "../app/shown.ts";
import type * as contract from "./contract.ts";

type Refund = StaffMoney["refunds"][number];

/** What may be done about a refund. What moves money is asked first. */
export function useRefundActions(refund: Refund, money: MoneyRow, onSay: (words: string) => void) {
  const { begin, start, ...action } = useConfirmed();
  const { revalidate } = useRevalidator();
  const finish = (words: string) => {
    onSay(words);
    return revalidate();
  };
  const done = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { code = "" } = readForm(event.currentTarget);
    begin<typeof contract.refundDone>(
      "Mark refunded",
      (confirmed) => ({
        path: `/api/staff/money/${money._id}/refunds/${refund._id}/done`,
        body: { ...(code.trim() && { code }), confirmed },
      }),
      () => finish("It is marked as refunded."),
    );
  };
  const repeat = (firstFailed: boolean) =>
    begin<typeof contract.repeatRefund>(
      "Send again",
      (confirmed) => ({
        path: `/api/staff/money/${money._id}/refunds/${refund._id}/repeat`,
        body: { firstFailed, confirmed },
      }),
      () => finish("The refund is sent again."),
    );
  const check = () =>
    start<typeof contract.checkRefund>(
      { path: `/api/staff/money/${money._id}/refunds/${refund._id}/check` },
      ({ state }) => finish(`The refund is ${sayRefund(state)}.`),
    );
  return { ...action, done, repeat, check };
}
