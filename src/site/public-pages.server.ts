import { readSelection, selectionPath } from "../catalogue/selection.ts";

/** As the browser asks for the data alone of a page it moves to; the routes are named when some keep what they have. */
const DATA = /^(\/[^?]*)\.data(?:\?(.*))?$/;
const ALWAYS = new Set(["/", "/about", "/contact"]);
const PRODUCT = /^\/product\/[\w~-]{1,64}$/;

/**
 * True for the pages that many ask for and that are the same for all, in the one spelling the shop's own links use, and
 * for their data. Searches are not among them: there is no end to what can be searched for.
 */
export function isPublicPage(address: string): boolean {
  const data = DATA.exec(address);
  if (!data) return isPublic(address);
  const [, path = "", query = ""] = data;
  const rest = query.replace(ROUTES, "");
  return isPublic((path === "/_root" ? "/" : path) + (rest && `?${rest}`));
}

const ROUTES =
  /(?:^|&)_routes=(?:root%2C)?(?:site|catalogue)%2F(?:home|about|contact|collection|product)-page$/;

/** True when the address is the product's own page, or its data. */
export function isPageOf(address: string, productId: string): boolean {
  const page = `/product/${productId}`;
  return address === page || address.startsWith(`${page}.data`);
}

function isPublic(address: string): boolean {
  if (ALWAYS.has(address) || PRODUCT.test(address)) return true;
  const [path, query] = address.split("?", 2);
  if (path !== "/collection") return false;
  const selection = readSelection(new URLSearchParams(query));
  return selection.search === "" && selectionPath(selection) === address;
}
