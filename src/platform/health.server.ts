import { sql } from "drizzle-orm";
import type { Db } from "./db.server.ts";
import type { Http } from "./http.server.ts";
import { answered, refused } from "./input.ts";

/** GET /api/health: the process lives. GET /api/ready: the database answers too. */
export function healthApi(http: Http, { db }: { db: Db }) {
  http.get("/api/health", { schema: { tags: ["health"], response: { 200: answered } } }, async () => ({
    success: true as const,
    message: "Alive",
  }));
  http.get(
    "/api/ready",
    { schema: { tags: ["health"], response: { 200: answered, 503: refused } } },
    async (_request, reply) => {
      try {
        await db.execute(sql`select 1`);
        return { success: true as const, message: "Ready" };
      } catch {
        return reply.code(503).send({ success: false as const, message: "The database does not answer." });
      }
    },
  );
}
