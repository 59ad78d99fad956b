import { useEffect, useState } from "react";
import { type ClientInstrumentation, useNavigation } from "react-router";
import { t } from "../language/t.ts";
import { persisted } from "../platform/browser/persisted.ts";

/** Milliseconds of loading after which words are shown too. */
const SAID_AFTER = 400;

const nextPage = persisted("next-page", { area: () => sessionStorage });

/**
 * Keeps the address of the page that is loading. React Router reloads the page being left when a module of the next one does
 * not come; that reload opens this address (site/document/bootstrap-script.server.ts). An effect would keep it too late: on a
 * busy phone React hears of the move after the module has failed.
 */
export const keepNextPage: ClientInstrumentation = {
  router(router) {
    // what an earlier document left in the middle of a move
    nextPage.write(null);
    router.instrument({
      async navigate(move, { to }) {
        // by a number it goes back or on in the history, and the address has changed already
        const address = typeof to === "string" ? to : null;
        nextPage.write(address);
        // it does not end where a module does not come
        await move();
        if (nextPage.read() === address) nextPage.write(null);
      },
    });
  },
};

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
