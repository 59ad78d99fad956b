import { useEffect, useState } from "react";
import { createPath, useNavigation } from "react-router";
import { t } from "../language/t.ts";
import { persisted } from "../platform/browser/persisted.ts";

/** Milliseconds of loading after which words are shown too. */
const SAID_AFTER = 400;

/**
 * The address of the page that is loading. When a module of the next page cannot be loaded, React Router reloads the page being
 * left; that reload opens this address (site/document/bootstrap-script.server.ts). It is stored before the module can fail only
 * with `useTransitions` (entry.client.tsx): without it a busy phone learns of the navigation too late.
 */
const nextPage = persisted("next-page", { area: () => sessionStorage });

/** A bar at the top while the next page loads, and, where it takes long, words that screen readers hear as well. */
export function WaitingBar() {
  const { state, location } = useNavigation();
  const waiting = state !== "idle";
  const address = location && createPath(location);
  useEffect(() => {
    // also clears what an earlier document left in the middle of a navigation
    nextPage.write(address ?? null);
  }, [address]);
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
