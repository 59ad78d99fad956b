import type { CacheableResponse, ResponseCache } from "../platform/cache/response-cache.server.ts";
import { sendResponse } from "../platform/cache/send.server.ts";
import type { Db } from "../platform/database/db.server.ts";
import type { Feature } from "../platform/feature.server.ts";
import type { Http } from "../platform/http/http.server.ts";
import { refused } from "../platform/input.ts";
import type { Log } from "../platform/log.server.ts";
import { applyChange, CATALOGUE_CHANGES, listTags } from "./changes.server.ts";
import { listProducts as contract, type ListQuery } from "./contract.ts";
import { dropCall } from "./drops/announced.server.ts";
import { createDropClock, DROP_CHANGES } from "./drops/drop-clock.server.ts";
import { type PictureBytes, servePictures } from "./pictures/stored-pictures.server.ts";
import { listProducts } from "./queries.server.ts";
import { CATEGORIES, SUB_CATEGORIES } from "./rules.ts";
import { mailLowStock } from "./staff/low-stock.server.ts";

/** Milliseconds for which a list is cached, and for which it is still served after that while it is rendered again. */
const CACHED = { lasts: 1_000, staleFor: 1_000 };
/** Lists by ids are not cached, as carts are priced by them: they must have current prices. */
const NEVER = { lasts: 0, staleFor: 0 };

type CatalogueOptions = {
  db: Db;
  reading: Db;
  cache: ResponseCache;
  pictures: PictureBytes;
  log: Log;
  links: Parameters<typeof mailLowStock>[1];
};

/** The calls and pictures of products, the mail about low stock, and `cache`, which follows each change of the catalogue. */
export function catalogueFeature(
  http: Http,
  { db, reading, cache, pictures, log, links }: CatalogueOptions,
): Feature {
  dropCall(http, reading);
  listCall(http, { db: reading, cache });
  servePictures(http, { db: reading, pictures });
  const drops = createDropClock({ db, log, cache });
  http.addHook("preClose", async () => drops.close());
  return {
    morning: [() => mailLowStock(db, links)],
    subscriber: {
      channels: [CATALOGUE_CHANGES, DROP_CHANGES],
      onNotification: (payload, channel) => {
        if (channel === DROP_CHANGES) void drops.read();
        else applyChange(cache, payload);
      },
      onConnected: () => {
        cache.setConnected(true);
        void drops.read();
      },
      onDisconnected: () => cache.setConnected(false),
    },
  };
}

/** GET /api/product/list (specification §7), cacheable by its ETag. */
function listCall(http: Http, { db, cache }: Pick<CatalogueOptions, "db" | "cache">) {
  const make = async (query: ListQuery): Promise<CacheableResponse> => {
    const found = await listProducts(db, query);
    const body = Buffer.from(JSON.stringify({ success: true, message: "Products found", ...found }));
    const tags = new Set(listTags(query, found.products));
    return { status: 200, headers: HEADERS, body, tags, ...(query.id ? NEVER : CACHED) };
  };

  // without `route`: the answer is bytes that are rendered once for many requests
  http.get(
    contract.path,
    {
      schema: {
        tags: ["products"],
        summary: contract.summary,
        querystring: contract.query,
        response: { 200: contract.answer, "4xx": refused },
      },
    },
    async (request, reply) => {
      const { query } = request;
      return sendResponse(request, reply, await cache.getOrRender(addressOf(query), () => make(query)));
    },
  );
}

const HEADERS: CacheableResponse["headers"] = [
  ["cache-control", "public, no-cache"],
  ["content-type", "application/json; charset=utf-8"],
];

/** One address for all requests of the same list: without unknown parameters, in a fixed order. Also its cache key. */
function addressOf({ category, subCategory, offer, search, sort, id, page, limit }: ListQuery): string {
  const query = new URLSearchParams([
    ...inOrder(CATEGORIES, category).map((each) => ["category", each]),
    ...inOrder(SUB_CATEGORIES, subCategory).map((each) => ["subCategory", each]),
    ...(offer === undefined ? [] : [["offer", offer]]),
    ...(search === undefined ? [] : [["search", search]]),
    ...(sort === "relevant" ? [] : [["sort", sort]]),
    ...(id ?? []).map((each) => ["id", each]),
    ...(page === undefined ? [] : [["page", String(page)]]),
    ...(limit === undefined ? [] : [["limit", String(limit)]]),
  ]);
  return query.size > 0 ? `${contract.path}?${query}` : contract.path;
}

function inOrder<T>(all: readonly T[], wanted: T[] | undefined): T[] {
  return all.filter((each) => wanted?.includes(each));
}
