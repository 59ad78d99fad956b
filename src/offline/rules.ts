import { LANGUAGE, type Language, readLanguage } from "../language/languages.ts";
import { ROUTES_PARAMETER, readDataRequest } from "../platform/internals/data-request.ts";

/** How the worker treats a request; one without a kind goes to the network as if there were no worker. */
export type Kind = "assets" | "pictures" | "data" | "page";

/** Pages whose HTML is the same for everybody: personal data comes from this browser's storage, or is loaded with a sign-in. */
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
const POLICY = /^\/policies\/[a-z0-9-]{1,60}$/;
/** Parameters that make another page of the collection. A search is not among them: it is private, so it is not stored. */
const FILTERS = ["category", "subCategory", "offer", "sort", "page"];

/** Photographs of reviews: staff may hide one, which must then be gone from every device. */
const REVIEW_PHOTO = /^\/pictures\/review-/;

/**
 * Whether the browser may request a page while the worker starts. Not in Firefox: there a navigation is lost when such a
 * request fails while the worker awaits it, whatever the worker answers.
 */
export function mayPreload(userAgent: string): boolean {
  return !/\bFirefox\//.test(userAgent);
}

/** The kind of a GET to this shop's own address. */
export function kindOf({ pathname }: URL): Kind | undefined {
  if (REVIEW_PHOTO.test(pathname)) return undefined;
  if (pathname.startsWith("/assets/")) return "assets";
  if (/^\/(pictures|images|paying)\//.test(pathname)) return "pictures";
  return readDataRequest(pathname) ? "data" : "page";
}

/**
 * The address under which a page is stored; undefined for pages that are never stored: those opened by a mailed secret, the
 * card page (a document of its own, with a policy of its own), the mailbox, the API's pages, and all pages not listed here.
 * Of the query only the filters of the collection are part of it, as queries of links often contain personal data.
 */
export function pageKey({ pathname, searchParams }: URL): string | undefined {
  const path = pathname.replace(/(.)\/$/, "$1");
  if (path !== "/collection")
    return PAGES.has(path) || PRODUCT.test(path) || POLICY.test(path) ? path : undefined;
  if (searchParams.has("search")) return undefined;
  const filters = [...searchParams].filter(
    ([name, value]) => FILTERS.includes(name) && /^[\w-]+$/.test(value),
  );
  return filters.length > 0 ? `${path}?${new URLSearchParams(filters.sort())}` : path;
}

/** The key of a page's copy in this language; without a language for English. */
export function copyKey(key: string, language: Language): string {
  return language === "en" ? key : `${key}${key.includes("?") ? "&" : "?"}${LANGUAGE}=${language}`;
}

/** The page of a copy, and the language it is in. */
export function pageOfCopy({ pathname, searchParams }: URL): { path: string; language: Language } {
  const rest = new URLSearchParams(searchParams);
  rest.delete(LANGUAGE);
  const path = rest.size > 0 ? `${pathname}?${rest}` : pathname;
  return { path, language: readLanguage(searchParams.get(LANGUAGE)) ?? "en" };
}

/** The page whose data this address asks for. */
export function pageOfData(url: URL): URL {
  const { page = "/" } = readDataRequest(url.pathname + url.search) ?? {};
  const [pathname, ...query] = page.split("?");
  return Object.assign(new URL(url), { pathname, search: query.join("?") });
}

/** The address under which a page's data is stored: that of the page, and the parts of it that are asked for. */
export function dataKey(url: URL): string | undefined {
  const key = pageKey(pageOfData(url));
  const { routes = "" } = readDataRequest(url.pathname + url.search) ?? {};
  const parts = new URLSearchParams(`routes=${routes}`).get("routes") ?? "";
  if (!key || !/^[\w/,-]*$/.test(parts)) return undefined;
  return `${key}${key.includes("?") ? "&" : "?"}${ROUTES_PARAMETER}=${parts}`;
}

/** The scripts, styles and fonts that a page refers to, so that it can be shown complete. */
export function assetsIn(html: string): string[] {
  return [...new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css|woff2)/g))];
}

/** The first heading of a page, as HTML text. */
export function headingIn(html: string): string {
  return /<h1[^>]*>([^<]+)</.exec(html)?.[1] ?? "";
}
