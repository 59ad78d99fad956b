import { useId, useState } from "react";
import { Link, NavLink, useLoaderData, useSearchParams } from "react-router";
import { sizeName } from "../../cart/rules.ts";
import { formatMoment } from "../../ordering/dates.ts";
import { shortId } from "../../ordering/rules.ts";
import type { ReviewState } from "../../reviews/rules.ts";
import { Stars } from "../../ui/icons.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { DeedFailure } from "../app/calls/deed-failure.tsx";
import { useDeed } from "../app/calls/use-deed.ts";
import { NextPage } from "../app/more-rows.tsx";
import { type LoaderArgs, pageTitle, readListQuery } from "../app/page.ts";
import { readStaff } from "../app/read-staff.ts";
import type { ReviewRow } from "../app/shown.ts";
import type * as contract from "./contract.ts";
import type { decideReview } from "./contract.ts";

const STATES: Record<ReviewState, { name: string; kind: string }> = {
  waiting: { name: "To read", kind: "badge-warning" },
  shown: { name: "Shown", kind: "badge-success" },
  hidden: { name: "Hidden", kind: "badge-neutral" },
};

/** A review, and whether shoppers see it; it stays in its place once that is decided. */
function ReviewCard({ row, onSay }: { row: ReviewRow; onSay: (words: string) => void }) {
  const { _id, product, firstName, photo, orderId } = row;
  const id = useId();
  const [state, setState] = useState(row.state);
  const { busy, failure, start } = useDeed();
  const decide = (show: boolean) =>
    start<typeof decideReview>(
      { path: "/api/staff/reviews/:id", params: { id: _id }, body: { show, photo } },
      () => {
        setState(show ? "shown" : "hidden");
        onSay(`${firstName}'s review of ${product.name} is ${show ? "shown to shoppers" : "hidden"}.`);
      },
    );
  const shared = { about: id, busy };
  return (
    <article className="panel stack" aria-labelledby={id}>
      <div className="row row-apart">
        <h2 id={id} className="review-title">
          {product.name}
        </h2>
        <span className={`badge ${STATES[state].kind}`}>{STATES[state].name}</span>
      </div>
      <WrittenReview row={row} />
      <DeedFailure failure={failure} withFields />
      <div className="row">
        <DecideButton name="Show" {...shared} on={state === "shown"} onPress={() => decide(true)} />
        <DecideButton name="Hide" {...shared} on={state === "hidden"} onPress={() => decide(false)} />
        <Link to={`/orders/${orderId}`}>Order {shortId(orderId)}</Link>
        <a href={`/product/${product._id}`}>In the shop</a>
      </div>
    </article>
  );
}

/** Its stars, words and photograph. */
function WrittenReview({ row }: { row: ReviewRow }) {
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

type DecideProps = { name: string; about: string; on: boolean; busy: boolean; onPress: () => void };

/** Pressed while the review is that way; it keeps the keyboard's place. */
function DecideButton({ name, about, on, busy, onPress }: DecideProps) {
  const hydrated = useHydrated();
  return (
    <button
      type="button"
      className={on ? "button button-on" : "button"}
      aria-pressed={on}
      aria-describedby={about}
      disabled={!hydrated}
      aria-disabled={busy || undefined}
      onClick={onPress}
    >
      {name}
    </button>
  );
}

const LISTS = [
  ["", "All", "Nobody has written a review yet."],
  ["waiting", "To read", "Every review is read."],
  ["shown", "Shown", "No review is shown."],
  ["hidden", "Hidden", "No review is hidden."],
] as const;

export function loader(args: LoaderArgs) {
  const query = readListQuery(args.request, ["state", "after"]);
  return readStaff<typeof contract.listReviews>(args, `/api/staff/reviews?${query}`);
}

export function meta() {
  return pageTitle("Reviews");
}

/** What people say of products, newest first; shoppers see what is let through. */
export default function ReviewsPage() {
  const { rows, next } = useLoaderData<typeof loader>();
  const [query] = useSearchParams();
  const [said, setSaid] = useState("");
  const state = query.get("state") ?? "";
  const empty = LISTS.find(([name]) => name === state)?.[2] ?? "Nothing was found.";
  return (
    <>
      <h1>Reviews</h1>
      <Lists chosen={state} />
      <p role="status" className="said">
        {said}
      </p>
      {rows.length === 0 && (
        <Notice kind="empty" title={empty} action={<Link to="/">Go to Today</Link>}>
          <p>Who has a delivered order can review what was in it.</p>
        </Notice>
      )}
      <ul className="review-cards">
        {rows.map((row) => (
          // as another list has it
          <li key={`${row._id} ${row.state}`}>
            <ReviewCard row={row} onSay={setSaid} />
          </li>
        ))}
      </ul>
      <NextPage query={query} next={next}>
        Older
      </NextPage>
    </>
  );
}

function Lists({ chosen }: { chosen: string }) {
  return (
    <nav className="tabs" aria-label="Lists of reviews">
      {LISTS.map(([name, title]) => (
        <NavLink
          key={name}
          className="button"
          to={name ? `/reviews?state=${name}` : "/reviews"}
          aria-current={name === chosen ? "page" : false}
        >
          {title}
        </NavLink>
      ))}
    </nav>
  );
}
