import { useId, useState } from "react";
import { Link, useLoaderData, useSearchParams } from "react-router";
import { sizeName } from "../../cart/rules.ts";
import { formatMoment } from "../../ordering/dates.ts";
import { shortId } from "../../ordering/rules.ts";
import type { ReviewState } from "../../reviews/rules.ts";
import { Stars } from "../../ui/icons.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ActionButton, ActionFailure, useAction } from "../app/action.tsx";
import { Tabs } from "../app/frame.tsx";
import { ListPage } from "../app/lists.tsx";
import { type LoaderArgs, readList, titled } from "../app/page.ts";
import type * as contract from "./contract.ts";

const STATES: Record<ReviewState, { name: string; kind: string }> = {
  waiting: { name: "To read", kind: "badge-warning" },
  shown: { name: "Shown", kind: "badge-success" },
  hidden: { name: "Hidden", kind: "badge-neutral" },
};

/** A review, and whether shoppers see it; it stays in its place once that is decided. */
function ReviewCard({ row, onSay }: { row: contract.ReviewRow; onSay: (words: string) => void }) {
  const { _id, product, firstName, photo, orderId } = row;
  const id = useId();
  const [state, setState] = useState(row.state);
  const { busy, failure, start } = useAction();
  const decide = (show: boolean) =>
    start<typeof contract.decideReview>({ path: `/api/staff/reviews/${_id}`, body: { show, photo } }, () => {
      setState(show ? "shown" : "hidden");
      onSay(`${firstName}'s review of ${product.name} is ${show ? "shown to shoppers" : "hidden"}.`);
    });
  /** Pressed while the review is that way. */
  const button = (name: string, on: boolean, show: boolean) => (
    <ActionButton
      className={on ? "button button-on" : "button"}
      aria-pressed={on}
      aria-describedby={id}
      busy={busy}
      onClick={() => decide(show)}
    >
      {name}
    </ActionButton>
  );
  return (
    <article className="panel stack" aria-labelledby={id}>
      <div className="row row-apart">
        <h2 id={id} className="review-title">
          {product.name}
        </h2>
        <span className={`badge ${STATES[state].kind}`}>{STATES[state].name}</span>
      </div>
      <WrittenReview row={row} />
      <ActionFailure failure={failure} withFields />
      <div className="row">
        {button("Show", state === "shown", true)}
        {button("Hide", state === "hidden", false)}
        <Link to={`/orders/${orderId}`}>Order {shortId(orderId)}</Link>
        <a href={`/product/${product._id}`}>In the shop</a>
      </div>
    </article>
  );
}

/** Its stars, words and photograph. */
function WrittenReview({ row }: { row: contract.ReviewRow }) {
  const { _id, firstName, size, stars, words, photo, date } = row;
  return (
    <>
      <p className="review-facts">
        <Stars of={stars} /> {firstName}, {sizeName(size)}, {formatMoment(date)}
      </p>
      {words && (
        <p className="review-words" dir="auto">
          {words}
        </p>
      )}
      {photo && (
        <img
          className="review-photo"
          loading="lazy"
          src={`/api/staff/reviews/${_id}/photo`}
          alt={`${firstName}'s, with the review`}
          width={600}
          height={720}
        />
      )}
    </>
  );
}

const LISTS = [
  ["", "All", "Nobody has written a review yet."],
  ["waiting", "To read", "Every review is read."],
  ["shown", "Shown", "No review is shown."],
  ["hidden", "Hidden", "No review is hidden."],
] as const;

const listPath = (state: string) => (state ? `/reviews?state=${state}` : "/reviews");

export function loader(args: LoaderArgs) {
  return readList<typeof contract.listReviews>(args, "/api/staff/reviews", [{ name: "state" }]);
}

export const meta = titled("Reviews");

/** What people say of products, newest first; shoppers see what is let through. */
export default function ReviewsPage() {
  const list = useLoaderData<typeof loader>();
  const [query] = useSearchParams();
  const [said, setSaid] = useState("");
  const state = query.get("state") ?? "";
  const empty = LISTS.find(([name]) => name === state)?.[2] ?? "Nothing was found.";
  return (
    <ListPage
      title="Reviews"
      above={
        <>
          <Tabs
            label="Lists of reviews"
            tabs={LISTS.map(([name, title]) => [listPath(name), title])}
            chosen={listPath(state)}
          />
          <p role="status" className="said">
            {said}
          </p>
        </>
      }
      list={list}
      none={
        <Notice kind="empty" title={empty} action={<Link to="/">Go to Today</Link>}>
          <p>Who has a delivered order can review what was in it.</p>
        </Notice>
      }
    >
      <ul className="review-cards">
        {list.rows.map((row) => (
          // as another list has it
          <li key={`${row._id} ${row.state}`}>
            <ReviewCard row={row} onSay={setSaid} />
          </li>
        ))}
      </ul>
    </ListPage>
  );
}
