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
 * One action on a screen: a call, whether it is under way, and why it failed. A call that has not succeeded keeps its
 * Idempotency-Key whenever it is sent again unchanged, so that it is done once. Unless a callback is given, the page's data is
 * reloaded after success.
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

/** The button that was pressed may have disappeared: then the focus goes to the top of the page. */
function keepFocus(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body)
      document.getElementById("main")?.focus({ preventScroll: true });
  });
}

/** The faults by field. */
function faultsOf(failure: CallError | undefined): Faults {
  const { fields } = failure?.answer ?? {};
  return typeof fields === "object" && fields !== null ? (fields as Faults) : {};
}

type ButtonProps = Omit<ComponentProps<"button">, "disabled"> & {
  /** Its action is under way. */
  busy?: boolean;
  /** Whether it has nothing to do at the moment. */
  off?: boolean;
};

/** A button that needs scripts. While it is busy or off it can still be focused, but a press does nothing. */
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
  /** The form shows no faults beside its fields, so this must. */
  withFields?: boolean;
  /** What the next save does, where the form shows a colleague's changes: nothing typed is lost. */
  then?: string;
};

/** Why something was not done, and what to do next. Faults that are shown beside a field are not repeated. */
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

/** The server's sentence; where that says only what went wrong, also that nothing was saved. */
function sayNotSaved({ status, message }: CallError): string {
  return status === 409 || message.startsWith("Not saved") ? message : `Not saved. ${message}`;
}

function whoAndWhen(by: unknown, at: unknown): string {
  const moment = typeof at === "number" || typeof at === "string" ? formatMoment(at) : undefined;
  if (typeof by !== "string" || !by) return moment ? `Last change: ${moment}.` : "";
  return moment ? `Last change: ${by}, ${moment}.` : `Last change: ${by}.`;
}
