import type { Db } from "../platform/db.server.ts";
import type { Http } from "../platform/http.server.ts";
import { listProducts as contract, listQuery } from "./contract.ts";
import { listProducts } from "./queries.server.ts";

/** GET /api/product/list (specification §7), cacheable by its ETag. */
export function catalogueApi(http: Http, { db }: { db: Db }) {
  http.get(
    contract.path,
    { schema: { tags: ["products"], querystring: listQuery, response: { 200: contract.answer } } },
    async (request, reply) => {
      const found = await listProducts(db, request.query);
      reply.header("cache-control", "public, no-cache");
      return { success: true as const, message: "Products found", ...found };
    },
  );
}
