import { useEffect } from "react";
import { useOnline } from "../../platform/browser/use-online.ts";

/** Said as soon as the device knows it; until it is over no link leaves the page, and what was typed stays. */
export function Offline() {
  const online = useOnline();
  useEffect(() => {
    if (online) return;
    // in the capture phase, before the router: a page that cannot be had would take this one's place
    document.addEventListener("click", stayHere, true);
    return () => document.removeEventListener("click", stayHere, true);
  }, [online]);
  return (
    <div className="offline" role="status">
      {!online && (
        <p>
          You are offline. This page is as it was, and what you typed is kept: save it, or go on, once you are
          connected again.
        </p>
      )}
    </div>
  );
}

function stayHere(event: MouseEvent): void {
  const link = event.target instanceof Element && event.target.closest("a");
  if (!link || link.origin !== location.origin || link.hash) return;
  event.preventDefault();
  event.stopPropagation();
}
