import type { Db } from "../platform/db.server.ts";
import { keepFresh } from "../platform/fresh.server.ts";
import type { Http } from "../platform/http.server.ts";
import { refused } from "../platform/input.ts";
import { sendTagged, tag } from "../platform/tagged.server.ts";
import { listProducts as contract, listQuery } from "./contract.ts";
import { listProducts } from "./queries.server.ts";

/** How long an answer is given again without asking the database, in milliseconds. Orders check stock themselves. */
const FRESH = { ms: 1_000, max: 200 };

/** GET /api/product/list (specification §7), cacheable by its ETag. */
export function catalogueApi(http: Http, { db }: { db: Db }) {
  const answers = keepFresh(FRESH, async (key) => {
    const found = await listProducts(db, JSON.parse(key));
    return tag(JSON.stringify({ success: true, message: "Products found", ...found }));
  });

  http.get(
    contract.path,
    {
      schema: {
        tags: ["products"],
        summary: "Products on sale, filtered, searched and sorted",
        querystring: listQuery,
        response: { 200: contract.answer, "4xx": refused },
      },
    },
    async (request, reply) => {
      const answer = await answers(JSON.stringify(request.query));
      reply.header("cache-control", "public, no-cache").type("application/json; charset=utf-8");
      return sendTagged(request, reply, answer);
    },
  );
}
