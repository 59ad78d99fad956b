import { useId } from "react";
import type { PictureQueue, Sending } from "./picture-queue.ts";

/** Pictures on their way: `said` is the last news of them, and `unkept`, that this browser keeps none of them. */
export type OnTheirWay = { queue: PictureQueue; sendings: Sending[]; said: string; unkept: boolean };

export function SendingList({ queue, sendings, said, unkept }: OnTheirWay) {
  return (
    <>
      <p role="status" className="said">
        {said}
      </p>
      {unkept && sendings.length > 0 && (
        <p>This browser cannot keep pictures: leave this page open until all of them are added.</p>
      )}
      {sendings.length > 0 && (
        <ul className="sendings" aria-label="Pictures on their way">
          {sendings.map((sending) => (
            <SendingRow
              key={sending.key}
              sending={sending}
              onRetry={() => queue.retry(sending.key)}
              onLeaveOut={() => queue.leaveOut(sending.key)}
            />
          ))}
        </ul>
      )}
    </>
  );
}

type RowProps = { sending: Sending; onRetry: () => void; onLeaveOut: () => void };

/** One on its way: how far it is, or what keeps it. */
function SendingRow({ sending, onRetry, onLeaveOut }: RowProps) {
  const { name, step, sent, size } = sending;
  const id = useId();
  const stands = step === "rests" || step === "failed";
  return (
    <li className="sending">
      <p id={id} className="sending-name" dir="auto">
        {name}
      </p>
      {step !== "failed" && <progress aria-labelledby={id} value={sent} max={size || 1} />}
      <p className={step === "failed" ? "field-fault" : undefined}>{inWords(sending)}</p>
      <p className="row">
        {stands && (
          <button type="button" className="button button-quiet" aria-describedby={id} onClick={onRetry}>
            Try again
          </button>
        )}
        <button type="button" className="link-button" aria-describedby={id} onClick={onLeaveOut}>
          Leave out
        </button>
      </p>
    </li>
  );
}

function inWords({ step, sent, size, why }: Sending): string {
  if (step === "waits") return "Waiting for its turn.";
  if (step === "shrinks") return "Being made small.";
  if (step === "develops") return "Sent. The shop makes it ready.";
  return step === "sends" ? `${kB(sent)} of ${kB(size)} kB sent.` : (why ?? "");
}

function kB(bytes: number): number {
  return Math.round(bytes / 1_000);
}
