import { type ChangeEvent, useId, useState } from "react";
import { t } from "../language/t.ts";
import { Fault } from "../ui/fault.tsx";
import { STAR } from "../ui/icons.tsx";

const STARS = [1, 2, 3, 4, 5];

/** One to five stars as radio buttons. */
export function StarChoice({ fault, onChoose }: { fault: string | undefined; onChoose: () => void }) {
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
