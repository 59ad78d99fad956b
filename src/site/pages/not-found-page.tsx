import { data } from "react-router";

/** No address matched: the root's boundary shows the 404 page. */
export function loader() {
  throw data(null, { status: 404 });
}

export default function NotFoundPage() {
  return null;
}
