import type { ReactNode } from "react";
import { useRevalidator } from "react-router";
import { formatMoment } from "../../../ordering/dates.ts";
import type { CallError } from "../../../platform/browser/call.ts";

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
