import { useEffect, useState } from "react";
import { call } from "../platform/browser/call.ts";
import type * as contract from "./contract.ts";
import type { ReviewState } from "./rules.ts";

/** Of a product: what the shopper gave it, or that they may review it; nothing when they have not got it. */
export type Mine = { stars: number; state: ReviewState } | "open";

/** What this shopper has reviewed and may review, by product; of one product when it is named. Asked once it is `wanted`. */
export function useMyReviews({ wanted, productId }: { wanted: boolean; productId?: string }) {
  const [mine, setMine] = useState<ReadonlyMap<string, Mine>>(new Map());
  useEffect(() => {
    if (!wanted) return;
    let left = false;
    call<typeof contract.myReviews>("/api/user/reviews", { productId }).then(
      ({ reviews, open }) =>
        left ||
        setMine(
          new Map<string, Mine>([
            ...open.map((each) => [each, "open"] as const),
            ...reviews.map(({ productId: each, ...given }) => [each, given] as const),
          ]),
        ),
      // without an answer nothing is offered: the page is about something else
      () => {},
    );
    return () => {
      left = true;
    };
  }, [wanted, productId]);
  return mine;
}
