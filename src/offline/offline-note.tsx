import { useState } from "react";
import { useLocation } from "react-router";
import { useOnline } from "../platform/browser/use-online.ts";
import { useAlive } from "../ui/alive.ts";

/** Hangs under the header while there is no connection, or while the page is a copy of an earlier visit. */
export function OfflineNote() {
  const online = useOnline();
  const { pathname } = useLocation();
  const [first] = useState(pathname);
  // said by the worker in the page it kept
  const isCopy = useAlive() && pathname === first && "kept" in document.documentElement.dataset;
  // the payment page has its own word for it
  if (pathname === "/mpesa") return null;
  return (
    <p className="offline-note" role="status">
      {!online && "You are offline. What you have seen still opens."}
      {online && isCopy && "You see this page as it was last. Prices may have changed."}
    </p>
  );
}
