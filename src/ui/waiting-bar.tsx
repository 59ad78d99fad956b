import { useEffect, useState } from "react";
import { useNavigation } from "react-router";
import { t } from "../language/t.ts";

/** Milliseconds after which a page that is still coming says so. */
const SAID_AFTER = 400;

/** A bar at the top while the next page loads, and, where it takes long, words that screen readers hear as well. */
export function WaitingBar() {
  const waiting = useNavigation().state !== "idle";
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setLate(true), SAID_AFTER);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [waiting]);
  return (
    <>
      {waiting && <div className="waiting" aria-hidden="true" />}
      <p className="waiting-words" role="status">
        {waiting && late && t("Loading…")}
      </p>
    </>
  );
}
