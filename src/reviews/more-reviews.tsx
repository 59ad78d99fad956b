import { useState } from "react";
import { useSignedIn } from "../accounts/sign-in/sign-in.ts";
import { t } from "../language/t.ts";
import { fetchFrom, messageOf } from "../platform/browser/call.ts";
import { useBusy } from "../platform/browser/use-busy.ts";
import { Fault } from "../ui/fault.tsx";
import type * as contract from "./contract.ts";
import { ReviewLine } from "./review-line.tsx";
import { ReviewList } from "./review-list.tsx";
import { useMyReviews } from "./use-my-reviews.ts";

type Props = { productId: string; name: string; next: string | null };

/** What comes after the first reviews of a product: older ones, and one's own. */
export function MoreReviews({ productId, name, next: first }: Props) {
  const [busy, run] = useBusy();
  const [{ older, next, fault }, setOlder] = useState({
    older: [] as contract.Review[],
    next: first,
    fault: "",
  });
  const mine = useMyReviews({ wanted: useSignedIn() === true, productId }).get(productId);
  const load = () =>
    run(async () => {
      try {
        const query = new URLSearchParams({ after: next ?? "" });
        const path = `/api/product/${encodeURIComponent(productId)}/reviews` as "/api/product/:id/reviews";
        const page = await fetchFrom<typeof contract.listReviews>(path, query);
        setOlder({ older: [...older, ...page.reviews], next: page.next, fault: "" });
      } catch (error) {
        setOlder({ older, next, fault: messageOf(error) });
      }
    });
  return (
    <>
      {older.length > 0 && <ReviewList reviews={older} />}
      <Fault text={fault} />
      {next && (
        <p>
          <button type="button" className="button" aria-disabled={busy} onClick={load}>
            {busy ? t("Loading…") : t("More reviews")}
          </button>
        </p>
      )}
      {mine && <ReviewLine productId={productId} name={name} mine={mine} />}
    </>
  );
}
