import { z } from "zod";
import type { Db } from "../../platform/database/db.server.ts";
import type { Http } from "../../platform/http/http.server.ts";
import { text } from "../../platform/input.ts";
import { findTracked } from "./find-tracked.server.ts";
import { drawMissing, drawTracked } from "./track-html.server.ts";
import type { TrackLinks } from "./track-link.server.ts";

/**
 * GET /track/<order>?key=: an order's steps with their dates, and its courier, for whoever has the link of a mail. Nothing
 * of who ordered it, where it goes or how it was paid is on it. It needs no script.
 */
export function trackPage(http: Http, { db, links }: { db: Db; links: TrackLinks }): void {
  http.get(
    "/track/:id",
    {
      schema: {
        hide: true,
        params: z.object({ id: text(64) }),
        // a wrong key and none at all are the same
        querystring: z.object({ key: z.string().catch("") }),
      },
    },
    async ({ params: { id }, query: { key } }, reply) => {
      const tracked = links.isKey(id, key) ? await findTracked(db, id) : undefined;
      return reply
        .code(tracked ? 200 : 404)
        .header("cache-control", "no-store")
        .header("referrer-policy", "no-referrer")
        .header("x-robots-tag", "noindex")
        .header(
          "content-security-policy",
          "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        )
        .type("text/html; charset=utf-8")
        .send(tracked ? drawTracked(tracked) : drawMissing());
    },
  );
}
