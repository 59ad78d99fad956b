import { data } from "react-router";

export function loader() {
  throw data({ message: "There is nothing at this address." }, { status: 404 });
}

/** Every address below /staff that nobody listed: the root's error page shows it. */
export default function NotFoundPage() {
  return null;
}
