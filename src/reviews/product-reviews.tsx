import { Rich } from "../language/rich.tsx";
import { t } from "../language/t.ts";
import { Stars } from "../ui/icons.tsx";
import { Link } from "../ui/link.tsx";
import type { Review } from "./contract.ts";
import { ReviewList } from "./review-list.tsx";
import "./reviews.css";
import { useEffect, useRef, useState } from "react";
import type { MoreReviews } from "./more-reviews.tsx";

type Rating = { stars: number; count: number; samples: number };
type ProductReviewsProps = {
  product: { _id: string; name: string };
  rating: Rating;
  reviews: Review[];
  next: string | null;
};

/** What shoppers say of a product, and how many stars they give it. */
export function ProductReviews({ product, rating, reviews, next }: ProductReviewsProps) {
  return (
    <section className="reviews" aria-labelledby="reviews">
      <h2 id="reviews" className="section-title">
        {t("Reviews ({count})", { count: rating.count })}
      </h2>
      {rating.count > 0 ? (
        <p>
          <Rich sentence={whoRated(rating)} picture={<Stars of={rating.stars} />} stars={rating.stars} />
        </p>
      ) : (
        <p>{t("No reviews yet.")}</p>
      )}
      {reviews.length > 0 && <ReviewList reviews={reviews} />}
      <ReviewsBelow key={product._id} productId={product._id} name={product.name} next={next} />
      <p className="field-hint">
        <Rich
          sentence="Bought it? Once it's delivered, you can review it in {myOrders}."
          myOrders={<Link to="/orders">{t("My orders")}</Link>}
        />
      </p>
    </section>
  );
}

/** Sample ratings are not said to be anybody's. */
function whoRated({ samples }: Rating) {
  return samples > 0 ? "Sample ratings {picture} {stars} of 5." : "Shoppers give it {picture} {stars} of 5.";
}

type Props = Parameters<typeof MoreReviews>[0];

/** Older reviews and one's own, fetched when the reader comes near: most never do. */
function ReviewsBelow(props: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [More, setMore] = useState<typeof MoreReviews>();
  useEffect(() => {
    const near = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        import("./more-reviews.tsx").then(
          (loaded) => {
            near.disconnect();
            setMore(() => loaded.MoreReviews);
          },
          // tried again when it comes near again
          () => {},
        );
      },
      { rootMargin: "400px" },
    );
    if (place.current) near.observe(place.current);
    return () => near.disconnect();
  }, []);
  return <div ref={place}>{More && <More {...props} />}</div>;
}
