import { t, tMessage } from "../language/t.ts";
import "./review-form.css";
import { type ChangeEvent, type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { z } from "zod";
import { focusField } from "../accounts/form-focus.ts";
import { CallError, call, messageOf, sendFile } from "../platform/browser/call.ts";
import { shrinkPicture } from "../platform/browser/shrink-picture.ts";
import { useBusy } from "../platform/browser/use-busy.ts";
import { Fault } from "../ui/fault.tsx";
import { Field, Labelled } from "../ui/field.tsx";
import { STAR, Stars } from "../ui/icons.tsx";
import type * as contract from "./contract.ts";
import type { EarlierReview } from "./contract.ts";
import { PHOTO_MAX, REVIEW_TEXTS, WORDS_MAX } from "./rules.ts";

/** A review as its form sends it. */
type Draft = { productId: string; stars: number; words: string };

/** Pixels of the longer side, twice what is shown; and bytes, a tenth of a phone's photograph. */
const SHRUNK = { longest: 1_600, most: 300_000 };

type Reviewed = z.infer<typeof contract.addReview.reviewed>;

/**
 * Sends the review; if the same one is stored already, as after a lost answer, that is a success too. Returns the earlier
 * review where another one is stored.
 * @throws CallError
 */
export async function sendReview(draft: Draft): Promise<contract.EarlierReview | undefined> {
  try {
    await call<typeof contract.addReview>("/api/product/review", draft);
  } catch (error) {
    if (!(error instanceof CallError && error.status === 409)) throw error;
    const { earlier, same } = error.answer as Partial<Reviewed>;
    if (!earlier) throw error;
    return same ? undefined : earlier;
  }
}

/** Sends the photograph of a stored review, made as small as allowed. @throws CallError */
async function sendPhoto(productId: string, photo: File): Promise<void> {
  const small = await shrinkPicture(photo, SHRUNK);
  if (small.size > PHOTO_MAX) throw new CallError(413, REVIEW_TEXTS.photoTooLarge);
  const path = `/api/product/${encodeURIComponent(productId)}/review/photo`;
  await sendFile<typeof contract.addPhoto>(path, small);
}

type Faults = { stars?: string; photo?: string; form?: string };

/**
 * Sends a form's review, then its photograph. Nothing is sent twice: if the photograph fails, it alone is tried again. Where
 * this person has another review of the product, nothing more is sent, and that one is given as `earlier`.
 */
function useSendReview({ productId, onDone }: { productId: string; onDone: () => void }) {
  const [busy, run] = useBusy();
  const [faults, setFaults] = useState<Faults>({});
  const [isWritten, setWritten] = useState(false);
  const [earlier, setEarlier] = useState<EarlierReview>();

  function send(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (earlier) return;
    const form = event.currentTarget;
    const { stars, words, photo } = readReview(form);
    setFaults(stars ? {} : { stars: REVIEW_TEXTS.starsMissing });
    if (!stars) {
      focusField(form.querySelector<HTMLInputElement>("[name=stars]"));
      return;
    }
    run(async () => {
      let written = isWritten;
      try {
        const other = written ? undefined : await sendReview({ productId, stars, words });
        if (other) return setEarlier(other);
        written = true;
        if (photo) await sendPhoto(productId, photo);
        onDone();
      } catch (error) {
        const said = messageOf(error);
        setFaults(written ? { photo: photoUnsaved(said) } : { form: said });
        setWritten(written);
      }
    });
  }

  return { busy, faults, isWritten, earlier, send, forgetFaults: () => setFaults({}) };
}

function photoUnsaved(said: string): string {
  return t("Your review is saved, but the photo isn't. {said}", { said: tMessage(said) });
}

function readReview(form: HTMLFormElement) {
  const given = new FormData(form);
  const photo = given.get("photo");
  return {
    stars: Number(given.get("stars")),
    words: String(given.get("words") ?? ""),
    // an empty file field gives a file without bytes
    photo: photo instanceof File && photo.size > 0 ? photo : undefined,
  };
}

const STARS = [1, 2, 3, 4, 5];

/** One to five stars as radio buttons. */
function StarChoice({ fault, onChoose }: { fault: string | undefined; onChoose: () => void }) {
  const id = useId();
  const [chosen, setChosen] = useState(0);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    setChosen(Number(target.value));
    onChoose();
  };
  return (
    <fieldset className="review-stars" aria-describedby={fault && id}>
      <legend>{t("Your rating")}</legend>
      {STARS.map((star) => (
        <span key={star} className={star <= chosen ? "review-star review-star-given" : "review-star"}>
          <input
            type="radio"
            name="stars"
            value={star}
            onChange={choose}
            aria-label={star === 1 ? t("1 star") : t("{star} stars", { star })}
          />
          <svg width="26" height="26" viewBox="0 0 20 20" aria-hidden="true">
            <path d={STAR} />
          </svg>
        </span>
      ))}
      <Fault id={id} text={fault} />
    </fieldset>
  );
}

type Props = {
  productId: string;
  name: string;
  onDone: () => void;
  /** The product was reviewed already, with other words. */
  onEarlier: (review: EarlierReview) => void;
  onClose: () => void;
};

/** Stars, words and one photograph. */
export function ReviewForm({ productId, name, onDone, onEarlier, onClose }: Props) {
  const { busy, faults, isWritten, earlier, send, forgetFaults } = useSendReview({ productId, onDone });
  return (
    <form className="review-form stack" aria-label={t("Review {name}", { name })} noValidate onSubmit={send}>
      <StarChoice fault={faults.stars} onChoose={forgetFaults} />
      <Labelled
        label={t("Your words (optional)")}
        hint={t("How does it fit, feel and wear? Shown with your first name and the size you bought.")}
      >
        {(described) => <textarea {...described} name="words" rows={4} maxLength={WORDS_MAX} />}
      </Labelled>
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

/** The review that stays instead of the one written now; it takes the focus, as the button to send is gone. */
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
