import { sizeName } from "../cart/size-name.ts";
import { Picture } from "../catalogue/picture.tsx";
import { Stars } from "../ui/icons.tsx";
import type { Review } from "./contract.ts";

/** A review as it stands on the page; `when` is its day in words. */
export type SaidReview = Omit<Review, "date"> & { when: string };

/** What people say of a product. Their words are text, whatever is in them. */
export function ReviewList({ reviews }: { reviews: SaidReview[] }) {
  return (
    <ul className="review-list">
      {reviews.map(({ _id, firstName, size, stars, words, photo, when }) => (
        <li key={_id}>
          <Stars of={stars} />
          <p className="field-hint">
            <bdi>{firstName}</bdi>, {sizeName(size)}, {when}
          </p>
          {words && (
            <p className="review-words" dir="auto">
              {words}
            </p>
          )}
          {photo && <Picture url={photo} alt={`Photo by ${firstName}`} sizes="12rem" />}
        </li>
      ))}
    </ul>
  );
}
