import { useState } from "react";
import { useLocation } from "react-router";
import { useOnline } from "../platform/browser/use-online.ts";
import { useHydrated } from "../ui/use-hydrated.ts";

/** A note under the header while offline, or while the page is a cached copy. */
export function OfflineNote() {
  const online = useOnline();
  const { pathname } = useLocation();
  const [first] = useState(pathname);
  // set by the service worker in a copy
  const isCopy = useHydrated() && pathname === first && "kept" in document.documentElement.dataset;
  // the payment page has its own word for it
  if (pathname === "/mpesa") return null;
  return (
    <p className="offline-note" role="status">
      {!online && "You are offline. What you have seen still opens."}
      {online && isCopy && "You see this page as it was last. Prices may have changed."}
    </p>
  );
}
