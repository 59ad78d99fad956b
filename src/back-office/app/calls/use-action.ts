import { useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { focusFault } from "../../../accounts/form-focus.ts";
import type { CallError } from "../../../platform/browser/call.ts";
import { newId } from "../../../platform/browser/new-id.ts";
import { useBusy } from "../../../platform/browser/use-busy.ts";
import type { StaffContract } from "../../staff-route.server.ts";
import { type AnswerTo, callStaff, failureOf, type StaffCall } from "./call-staff.ts";

export type Faults = Record<string, string | undefined>;

/**
 * One thing that somebody does on a screen: a call, whether it is under way, and what it failed of. Tried again unchanged
 * it has the same Idempotency-Key, so that it is done once however often it is sent. Where nothing else is to happen once
 * it is done, the page is read again.
 */
export function useAction() {
  const { revalidate } = useRevalidator();
  const [busy, run] = useBusy();
  const [failure, setFailure] = useState<CallError>();
  const attempt = useRef({ call: "", key: "" });

  function start<C extends StaffContract>(
    call: StaffCall<C>,
    onDone: (answer: AnswerTo<C>) => unknown = revalidate,
    file?: File,
  ) {
    run(async () => {
      const text = JSON.stringify([call, file && [file.name, file.size, file.lastModified]]);
      if (attempt.current.call !== text) attempt.current = { call: text, key: newId() };
      try {
        const answer = await callStaff<C>(call, attempt.current.key, file);
        attempt.current = { call: "", key: "" };
        setFailure(undefined);
        await onDone(answer);
        keepFocus();
      } catch (error) {
        setFailure(failureOf(error));
        const main = document.getElementById("main");
        if (main) focusFault(main);
      }
    });
  }

  return { busy, failure, faults: faultsOf(failure), start, revalidate, forget: () => setFailure(undefined) };
}

/** A button that was pressed may be gone with what it did: the keyboard then goes on from the top of the page. */
function keepFocus(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body)
      document.getElementById("main")?.focus({ preventScroll: true });
  });
}

/** What is wrong with which field. */
function faultsOf(failure: CallError | undefined): Faults {
  const { fields } = failure?.answer ?? {};
  return typeof fields === "object" && fields !== null ? (fields as Faults) : {};
}
