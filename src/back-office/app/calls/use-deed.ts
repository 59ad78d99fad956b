import { useRef, useState } from "react";
import type { z } from "zod";
import { useBusy } from "../../../platform/browser/use-busy.ts";
import { callStaff, type StaffCall, StaffCallError, type StaffContract } from "./call-staff.ts";

export type Faults = Record<string, string | undefined>;

/**
 * One thing that somebody does on a screen: a call, whether it is under way, and what it failed of. Tried again unchanged
 * it has the same Idempotency-Key, so that it is done once however often it is sent.
 */
export function useDeed() {
  const [busy, run] = useBusy();
  const [failure, setFailure] = useState<StaffCallError>();
  const attempt = useRef({ call: "", key: "" });

  function start<C extends StaffContract>(
    call: StaffCall<C>,
    onDone: (answer: z.output<C["answer"]>) => unknown,
  ) {
    run(async () => {
      const text = JSON.stringify(call);
      if (attempt.current.call !== text) attempt.current = { call: text, key: crypto.randomUUID() };
      try {
        const answer = await callStaff<C>(call, attempt.current.key);
        attempt.current = { call: "", key: "" };
        setFailure(undefined);
        await onDone(answer);
      } catch (error) {
        setFailure(error instanceof StaffCallError ? error : new StaffCallError(500, String(error)));
      }
    });
  }

  return { busy, failure, faults: faultsOf(failure), start, forget: () => setFailure(undefined) };
}

/** What is wrong with which field. */
function faultsOf(failure: StaffCallError | undefined): Faults {
  const { fields } = failure?.answer ?? {};
  return typeof fields === "object" && fields !== null ? (fields as Faults) : {};
}
