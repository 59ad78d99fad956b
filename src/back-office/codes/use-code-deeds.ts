import { useAction } from "../app/calls/use-action.ts";
import type { CodeRow } from "../app/shown.ts";
import type * as contract from "./contract.ts";

type Heard = { onDone: (id: string, words: string) => void; onSay: (words: string) => void };

/** The deeds of a code: those that decide it take it off the queue. */
export function useCodeDeeds({ _id, code, amount }: CodeRow, { onDone, onSay }: Heard) {
  const { busy, failure, faults, start } = useAction();
  const params = { payment: _id };
  return {
    busy,
    failure,
    faults,
    confirm: (receipt: string) =>
      start<typeof contract.confirmCode>(
        {
          path: "/api/staff/codes/:payment/confirm",
          params,
          body: { amount, ...(receipt.trim() && { receipt }) },
        },
        () => onDone(_id, `${code} is confirmed.`),
      ),
    reject: (reason: string) =>
      start<typeof contract.rejectCode>(
        { path: "/api/staff/codes/:payment/reject", params, body: { reason } },
        () => onDone(_id, `${code} is rejected.`),
      ),
    ask: () =>
      start<typeof contract.askAgain>({ path: "/api/staff/codes/:payment/ask-again", params }, () =>
        onSay(`M-Pesa is asked about ${code} once more.`),
      ),
  };
}
