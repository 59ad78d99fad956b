import { sizeName } from "../cart/rules.ts";
import { Picture } from "../catalogue/pictures/picture.tsx";
import { t } from "../language/t.ts";
import { formatDay } from "../ordering/dates.ts";
import { Stars } from "../ui/icons.tsx";
import type { Review } from "./contract.ts";

/** What people say of a product. Their words are text, whatever is in them. */
export function ReviewList({ reviews }: { reviews: Review[] }) {
  return (
    <ul className="review-list">
      {reviews.map(({ _id, firstName, size, stars, words, photo, date }) => (
        <li key={_id}>
          <Stars of={stars} />
          <p className="field-hint">
            <bdi>{firstName}</bdi>, {sizeName(size)},{" "}
            {/* a browser may write a day differently from the server: no reason to re-render the page */}
            <time dateTime={new Date(date).toISOString()} suppressHydrationWarning>
              {formatDay(date)}
            </time>
          </p>
          {words && (
            <p className="review-words" dir="auto">
              {words}
            </p>
          )}
          {photo && <Picture url={photo} alt={t("Photo by {firstName}", { firstName })} sizes="12rem" />}
        </li>
      ))}
    </ul>
  );
}
