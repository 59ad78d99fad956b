import type { IncomingHttpHeaders } from "node:http";
import type { Change } from "../../catalogue/changes.server.ts";
import { listProducts } from "../../catalogue/contract.ts";
import { letsThrough, readSelection, type Selection, selectionPath } from "../../catalogue/selection.ts";
import { askedLanguage, languageOf } from "../../language/language.server.ts";
import type { Content, Span } from "../../platform/cache/cache-entries.server.ts";
import { ROUTES_PARAMETER, readDataRequest } from "../../platform/internals/data-request.ts";

const ALWAYS = new Set(["/", "/about", "/contact"]);
const PRODUCT = /^\/product\/[\w~-]{1,64}$/;
const POLICY = /^\/policies\/[a-z0-9-]{1,60}$/;
const EPISODE = /^\/episodes\/[a-z0-9-]{1,64}$/;

/** The query parameters that pages read; others, such as utm_source or fbclid, are for analytics. */
const READ = new Set(["category", "subCategory", "offer", "search", "sort", "page", ROUTES_PARAMETER]);
/** The query parameters of the list of products. */
const LIST_READ = new Set(Object.keys(listProducts.query.shape));
/** Longer queries are not parsed: no link of ours has one. */
const QUERY_MAX = 2_000;
/** Longer searches are answered and not cached: they are nobody's but one's own. */
const CACHED_SEARCH_MAX = 40;

/**
 * The cache key of a page: its address without the query parameters that no page reads, with the language after a space
 * where it is not English; undefined for pages that are not cached.
 */
export function pageCacheKey(url: string, headers: IncomingHttpHeaders = {}): string | undefined {
  const address = withoutUnread(url, READ);
  if (!isPublicPage(address)) return undefined;
  const language = languageOf(url, headers);
  return language === "en" || readDataRequest(address) ? address : `${address} ${language}`;
}

/**
 * The cache key whose entry answers a request at once: of a page, or of a list of products, which has its address. One that
 * asks for a language is for the route, which keeps the choice.
 */
export function cacheHitKey(url: string, headers: IncomingHttpHeaders): string | undefined {
  if (url.startsWith(`${listProducts.path}?`)) return withoutUnread(url, LIST_READ);
  return askedLanguage(url) ? undefined : pageCacheKey(url, headers);
}

/** The address of the page with this cache key. */
export function addressOfKey(key: string): string {
  return key.split(" ", 1)[0] ?? key;
}

/** The cache key of the page at this address, in the language of this key. */
export function keyAt(key: string, address: string): string {
  return address + key.slice(addressOfKey(key).length);
}

function withoutUnread(url: string, known: ReadonlySet<string>): string {
  const at = url.indexOf("?");
  if (at < 0) return url;
  const [path, query] = [url.slice(0, at), url.slice(at + 1)];
  if (query.length > QUERY_MAX) return url;
  const read = query.split("&").filter((part) => known.has(nameOf(part) ?? ""));
  return read.length > 0 ? `${path}?${read.join("&")}` : path;
}

/** Decoded as the page would. */
function nameOf(part: string): string | undefined {
  return new URLSearchParams(part).keys().next().value;
}

/**
 * True for pages that are the same for everybody, in the one spelling the shop's own links use, and for their data.
 */
function isPublicPage(address: string): boolean {
  const data = readDataRequest(address);
  if (!data) return isPublic(address);
  return (data.routes === "" || ROUTES.test(data.routes)) && isPublic(data.page);
}

/** The routes of these pages, by their files; the root's data is asked for too when the browser has none. */
const ROUTES =
  /^(?:root%2C)?(?:site%2Fpages%2F(?:home|about|contact)|catalogue%2F(?:collection|product)|podcast%2Fepisode|policies%2Fpolicy)-page$/;

/** True when what is cached under this key, and has this content, may be other than before the change. */
export function isTouched(change: Change, key: string, { shows, span }: Content): boolean {
  const { id, touches } = change;
  if (touches.includes("place") || isPageOf(key, id)) return true;
  if (touches.includes("page")) return false;
  return shows(id) || mayMove(change, key, span);
}

/** Whether the list under this key is one in which the product may have another place now, or be where it was not. */
function mayMove({ touches, kind, prices }: Change, key: string, span: Span | undefined): boolean {
  const isAsked =
    (touches.includes("price") && SORTED_BY_PRICE.test(key) && !isBeyond(prices, span)) ||
    (touches.includes("name") && SEARCHED.test(key));
  return isAsked && (!kind || letsThrough(selectionOf(key), kind));
}

/**
 * Whether a price was and is beyond the same end of a list by price that does not show it: as many stand before it as
 * before. At the very price of an end it may stand on either side.
 */
function isBeyond(prices: Change["prices"], span: Span | undefined): boolean {
  if (!prices || !span) return false;
  return prices[1] < span[0] || prices[0] > span[1];
}

const SORTED_BY_PRICE = /[?&]sort=(?:low|high)-/;
const SEARCHED = /[?&]search=/;

function selectionOf(key: string): Selection {
  const [, query] = pageOf(key).split("?", 2);
  return readSelection(new URLSearchParams(query));
}

/** True when the cache key is of the product's own page, or of its data. */
function isPageOf(key: string, productId: string): boolean {
  return pageOf(key) === `/product/${productId}`;
}

/** The address of the page that the cache key is of, or whose data. */
function pageOf(key: string): string {
  const address = addressOfKey(key);
  return readDataRequest(address)?.page ?? address;
}

function isPublic(address: string): boolean {
  if (ALWAYS.has(address) || PRODUCT.test(address) || EPISODE.test(address) || POLICY.test(address))
    return true;
  const [path, query] = address.split("?", 2);
  if (path !== "/collection") return false;
  const selection = readSelection(new URLSearchParams(query));
  return selection.search.length <= CACHED_SEARCH_MAX && selectionPath(selection) === address;
}
