import { t } from "../language/t.ts";
import type { Failure } from "../ordering/checkout/place-failure.tsx";
import { OFFLINE } from "../platform/browser/call.ts";
import { STOPPED_TRYING } from "../platform/browser/line-back.ts";
import { useOnline } from "../platform/browser/use-online.ts";
import type { CardFault } from "./card/card-fault.tsx";
import type { PushFailure } from "./mpesa/push/push-failure.ts";
import { useTillOffered } from "./mpesa/till-code/pay-by-till.tsx";

type Failed = (Failure | CardFault | PushFailure)["next"] | undefined;

type PayButtonProps = {
  label: string;
  busy: boolean;
  busyText: string;
  /** Nothing is tried again by itself any more. */
  stopped: boolean;
  /** Why the last try failed, as it is said below. */
  failed: Failed;
};

/** Starts the payment; waits while the device is offline, and says so. */
export function PayButton({ label, busy, busyText, stopped, failed }: PayButtonProps) {
  const online = useOnline();
  const kind = useButtonKind(failed);
  return (
    <>
      <button
        type="submit"
        className={`button ${kind} button-wide`}
        disabled={!online}
        aria-disabled={(online && busy) || undefined}
      >
        {busy ? busyText : label}
      </button>
      <p className="field-hint" role="status">
        {online ? stopped && t(STOPPED_TRYING) : t(OFFLINE)}
      </p>
    </>
  );
}

/** Failures whose notice has the next step as a button. */
const LEAD_ON: Failed[] = ["log-in", "elsewhere", "ordered-lately"];
/** And where the shop has a till, these: it is the next step. */
const LEAD_TO_TILL: Failed[] = ["till", "other-way", "busy", "pause"];

/** A form's own button is the primary one, unless its failure's notice has that: a page has one at a time. */
export function useButtonKind(failed: Failed, second = false): "button-primary" | "" {
  const isTillOffered = useTillOffered();
  const leadsOn = LEAD_ON.includes(failed) || (isTillOffered && LEAD_TO_TILL.includes(failed));
  return leadsOn || second ? "" : "button-primary";
}
