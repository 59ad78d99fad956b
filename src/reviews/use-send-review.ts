import { type FormEvent, useState } from "react";
import { focusField } from "../accounts/form-focus.ts";
import { t, tMessage } from "../language/t.ts";
import { messageOf } from "../platform/browser/call.ts";
import { useBusy } from "../platform/browser/use-busy.ts";
import type { EarlierReview } from "./contract.ts";
import { REVIEW_TEXTS } from "./rules.ts";
import { sendPhoto, sendReview } from "./send-review.ts";

type Faults = { stars?: string; photo?: string; form?: string };

/**
 * Sends a form's review, then its photograph. What was sent is not sent twice: a photograph that failed is tried again
 * alone. Where another review of theirs stands, nothing more is sent, and it is given as `earlier`.
 */
export function useSendReview({ productId, onDone }: { productId: string; onDone: () => void }) {
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
    // a field that was left empty gives a file without bytes
    photo: photo instanceof File && photo.size > 0 ? photo : undefined,
  };
}
