import { useRevalidator } from "react-router";
import { formatMoment } from "../../../ordering/dates.ts";
import type { StaffCallError } from "./call-staff.ts";

/** Why something was not done, and the way on. What is said beside a field is not said twice. */
export function DeedFailure({ failure }: { failure: StaffCallError | undefined }) {
  const { revalidate } = useRevalidator();
  if (!failure) return null;
  const { fields, current, by, at } = failure.answer;
  const isBesideFields = typeof fields === "object" && fields !== null && Object.keys(fields).some(Boolean);
  if (isBesideFields) return null;
  return (
    <div className="deed-failure" role="alert">
      <p>
        {failure.message} {failure.status === 409 && whoAndWhen(by, at)}
      </p>
      {failure.status === 409 && current !== undefined && (
        <button type="button" className="link-button" onClick={() => void revalidate()}>
          Show how it is now
        </button>
      )}
    </div>
  );
}

function whoAndWhen(by: unknown, at: unknown): string {
  const moment = typeof at === "number" || typeof at === "string" ? formatMoment(at) : undefined;
  if (typeof by !== "string" || !by) return moment ? `That was ${moment}.` : "";
  return moment ? `${by} did that, ${moment}.` : `${by} did that.`;
}
