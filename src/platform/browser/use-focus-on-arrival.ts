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
    if (main && !main.contains(document.activeElement)) focusNamed(main);
  }, [pathname]);
}

/** Focuses the page and labels it with its heading, which a screen reader then announces. */
function focusNamed(main: HTMLElement): void {
  main.ariaLabel = main.querySelector("h1")?.textContent ?? null;
  main.addEventListener("blur", () => main.removeAttribute("aria-label"), { once: true });
  main.focus({ preventScroll: true });
}
