import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** Focuses the new page after a client-side navigation, as a full load does, unless the page has set the focus itself. */
export function useFocusOnArrival(): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    const main = document.getElementById("main");
    if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
  }, [pathname]);
}
