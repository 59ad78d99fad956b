import { useState } from "react";
import { useLocation } from "react-router";
import { t } from "../language/t.ts";
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
      {!online && t("You're offline. Pages you've opened still work.")}
      {online && isCopy && t("Saved copy; prices may have changed.")}
    </p>
  );
}
