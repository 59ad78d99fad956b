import { useState } from "react";
import { Link, NavLink, useLoaderData, useSearchParams } from "react-router";
import { Notice } from "../../../ui/notice.tsx";
import type * as contract from "../../reviews/contract.ts";
import { readListQuery } from "../list-query.ts";
import type { LoaderArgs } from "../load-context.ts";
import { NextPage } from "../more-rows.tsx";
import { pageTitle } from "../page-title.ts";
import { readStaff } from "../read-staff.ts";
import { ReviewCard } from "./review-card.tsx";

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
