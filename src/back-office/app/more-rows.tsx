import { Link } from "react-router";

type Props = {
  /** The filters of the page that is shown. */
  query: URLSearchParams;
  /** Where the next page begins; null on the last one. */
  next: string | null;
  children: string;
};

/** Leads to the page that follows in a list, under the same filters; nothing on the last one. */
export function NextPage({ query, next, children }: Props) {
  if (!next) return null;
  const wanted = new URLSearchParams(query);
  wanted.set("after", next);
  return (
    <p className="list-more">
      <Link className="button" to={`?${wanted}`}>
        {children}
      </Link>
    </p>
  );
}
