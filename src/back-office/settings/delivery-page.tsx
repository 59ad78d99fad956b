import { redirect } from "react-router";

/** Delivery by an address of its own: it is one of the settings. */
export function loader() {
  return redirect("/settings/delivery");
}
