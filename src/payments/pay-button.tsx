import { OFFLINE } from "../platform/browser/call.ts";
import { useOnline } from "../platform/browser/use-online.ts";

/** Starts the payment; waits while the device is offline, and says so. */
export function PayButton({ label, busy, busyText }: { label: string; busy: boolean; busyText: string }) {
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
        {online ? "" : OFFLINE}
      </p>
    </>
  );
}
