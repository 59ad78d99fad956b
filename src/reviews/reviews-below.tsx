import "./reviews.css";
import { useEffect, useRef, useState } from "react";
import type { MoreReviews } from "./more-reviews.tsx";

type Props = Parameters<typeof MoreReviews>[0];

/** Older reviews and one's own, fetched when the reader comes near: most never do. */
export function ReviewsBelow(props: Props) {
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
