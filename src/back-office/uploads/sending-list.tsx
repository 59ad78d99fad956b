import { type ChangeEvent, useEffect, useId, useRef, useSyncExternalStore } from "react";
import { watchLine } from "../../platform/browser/line-back.ts";
import { ActionButton } from "../app/action.tsx";
import { PictureQueue, type QueueState, type Sending } from "./picture-queue.ts";
import { chosenPictures, preparePicture, sendFile } from "./send-picture.ts";

/** A queue that gives its finished pictures to `save`. */
export function openPictureQueue(save: ConstructorParameters<typeof PictureQueue>[0]["save"]): PictureQueue {
  return new PictureQueue({
    chosen: chosenPictures,
    prepare: preparePicture,
    send: (file, watch) => sendFile(file, watch),
    save,
    // without locks (Safari before 15.4, plain http) each tab sends for itself
    inOneTab: (name, work) => navigator.locks?.request(name, work) ?? work(),
    watchLine,
  });
}

const NOTHING: QueueState = { sendings: [], said: { productId: "", words: "" }, unkept: false };

/** The pictures being sent for a product or place, also those of an earlier visit. */
export function usePictureQueue(productId: string, queue: PictureQueue): OnTheirWay {
  const { sendings, said, unkept } = useSyncExternalStore(queue.subscribe, queue.state, () => NOTHING);
  useEffect(() => void queue.resume(productId), [queue, productId]);
  return {
    queue,
    sendings: sendings.filter((each) => each.productId === productId),
    said: said.productId === productId ? said.words : "",
    unkept,
  };
}

/** Pictures being sent: `said` is the latest event, and `unkept` means that this browser cannot store them. */
type OnTheirWay = { queue: PictureQueue; sendings: Sending[]; said: string; unkept: boolean };

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

/** One picture being sent: its progress, or what has stopped it. */
function SendingRow({ sending, onRetry, onLeaveOut }: RowProps) {
  const { name, step, sent, size } = sending;
  const id = useId();
  const isStopped = step === "paused" || step === "failed";
  return (
    <li className="sending">
      <p id={id} className="sending-name" dir="auto">
        {name}
      </p>
      {step !== "failed" && <progress aria-labelledby={id} value={sent} max={size || 1} />}
      <p className={step === "failed" ? "field-fault" : undefined}>{inWords(sending)}</p>
      <p className="row">
        {isStopped && (
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
  if (step === "waiting") return "Waiting for its turn.";
  if (step === "shrinking") return "Being made small.";
  if (step === "processing") return "Sent. The shop makes it ready.";
  return step === "sending" ? `${kB(sent)} of ${kB(size)} kB sent.` : (why ?? "");
}

function kB(bytes: number): number {
  return Math.round(bytes / 1_000);
}

/** Types that the shop accepts; because of this list an iPhone converts its HEIC to JPEG. */
const TYPES = "image/jpeg,image/png,image/webp,image/avif";

type ChooseProps = {
  name: string;
  /** The id of the element that describes it. */
  hint: string;
  onChoose: (files: File[]) => void;
  multiple?: true;
  /** Opens the camera, on a touch device. */
  capture?: "environment";
};

/** A button for a hidden file field: the browser's own button says "No file chosen", which would be wrong here. */
export function ChooseFiles({ name, hint, onChoose, ...field }: ChooseProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(currentTarget.files ?? [])];
    // so that the same file can be chosen again
    currentTarget.value = "";
    if (files.length > 0) onChoose(files);
  };
  return (
    <>
      <ActionButton
        className={`button ${field.capture ? "button-quiet touch-only" : ""}`}
        aria-describedby={hint}
        onClick={() => input.current?.click()}
      >
        {name}
      </ActionButton>
      <input ref={input} type="file" hidden aria-label={name} accept={TYPES} onChange={choose} {...field} />
    </>
  );
}
