import { routeFiles } from "../internals/route-files.ts";

/** Pages whose modules were requested, and those whose modules are loaded; by their path below the root. */
const asked = new Set<string>();
const here = new Set<string>();

/** Prefetches the modules of these pages, once; a failed one is requested again the next time. */
export function prefetchPages(paths: readonly string[]): void {
  for (const path of paths) {
    if (asked.has(path)) continue;
    asked.add(path);
    prefetchPage(path).then(
      () => here.add(path),
      () => asked.delete(path),
    );
  }
}

async function prefetchPage(page: string): Promise<void> {
  const files = Object.values(routeFiles()).filter(({ path = "" }) => path === page);
  for (const href of files.flatMap(({ css = [] }) => css))
    void prefetchFile(href, { rel: "prefetch", as: "style" }).catch(() => {});
  // plain links: a failed one has no effect, while <PrefetchPageLinks> reloads the document
  const modules = files.flatMap(({ module, imports = [] }) => [module, ...imports]);
  await Promise.all(modules.map((href) => prefetchFile(href, { rel: "modulepreload" })));
}

/** The link elements by address, as two pages may need the same file. */
const links = new Map<string, Promise<void>>();

function prefetchFile(href: string, kind: Pick<HTMLLinkElement, "rel"> & Partial<HTMLLinkElement>) {
  const known = links.get(href);
  if (known) return known;
  const link = Object.assign(document.createElement("link"), { ...kind, href });
  const loaded = new Promise<void>((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      links.delete(href);
      reject(new Error(`${href} could not be loaded`));
    };
  });
  links.set(href, loaded);
  document.head.append(link);
  return loaded;
}

/** Records that the page at this address was shown, so its modules are loaded. */
export function noteShown(pathname: string): void {
  here.add(pathname.slice(1));
}

/**
 * Whether the page at this address opens now. Without a connection the router would reload the document for a module that
 * is not there, and the browser show a page of its own in place of the shop's.
 */
export function canOpen(pathname: string): boolean {
  return navigator.onLine || here.has(pathname.slice(1));
}

/** Has the service worker cache a page that was not opened yet, or the data of one. */
export function precache(path: string): void {
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage([path]));
}
