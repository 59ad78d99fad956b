import { routeFiles } from "../internals/route-files.ts";

/** Pages whose modules are here or on their way, by their path below the root. */
const prefetched = new Set<string>();

/** Prefetches the modules of these pages, once. */
export function prefetchPages(paths: readonly string[]): void {
  const missing = paths.filter((path) => !prefetched.has(path));
  for (const path of missing) prefetched.add(path);
  const wanted = Object.values(routeFiles()).filter(({ path = "" }) => missing.includes(path));
  // plain links: a failed one has no effect, while <PrefetchPageLinks> reloads the document
  for (const href of new Set(wanted.flatMap(({ module, imports = [] }) => [module, ...imports])))
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  for (const href of new Set(wanted.flatMap(({ css = [] }) => css)))
    document.head.append(
      Object.assign(document.createElement("link"), { rel: "prefetch", as: "style", href }),
    );
}

/** Notes that the page at this address is shown, and so opens again. */
export function noteShown(pathname: string): void {
  prefetched.add(pathname.slice(1));
}

/**
 * Whether the page at this address opens now. Without a connection the router would reload the document for a module that
 * is not there, and the browser show a page of its own in place of the shop's.
 */
export function canOpen(pathname: string): boolean {
  return navigator.onLine || prefetched.has(pathname.slice(1));
}
