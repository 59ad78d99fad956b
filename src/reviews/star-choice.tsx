import { useId } from "react";

const STARS = [1, 2, 3, 4, 5];

/** One to five stars as radio buttons. */
export function StarChoice({ fault, onChoose }: { fault: string | undefined; onChoose: () => void }) {
  const id = useId();
  return (
    <fieldset className="review-stars" aria-describedby={fault && id}>
      <legend>Your rating</legend>
      {STARS.map((star) => (
        <span key={star} className="review-star">
          <input
            type="radio"
            name="stars"
            value={star}
            onChange={onChoose}
            aria-label={star === 1 ? "1 star" : `${star} stars`}
          />
          <svg width="26" height="26" viewBox="0 0 20 20" aria-hidden="true">
            <path d="M10 1l2.7 5.9 6.3.7-4.7 4.3 1.3 6.3L10 15l-5.6 3.2 1.3-6.3L1 7.6l6.3-.7z" />
          </svg>
        </span>
      ))}
      {fault && (
        <p className="field-fault" id={id} role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  );
}
