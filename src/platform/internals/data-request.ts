// React Router's single fetch: GET <page>.data?_routes=<ids>, and its headers x-remix-*

const DATA = /^(\/[^?]*)\.data(?:\?(.*))?$/;
/** The query parameter that names the routes when the browser has some of the data already. */
export const ROUTES_PARAMETER = "_routes";
const ROUTES = /(?:^|&)_routes=([^&]+)$/;

/**
 * Reads an address by which React Router asks only for a page's data: the page's own address, and the ids of the routes
 * whose data is wanted, as spelled there. Undefined for all other addresses.
 */
export function readDataRequest(address: string): { page: string; routes: string } | undefined {
  const found = DATA.exec(address);
  if (!found) return undefined;
  const [, path = "", query = ""] = found;
  const rest = query.replace(ROUTES, "");
  return {
    page: (path === "/_root" ? "/" : path) + (rest && `?${rest}`),
    routes: ROUTES.exec(query)?.[1] ?? "",
  };
}

/** The address by which React Router asks for the data of a single route of the page `path`. */
export function dataAddress(path: string, route: string): string {
  return `${path === "/" ? "/_root" : path}.data?${ROUTES_PARAMETER}=${encodeURIComponent(route)}`;
}

/** An answer to a request for data that makes React Router load the page as a document instead. */
export function loadAsDocument(page: string): Response {
  const headers = { "x-remix-redirect": page, "x-remix-reload-document": "true", "x-remix-replace": "true" };
  return new Response(null, { status: 204, headers });
}
