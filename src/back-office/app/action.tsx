import { type ComponentProps, type ReactNode, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { focusFault } from "../../accounts/form-focus.ts";
import { formatMoment } from "../../ordering/dates.ts";
import type { CallError } from "../../platform/browser/call.ts";
import { newId } from "../../platform/browser/new-id.ts";
import { useBusy } from "../../platform/browser/use-busy.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import type { StaffContract } from "../staff-route.server.ts";
import { type AnswerTo, callStaff, failureOf, type StaffCall } from "./calls/call-staff.ts";

export type Faults = Record<string, string | undefined>;

/**
 * One thing that somebody does on a screen: a call, whether it is under way, and what it failed of. A call that has not
 * succeeded has the same Idempotency-Key whenever it is sent again unchanged, so that it is done once. Where nothing else is
 * to happen once it is done, the page is read again.
 */
export function useAction() {
  const { revalidate } = useRevalidator();
  const [busy, run] = useBusy();
  const [failure, setFailure] = useState<CallError>();
  const keys = useRef(new Map<string, string>());

  function start<C extends StaffContract>(
    call: StaffCall<C>,
    onDone: (answer: AnswerTo<C>) => unknown = revalidate,
    file?: File,
  ) {
    run(async () => {
      const text = JSON.stringify([call, file && [file.name, file.size, file.lastModified]]);
      const key = keys.current.get(text) ?? newId();
      keys.current.set(text, key);
      const answer = await callStaff<C>(call, key, file).catch(fail);
      if (answer === undefined) return;
      keys.current.delete(text);
      setFailure(undefined);
      await onDone(answer);
      keepFocus();
    });
  }

  function fail(error: unknown): undefined {
    setFailure(failureOf(error));
    const main = document.getElementById("main");
    if (main) focusFault(main);
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

type ButtonProps = Omit<ComponentProps<"button">, "disabled"> & {
  /** Its action is under way. */
  busy?: boolean;
  /** There is nothing for it to do just now. */
  off?: boolean;
};

/** A button that needs scripts. While it is busy or off it stays in the keyboard's reach, and a press does nothing. */
export function ActionButton({ busy = false, off = false, onClick, ...button }: ButtonProps) {
  const hydrated = useHydrated();
  return (
    <button
      type="button"
      className="button"
      {...button}
      disabled={!hydrated}
      aria-disabled={(hydrated && (busy || off)) || undefined}
      onClick={off ? undefined : onClick}
    />
  );
}

export type Failed = {
  failure: CallError | undefined;
  /** No field of the form shows what is wrong with it. */
  withFields?: boolean;
  /** What the next save does, where what a colleague changed is shown in the form: nothing typed is left behind. */
  then?: string;
};

/** Why something was not done, and the way on. What is said beside a field is not said twice. */
export function ActionFailure({ failure, withFields, then, children }: Failed & { children?: ReactNode }) {
  const { revalidate } = useRevalidator();
  if (!failure) return null;
  const { fields, current, by, at } = failure.answer;
  const isBesideFields = typeof fields === "object" && fields !== null && Object.keys(fields).some(Boolean);
  if (isBesideFields && !withFields) return null;
  return (
    <div className="action-failure" role="alert">
      <p>
        {sayNotSaved(failure)} {failure.status === 409 && whoAndWhen(by, at)}
      </p>
      {children}
      {then && <p>What you typed is still here. {then}</p>}
      {!then && failure.status === 409 && current !== undefined && current !== null && (
        <button type="button" className="link-button" onClick={() => void revalidate()}>
          Show how it is now
        </button>
      )}
    </div>
  );
}

/** The server's sentence; where it says only what went wrong, also what that means for what was typed. */
function sayNotSaved({ status, message }: CallError): string {
  return status === 409 || message.startsWith("Not saved") ? message : `Not saved. ${message}`;
}

function whoAndWhen(by: unknown, at: unknown): string {
  const moment = typeof at === "number" || typeof at === "string" ? formatMoment(at) : undefined;
  if (typeof by !== "string" || !by) return moment ? `Last change: ${moment}.` : "";
  return moment ? `Last change: ${by}, ${moment}.` : `Last change: ${by}.`;
}
