import { useEffect, useRef, useState } from "react";
import { Stars } from "../ui/icons.tsx";
import type { ReviewForm } from "./review-form.tsx";
import { REVIEW_TEXTS, type ReviewState } from "./rules.ts";
import type { Mine } from "./use-my-reviews.ts";

const STANDING: Record<ReviewState, string> = {
  waiting: "Your review. We read it before we show it.",
  shown: "Your review, on the product's page.",
  hidden: "Your review. It is not shown.",
};
const AWAY = "Writing a review needs a connection. Please try again.";

/** What a shopper gave a product, or the way to review it. */
export function ReviewLine({ productId, name, mine }: { productId: string; name: string; mine: Mine }) {
  const [LoadedForm, setForm] = useState<typeof ReviewForm>();
  const [fault, setFault] = useState("");
  const [isDone, setDone] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  if (isDone) return <Thanks />;
  if (mine !== "open")
    return (
      <p className="field-hint">
        <Stars of={mine.stars} /> {STANDING[mine.state]}
      </p>
    );
  const open = () =>
    import("./review-form.tsx").then(
      (loaded) => {
        setFault("");
        setForm(() => loaded.ReviewForm);
      },
      () => setFault(AWAY),
    );
  const close = () => {
    setForm(undefined);
    opener.current?.focus();
  };
  return (
    <div>
      <button
        ref={opener}
        type="button"
        className="button button-quiet"
        aria-expanded={LoadedForm !== undefined}
        aria-label={`Write a review of ${name}`}
        onClick={LoadedForm ? close : open}
      >
        Write a review
      </button>
      {fault && (
        <p className="field-fault" role="alert">
          {fault}
        </p>
      )}
      {LoadedForm && (
        <LoadedForm productId={productId} name={name} onDone={() => setDone(true)} onClose={close} />
      )}
    </div>
  );
}

/** Stands where the form was, and takes the keyboard's place. */
function Thanks() {
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => said.current?.focus(), []);
  return (
    <p ref={said} className="review-thanks" role="status" tabIndex={-1}>
      {REVIEW_TEXTS.thanks}
    </p>
  );
}
