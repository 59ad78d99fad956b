import { useEffect } from "react";
import { useLocation } from "react-router";
import { useCart } from "../../cart/cart-store.ts";
import { linesOf } from "../../cart/rules.ts";
import { OFFLINE } from "../../platform/browser/call.ts";
import { canOpen, noteShown, precache, prefetchPages } from "../../platform/browser/prefetch-pages.ts";
import { savesData, whenIdle } from "../../platform/browser/when-idle.ts";
import { loadToasts, toast } from "../../ui/toast.ts";

/** The pages of a purchase. None has a loader, so with their modules prefetched they open offline. */
const FIRST_PAGES = ["cart", "place-order"];
/** Pages that show failures as toasts, so that the toasts are loaded before anything is in the cart. */
const SAYS_FAULTS = ["/login", "/profile", "/orders", "/verify-email"];
const PURCHASE = [...FIRST_PAGES, "mpesa-verification", "login", "orders"];

/**
 * Route prefetch for offline use: shown pages are cached; the first pages of a purchase are prefetched once a product is open,
 * and its later ones once something is in the cart; other links say that there is no connection.
 */
export function useRoutePrefetch(): void {
  const { pathname, search } = useLocation();
  const shopping = linesOf(useCart()).length > 0;
  const mayShop = shopping || pathname.startsWith("/product/");
  useEffect(() => {
    // without a service worker a page with a loader does not open offline
    if (PURCHASE.includes(pathname.slice(1)) || navigator.serviceWorker?.controller) noteShown(pathname);
    // the library cannot be fetched once the connection has failed
    if (SAYS_FAULTS.includes(pathname)) whenIdle(() => void loadToasts());
    if (pathname === "/place-order") prefetchPages(["mpesa", "flutterwave"]);
  }, [pathname]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every address is a page of its own
  useEffect(cacheShownPage, [pathname, search]);
  useEffect(() => {
    // nothing to buy yet: save the data
    if (!mayShop || savesData()) return;
    whenIdle(() => {
      // who only looks at products downloads no more than the first pages
      prefetchPages(shopping ? PURCHASE : FIRST_PAGES);
      // for a tap without a connection, which shows a toast
      void loadToasts();
      if (shopping) precache("/cart");
    });
  }, [mayShop, shopping]);
  useEffect(() => {
    whenIdle(startWorker);
    // in the capture phase, before the router: it would navigate to a page that cannot load
    document.addEventListener("click", handleOfflineClick, true);
    return () => document.removeEventListener("click", handleOfflineClick, true);
  }, []);
}

function handleOfflineClick(event: MouseEvent): void {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = event.target instanceof Element && event.target.closest("a");
  if (!link || link.target || link.origin !== location.origin || link.pathname === location.pathname) return;
  if (canOpen(link.pathname)) return;
  // load it as a document: the service worker has a copy, or shows the offline page
  if (navigator.serviceWorker?.controller) event.stopPropagation();
  else {
    event.preventDefault();
    toast("error", OFFLINE, { once: true });
  }
}

/** Registers the service worker, where browsers allow one, and sends it the list of files loaded before it was active. */
function startWorker(): void {
  // the worker exists only in a build
  if (import.meta.env.DEV) return;
  const { serviceWorker } = navigator;
  // missing without https and in some private modes; refused in others
  serviceWorker?.register("/sw.js").then(
    async () => {
      if (serviceWorker.controller) return;
      const { active } = await serviceWorker.ready;
      active?.postMessage([
        location.href,
        ...performance.getEntriesByType("resource").map(({ name }) => name),
      ]);
    },
    () => {},
  );
}

/** Has the worker cache a page that was opened by client-side navigation, without a document request. */
function cacheShownPage(): void {
  navigator.serviceWorker?.controller?.postMessage([location.href]);
}
