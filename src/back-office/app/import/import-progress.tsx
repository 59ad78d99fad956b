import { useId } from "react";
import type { Came } from "./use-import.ts";

type Props = {
  /** Bytes of the file, and how many of them have left. */
  sending: { sent: number; size: number } | undefined;
  /** The import that the shop works on. */
  reading: Came | undefined;
};

/** How far sending a file is, and then reading it. */
export function ImportProgress({ sending, reading }: Props) {
  const id = useId();
  if (!sending && !reading) return null;
  const [value, max] = sending ? [sending.sent, sending.size || 1] : [reading?.progress ?? 0, 100];
  return (
    <div className="stack">
      <p id={id} role="status">
        {sending ? "The file is being sent." : sayReading(reading)}
      </p>
      <progress aria-labelledby={id} value={value} max={max} />
      {sending && sending.size > 0 && (
        <p>
          {kB(sending.sent)} of {kB(sending.size)} kB sent.
        </p>
      )}
    </div>
  );
}

function sayReading(reading: Came | undefined): string {
  if (reading?.dryRun) return "The shop reads the file.";
  return "The shop reads the file, and then saves it. You can leave this page; it goes on.";
}

function kB(bytes: number): string {
  return Math.ceil(bytes / 1_000).toLocaleString("en-KE");
}
