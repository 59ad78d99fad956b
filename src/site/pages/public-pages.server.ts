import type { IncomingHttpHeaders } from "node:http";
import { listProducts } from "../../catalogue/contract.ts";
import { readSelection, selectionPath } from "../../catalogue/selection.ts";
import { askedLanguage, languageOf } from "../../language/language.server.ts";
import type { Language } from "../../language/languages.ts";
import { ROUTES_PARAMETER, readDataRequest } from "../../platform/internals/data-request.ts";

/**
 * Everything that a page knows of its request. Its loaders get nothing else, and its cache key contains all of it, so that a
 * cached page is never wrong for the next request.
 */
export type PageRequest = { address: string; language: Language };

const ALWAYS = new Set(["/", "/about", "/contact"]);
const PRODUCT = /^\/product\/[\w~-]{1,64}$/;
const POLICY = /^\/policies\/[a-z0-9-]{1,60}$/;
const EPISODE = /^\/episodes\/[a-z0-9-]{1,64}$/;

/** The query parameters that pages read; others, such as utm_source or fbclid, are for analytics. */
const READ = new Set(["category", "subCategory", "offer", "search", "sort", "page", ROUTES_PARAMETER]);
/** The query parameters of the list of products. */
const LIST_READ = new Set(Object.keys(listProducts.query.shape));
/** Longer queries are not parsed: none of our links has one. */
const QUERY_MAX = 2_000;
/** Longer searches are answered but not cached, as nobody else makes them. */
const CACHED_SEARCH_MAX = 40;

/** The part of this request that a page may know. */
export function readPageRequest(url: string, headers: IncomingHttpHeaders): PageRequest {
  return { address: url, language: languageOf(url, headers) };
}

/** The same without query parameters that no page reads; undefined for pages that are not cached. */
export function publicPage(page: PageRequest): PageRequest | undefined {
  const address = withoutUnread(page.address, READ);
  return isPublicPage(address) ? { ...page, address } : undefined;
}

/** The cache key of a page. */
export function pageKey(page: PageRequest): string {
  return Object.values(page).join(" ");
}

/**
 * The cache key of a request that can be answered from the cache: of a page, or of a list of products, whose key is its address.
 * A request that asks for a language goes to the route, which stores the choice.
 */
export function cacheHitKey(url: string, headers: IncomingHttpHeaders): string | undefined {
  if (url.startsWith(listProducts.path)) return withoutUnread(url, LIST_READ);
  if (askedLanguage(url)) return undefined;
  const page = publicPage(readPageRequest(url, headers));
  return page && pageKey(page);
}

function withoutUnread(url: string, known: ReadonlySet<string>): string {
  const at = url.indexOf("?");
  if (at < 0) return url;
  const [path, query] = [url.slice(0, at), url.slice(at + 1)];
  if (query.length > QUERY_MAX) return url;
  const read = query.split("&").filter((part) => known.has(nameOf(part) ?? ""));
  return read.length > 0 ? `${path}?${read.join("&")}` : path;
}

/** A parameter's name, decoded as the page would decode it. */
function nameOf(part: string): string | undefined {
  return new URLSearchParams(part).keys().next().value;
}

/** The route files whose data may be cached; the root's data is requested with them when the browser has none. */
const ROUTES =
  /^(?:root%2C)?(?:site%2Fpages%2F(?:home|about|contact)|catalogue%2F(?:collection|product)|podcast%2Fepisode|policies%2Fpolicy)-page$/;

/** Whether a page, or its data, is the same for everybody; only in the spelling that the shop's own links use. */
function isPublicPage(address: string): boolean {
  const data = readDataRequest(address);
  if (!data) return isPublic(address);
  return (data.routes === "" || ROUTES.test(data.routes)) && isPublic(data.page);
}

function isPublic(address: string): boolean {
  if (ALWAYS.has(address) || PRODUCT.test(address) || EPISODE.test(address) || POLICY.test(address))
    return true;
  const [path, query] = address.split("?", 2);
  if (path !== "/collection") return false;
  const selection = readSelection(new URLSearchParams(query));
  return selection.search.length <= CACHED_SEARCH_MAX && selectionPath(selection) === address;
}
