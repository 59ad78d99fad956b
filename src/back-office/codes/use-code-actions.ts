import { useConfirmed } from "../app/calls/use-confirmed.tsx";
import type { CodeRow } from "../app/shown.ts";
import type * as contract from "./contract.ts";

type Listeners = { onDone: (id: string, words: string) => void; onSay: (words: string) => void };

/** What may be done with a code: what decides it takes it off the queue. */
export function useCodeActions({ _id, code, amount, account }: CodeRow, { onDone, onSay }: Listeners) {
  const { start, begin, ...action } = useConfirmed();
  return {
    ...action,
    confirm: (receipt: string) =>
      begin<typeof contract.confirmCode>(
        "Confirm",
        (confirmed) => ({
          path: `/api/staff/codes/${_id}/confirm`,
          body: { amount, confirmed, ...(receipt.trim() && { receipt }) },
        }),
        () => onDone(_id, `${code} is confirmed.`),
      ),
    reject: (reason: string) =>
      start<typeof contract.rejectCode>({ path: `/api/staff/codes/${_id}/reject`, body: { reason } }, () =>
        onDone(_id, `${code} is rejected.`),
      ),
    rejectAll: () =>
      begin<typeof contract.rejectAll>(
        "Reject all codes",
        (confirmed) => ({ path: "/api/staff/codes/reject-all", body: { account, confirmed } }),
        ({ rejected }) => onDone(_id, `${rejected} codes are rejected.`),
      ),
    ask: () =>
      start<typeof contract.askAgain>({ path: `/api/staff/codes/${_id}/ask-again` }, () =>
        onSay(`M-Pesa is asked about ${code} once more.`),
      ),
  };
}
