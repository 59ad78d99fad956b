import { ROUTES_PARAMETER, readDataRequest } from "../platform/internals/data-request.ts";

/** What the worker does with a request: everything without a kind goes to the network as if there were no worker. */
export type Kind = "assets" | "pictures" | "data" | "page";

/** Pages whose HTML is the same for everybody: what is personal comes from this browser's storage or with a sign-in. */
const PAGES = new Set([
  "/",
  "/collection",
  "/about",
  "/contact",
  "/cart",
  "/login",
  "/forgot-password",
  "/profile",
  "/orders",
  "/place-order",
  "/mpesa-verification",
  "/mpesa",
]);
const PRODUCT = /^\/product\/[\w-]{1,64}$/;
/** What of the collection's query makes another page of it. A search is somebody's own words, so it is not kept. */
const FILTERS = ["category", "subCategory", "offer", "sort", "page"];

/** The kind of a GET to this shop's own address. */
export function kindOf({ pathname }: URL): Kind {
  if (pathname.startsWith("/assets/")) return "assets";
  if (/^\/(pictures|images|paying)\//.test(pathname)) return "pictures";
  return readDataRequest(pathname) ? "data" : "page";
}

/**
 * The address under which a page is kept; undefined for pages that are never kept: those opened by a mailed secret, the
 * card page (a document of its own, with a policy of its own), the mailbox, the API's, and whatever nobody listed here.
 * Nothing of the query goes in but filters of the collection: who follows a link is often named in it.
 */
export function pageKey({ pathname, searchParams }: URL): string | undefined {
  const path = pathname.replace(/(.)\/$/, "$1");
  if (path !== "/collection") return PAGES.has(path) || PRODUCT.test(path) ? path : undefined;
  if (searchParams.has("search")) return undefined;
  const filters = [...searchParams].filter(
    ([name, value]) => FILTERS.includes(name) && /^[\w-]+$/.test(value),
  );
  return filters.length > 0 ? `${path}?${new URLSearchParams(filters.sort())}` : path;
}

/** The page whose data this address asks for. */
export function pageOfData(url: URL): URL {
  const { page = "/" } = readDataRequest(url.pathname + url.search) ?? {};
  const [pathname, ...query] = page.split("?");
  return Object.assign(new URL(url), { pathname, search: query.join("?") });
}

/** The address under which a page's data is kept: the page's, and for which of its parts. */
export function dataKey(url: URL): string | undefined {
  const key = pageKey(pageOfData(url));
  const { routes = "" } = readDataRequest(url.pathname + url.search) ?? {};
  const parts = new URLSearchParams(`routes=${routes}`).get("routes") ?? "";
  if (!key || !/^[\w/,-]*$/.test(parts)) return undefined;
  return `${key}${key.includes("?") ? "&" : "?"}${ROUTES_PARAMETER}=${parts}`;
}

/** The browser files that a page names, so that it opens whole. */
export function assetsIn(html: string): string[] {
  return [...new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css|woff2)/g))];
}

/** The first heading of a page, still written as HTML. */
export function headingIn(html: string): string {
  return /<h1[^>]*>([^<]+)</.exec(html)?.[1] ?? "";
}
