import type { ReactNode } from "react";
import { useRevalidator } from "react-router";
import { formatMoment } from "../../../ordering/dates.ts";
import type { StaffCallError } from "./call-staff.ts";

export type Failed = {
  failure: StaffCallError | undefined;
  /** No field of the form says by itself what is wrong with it. */
  withFields?: boolean;
};

/** Why something was not done, and the way on. What is said beside a field is not said twice. */
export function DeedFailure({ failure, withFields, children }: Failed & { children?: ReactNode }) {
  const { revalidate } = useRevalidator();
  if (!failure) return null;
  const { fields, current, by, at } = failure.answer;
  const isBesideFields = typeof fields === "object" && fields !== null && Object.keys(fields).some(Boolean);
  if (isBesideFields && !withFields) return null;
  return (
    <div className="deed-failure" role="alert">
      <p>
        {sayNotSaved(failure)} {failure.status === 409 && whoAndWhen(by, at)}
      </p>
      {children}
      {failure.status === 409 && current !== undefined && current !== null && (
        <button type="button" className="link-button" onClick={() => void revalidate()}>
          Show how it is now
        </button>
      )}
    </div>
  );
}

/** The server's sentence; where it says only what went wrong, also what that means for what was typed. */
function sayNotSaved({ status, message }: StaffCallError): string {
  return status === 409 || message.startsWith("Not saved") ? message : `Not saved. ${message}`;
}

function whoAndWhen(by: unknown, at: unknown): string {
  const moment = typeof at === "number" || typeof at === "string" ? formatMoment(at) : undefined;
  if (typeof by !== "string" || !by) return moment ? `Last change: ${moment}.` : "";
  return moment ? `Last change: ${by}, ${moment}.` : `Last change: ${by}.`;
}
