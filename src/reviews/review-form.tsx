import "./review-form.css";
import { type FormEvent, useId, useState } from "react";
import { messageOf } from "../platform/browser/call.ts";
import { useBusy } from "../platform/browser/use-busy.ts";
import { Field } from "../ui/field.tsx";
import { REVIEW_TEXTS, WORDS_MAX } from "./rules.ts";
import { sendPhoto, sendReview } from "./send-review.ts";
import { StarChoice } from "./star-choice.tsx";

type Props = { productId: string; name: string; onDone: () => void; onClose: () => void };
type Faults = { stars?: string; photo?: string; form?: string };

/** Stars, words and one photograph. What was sent is not sent twice: a photograph that failed is tried again alone. */
export function ReviewForm({ productId, name, onDone, onClose }: Props) {
  const id = useId();
  const [busy, run] = useBusy();
  const [faults, setFaults] = useState<Faults>({});
  const [isWritten, setWritten] = useState(false);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const { stars, words, photo } = readReview(form);
    setFaults(stars ? {} : { stars: REVIEW_TEXTS.starsMissing });
    if (!stars) return form.querySelector<HTMLInputElement>("[name=stars]")?.focus();
    run(async () => {
      let written = isWritten;
      try {
        if (!written) await sendReview({ productId, stars, words });
        written = true;
        if (photo) await sendPhoto(productId, photo);
        onDone();
      } catch (error) {
        const said = messageOf(error);
        setFaults(written ? { photo: `Your review is saved, the photo is not. ${said}` } : { form: said });
        setWritten(written);
      }
    });
  };
  return (
    <form className="review-form stack" aria-label={`Review ${name}`} noValidate onSubmit={send}>
      <StarChoice fault={faults.stars} onChoose={() => setFaults({})} />
      <div className="field">
        <label htmlFor={id}>Your words (optional)</label>
        <textarea id={id} name="words" rows={4} maxLength={WORDS_MAX} aria-describedby={`${id}-hint`} />
        <p className="field-hint" id={`${id}-hint`}>
          How does it fit, feel and wear? Shown with your first name and the size you bought.
        </p>
      </div>
      <Field
        label="One photo (optional)"
        name="photo"
        type="file"
        accept="image/jpeg,image/png,image/webp"
        hint="JPEG, PNG or WebP, at most 8 MB. Its place and date are removed."
        fault={faults.photo}
      />
      {faults.form && (
        <p className="field-fault" role="alert">
          {faults.form}
        </p>
      )}
      <p className="row">
        <button type="submit" className="button button-primary" aria-disabled={busy}>
          {busy ? "Sending…" : "Send review"}
        </button>
        <button type="button" className="button button-quiet" onClick={isWritten ? onDone : onClose}>
          {isWritten ? "Leave the photo out" : "Cancel"}
        </button>
      </p>
    </form>
  );
}

function readReview(form: HTMLFormElement) {
  const given = new FormData(form);
  const photo = given.get("photo");
  return {
    stars: Number(given.get("stars")),
    words: String(given.get("words") ?? ""),
    // a field that was left empty gives a file without bytes
    photo: photo instanceof File && photo.size > 0 ? photo : undefined,
  };
}
