import { useNavigation } from "react-router";

/** A progress bar at the top while the next page loads. */
export function WaitingBar() {
  return useNavigation().state === "idle" ? null : <div className="waiting" aria-hidden="true" />;
}
