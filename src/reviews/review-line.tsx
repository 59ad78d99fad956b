import { type ReactNode, useEffect, useRef, useState } from "react";
import { type Sentence, t } from "../language/t.ts";
import { Fault } from "../ui/fault.tsx";
import { Stars } from "../ui/icons.tsx";
import type { EarlierReview } from "./contract.ts";
import type { ReviewForm } from "./review-form.tsx";
import { REVIEW_TEXTS, type ReviewState } from "./rules.ts";
import type { Mine } from "./use-my-reviews.ts";

const STATE_WORDS = {
  waiting: "Your review. We read it before we show it.",
  shown: "Your review, shown on the product's page.",
  hidden: "Your review. We don't show it.",
} as const satisfies Record<ReviewState, Sentence>;

type Props = { productId: string; name: string; mine: Mine };

/** What a shopper gave a product, or the way to review it. */
export function ReviewLine({ productId, name, mine }: Props) {
  const [isDone, setDone] = useState(false);
  const [earlier, setEarlier] = useState<EarlierReview>();
  if (isDone) return <StatusLine>{t(REVIEW_TEXTS.thanks)}</StatusLine>;
  if (earlier)
    return (
      <StatusLine>
        <Stars of={earlier.stars} /> {t(STATE_WORDS[earlier.state])}
      </StatusLine>
    );
  if (mine !== "open")
    return (
      <p className="field-hint">
        <Stars of={mine.stars} /> {t(STATE_WORDS[mine.state])}
      </p>
    );
  return (
    <WriteReview productId={productId} name={name} onDone={() => setDone(true)} onEarlier={setEarlier} />
  );
}

/** The button, and below it the form once it is loaded. */
function WriteReview({ name, ...given }: Omit<Parameters<typeof ReviewForm>[0], "onClose">) {
  const [LoadedForm, setForm] = useState<typeof ReviewForm>();
  const [fault, setFault] = useState("");
  const opener = useRef<HTMLButtonElement>(null);
  const open = () =>
    import("./review-form.tsx").then(
      (loaded) => {
        setFault("");
        setForm(() => loaded.ReviewForm);
      },
      () => setFault(t("Writing a review needs a connection. Please try again.")),
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
        aria-label={t("Write a review of {name}", { name })}
        onClick={LoadedForm ? close : open}
      >
        {t("Write a review")}
      </button>
      <Fault text={fault} />
      {LoadedForm && <LoadedForm name={name} {...given} onClose={close} />}
    </div>
  );
}

/** Stands where the form was, and takes the keyboard's place. */
function StatusLine({ children }: { children: ReactNode }) {
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => said.current?.focus(), []);
  return (
    <p ref={said} className="review-thanks" role="status" tabIndex={-1}>
      {children}
    </p>
  );
}
