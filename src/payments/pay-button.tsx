import { t } from "../language/t.ts";
import { OFFLINE } from "../platform/browser/call.ts";
import { STOPPED_TRYING } from "../platform/browser/line-back.ts";
import { useOnline } from "../platform/browser/use-online.ts";

type PayButtonProps = {
  label: string;
  busy: boolean;
  busyText: string;
  /** Nothing is tried again by itself any more. */
  stopped: boolean;
};

/** Starts the payment; waits while the device is offline, and says so. */
export function PayButton({ label, busy, busyText, stopped }: PayButtonProps) {
  const online = useOnline();
  return (
    <>
      <button
        type="submit"
        className="button button-primary button-wide"
        disabled={!online}
        aria-disabled={busy || undefined}
      >
        {busy ? busyText : label}
      </button>
      <p className="field-hint" role="status">
        {online ? stopped && t(STOPPED_TRYING) : t(OFFLINE)}
      </p>
    </>
  );
}
