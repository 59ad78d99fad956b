import { useEffect } from "react";
import { useLocation } from "react-router";
import { useCart } from "../cart/cart-kept.ts";
import { linesOf } from "../cart/rules.ts";
import { keepAhead, keepShown, startWorker } from "../offline/register.ts";
import { OFFLINE } from "../platform/browser/call.ts";
import { savesData } from "../platform/browser/saves-data.ts";
import { toast } from "../ui/toast.ts";

/** The way through a purchase; none of these pages has a loader, so with their modules here they open without a connection. */
const KEPT = ["cart", "place-order", "mpesa-verification", "login", "orders"];

type Manifest = {
  routes: Record<string, { path?: string; module: string; imports?: string[]; css?: string[] }>;
};

/** Keeps the shop going when the connection drops: what was seen is kept, the purchase's pages are fetched once something is in the cart, other links say that there is none. */
export function useKeptRoutes(): void {
  const { pathname, search } = useLocation();
  const shopping = linesOf(useCart()).length > 0;
  useEffect(() => {
    // without a worker a page with a loader does not open again
    if (navigator.serviceWorker?.controller) kept.add(pathname.slice(1));
    if (pathname === "/place-order") keepPages(["mpesa", "flutterwave"]);
  }, [pathname]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every address is a page of its own
  useEffect(keepShown, [pathname, search]);
  useEffect(() => {
    // whoever only looks around pays for no page they may never open
    if (!shopping || savesData()) return;
    whenIdle(() => {
      keepPages(KEPT);
      keepAhead("/cart");
    });
  }, [shopping]);
  useEffect(() => {
    whenIdle(startWorker);
    // before the router sees it: it would leave for a page that cannot come
    document.addEventListener("click", stayOffline, true);
    return () => document.removeEventListener("click", stayOffline, true);
  }, []);
}

const kept = new Set<string>();

/** Fetches the modules of these pages, once, so that they open without a connection. */
function keepPages(paths: readonly string[]): void {
  const missing = paths.filter((path) => !kept.has(path));
  for (const path of missing) kept.add(path);
  const { routes } = (window as { __reactRouterManifest?: Manifest }).__reactRouterManifest ?? { routes: {} };
  const wanted = Object.values(routes).filter(({ path = "" }) => missing.includes(path));
  // links, as a failed one costs nothing; <PrefetchPageLinks> reloads the document
  for (const href of new Set(wanted.flatMap(({ module, imports = [] }) => [module, ...imports])))
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  for (const href of new Set(wanted.flatMap(({ css = [] }) => css)))
    document.head.append(
      Object.assign(document.createElement("link"), { rel: "prefetch", as: "style", href }),
    );
}

function stayOffline(event: MouseEvent): void {
  if (navigator.onLine || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = event.target instanceof Element && event.target.closest("a");
  if (!link || link.target || link.origin !== location.origin || link.pathname === location.pathname) return;
  if (kept.has(link.pathname.slice(1))) return;
  // as a whole page: the worker has its copy, or says what there is instead
  if (navigator.serviceWorker?.controller) event.stopPropagation();
  else {
    event.preventDefault();
    toast("error", OFFLINE);
  }
}

function whenIdle(work: () => void): void {
  // images first, whatever they take; Safari has no requestIdleCallback
  const then = () => ("requestIdleCallback" in window ? requestIdleCallback(work) : setTimeout(work, 1000));
  if (document.readyState === "complete") then();
  else window.addEventListener("load", then, { once: true });
}
