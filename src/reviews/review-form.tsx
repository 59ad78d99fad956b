import { t } from "../language/t.ts";
import "./review-form.css";
import { useEffect, useId, useRef } from "react";
import { Fault } from "../ui/fault.tsx";
import { Field } from "../ui/field.tsx";
import { Stars } from "../ui/icons.tsx";
import type { EarlierReview } from "./contract.ts";
import { WORDS_MAX } from "./rules.ts";
import { StarChoice } from "./star-choice.tsx";
import { useSendReview } from "./use-send-review.ts";

type Props = {
  productId: string;
  name: string;
  onDone: () => void;
  /** It was reviewed already, with other words. */
  onEarlier: (review: EarlierReview) => void;
  onClose: () => void;
};

/** Stars, words and one photograph. */
export function ReviewForm({ productId, name, onDone, onEarlier, onClose }: Props) {
  const { busy, faults, isWritten, earlier, send, forgetFaults } = useSendReview({ productId, onDone });
  return (
    <form className="review-form stack" aria-label={t("Review {name}", { name })} noValidate onSubmit={send}>
      <StarChoice fault={faults.stars} onChoose={forgetFaults} />
      <WordsField />
      <Field
        label={t("One photo (optional)")}
        name="photo"
        type="file"
        accept="image/jpeg,image/png,image/webp"
        hint={t("JPEG, PNG or WebP, at most 8 MB. We remove where and when it was taken.")}
        fault={faults.photo}
      />
      <Fault text={faults.form} />
      {earlier ? (
        <Earlier review={earlier} onClose={() => onEarlier(earlier)} />
      ) : (
        <p className="row">
          <button type="submit" className="button button-primary" aria-disabled={busy}>
            {busy ? t("Sending…") : t("Send review")}
          </button>
          <button type="button" className="button button-quiet" onClick={isWritten ? onDone : onClose}>
            {isWritten ? t("Continue without the photo") : t("Cancel")}
          </button>
        </p>
      )}
    </form>
  );
}

function WordsField() {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{t("Your words (optional)")}</label>
      <textarea id={id} name="words" rows={4} maxLength={WORDS_MAX} aria-describedby={`${id}-hint`} />
      <p className="field-hint" id={`${id}-hint`}>
        {t("How does it fit, feel and wear? Shown with your first name and the size you bought.")}
      </p>
    </div>
  );
}

/** What stands instead of what was written now; it takes the keyboard's place, as the button to send is gone. */
function Earlier({ review, onClose }: { review: EarlierReview; onClose: () => void }) {
  const said = useRef<HTMLDivElement>(null);
  useEffect(() => said.current?.focus(), []);
  return (
    <div ref={said} className="review-earlier panel stack" role="alert" tabIndex={-1}>
      <p>{t("You've already reviewed this, so we didn't save the new one. This is your review:")}</p>
      <p>
        <Stars of={review.stars} />
      </p>
      {review.words && (
        <p className="review-earlier-words" dir="auto">
          {review.words}
        </p>
      )}
      <p>
        <button type="button" className="button" onClick={onClose}>
          {t("Close")}
        </button>
      </p>
    </div>
  );
}
