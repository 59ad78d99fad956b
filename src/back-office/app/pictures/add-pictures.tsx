import { type ChangeEvent, useId, useRef } from "react";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import type { Sending } from "./picture-queue.ts";
import { usePictureQueue } from "./use-picture-queue.ts";

/** What the shop takes: an iPhone that reads this makes a JPEG of its HEIC. */
const TYPES = "image/jpeg,image/png,image/webp,image/avif";

/** Chooses pictures for a product, and shows them on their way. */
export function AddPictures({ productId }: { productId: string }) {
  const { queue, sendings, said, unkept } = usePictureQueue(productId);
  const id = useId();
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(currentTarget.files ?? [])];
    // so that the same file can be chosen once more
    currentTarget.value = "";
    if (files.length > 0) void queue.add(productId, files);
  };
  return (
    <div className="stack">
      <p className="row">
        <ChooseFiles name="Add pictures" hint={id} onChoose={choose} multiple />
        <ChooseFiles name="Take a picture" hint={id} onChoose={choose} capture="environment" />
      </p>
      <p className="field-hint" id={id}>
        JPEG, PNG, WebP or AVIF, several at once. They are made small before they are sent, and where they
        were taken is removed.
      </p>
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
    </div>
  );
}

type ChooseProps = {
  name: string;
  hint: string;
  onChoose: (event: ChangeEvent<HTMLInputElement>) => void;
  multiple?: true;
  /** Opens the camera, on a device that a finger is used on. */
  capture?: "environment";
};

/** A button for a field that is hidden: the browser's own says "No file chosen", which is never true here. */
function ChooseFiles({ name, hint, onChoose, ...field }: ChooseProps) {
  const input = useRef<HTMLInputElement>(null);
  const hydrated = useHydrated();
  return (
    <>
      <button
        type="button"
        className={`button ${field.capture ? "button-quiet touch-only" : ""}`}
        aria-describedby={hint}
        disabled={!hydrated}
        onClick={() => input.current?.click()}
      >
        {name}
      </button>
      <input ref={input} type="file" hidden aria-label={name} accept={TYPES} onChange={onChoose} {...field} />
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
  if (step === "waits") return "Waits for its turn.";
  if (step === "shrinks") return "Being made small.";
  if (step === "develops") return "Sent. The shop makes it ready.";
  const progress = size > 0 ? `${kB(sent)} of ${kB(size)} kB sent.` : "";
  return step === "sends" ? progress : [why, step === "rests" && progress].filter(Boolean).join(" ");
}

function kB(bytes: number): number {
  return Math.round(bytes / 1_000);
}
