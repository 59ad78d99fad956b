import { data, redirect } from "react-router";
import type { LoaderArgs } from "./page.ts";

/** Addresses that lead to another screen, with all below them. */
const MOVED: Record<string, string> = { payments: "/money", delivery: "/settings/delivery" };

export function loader({ params: { "*": path = "" } }: LoaderArgs) {
  const to = MOVED[path.split("/")[0] ?? ""];
  if (to) return redirect(to);
  throw data({ message: "There is nothing at this address." }, { status: 404 });
}

/** Every address below /staff that nobody listed: the root's error page shows it. */
export default function MovedPage() {
  return null;
}
