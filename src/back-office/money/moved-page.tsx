import { redirect } from "react-router";

/** What was called Payments is called Money. */
export function loader() {
  return redirect("/money");
}

export default function MovedPage() {
  return null;
}
