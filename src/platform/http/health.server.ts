import { sql } from "drizzle-orm";
import type { connectDatabase } from "../database/db.server.ts";
import { answered, refused } from "../input.ts";
import { ShopError } from "../shop-error.ts";
import type { Http } from "./http.server.ts";

const tags = ["health"];

/** GET /api/health: the process lives. GET /api/ready: the database answers too, and the shop is not closing. */
export function healthApi(http: Http, { db }: ReturnType<typeof connectDatabase>) {
  let closing = false;
  // however many ask, one connection is taken
  let asking: Promise<unknown> | undefined;
  const answers = () => {
    asking ??= db.execute(sql`select 1`).finally(() => {
      asking = undefined;
    });
    return asking;
  };
  http.addHook("preClose", async () => {
    closing = true;
  });
  http.get(
    "/api/health",
    { schema: { tags, summary: "The process lives", response: { 200: answered } } },
    async () => ({
      success: true as const,
      message: "Alive",
    }),
  );
  http.get(
    "/api/ready",
    { schema: { tags, summary: "The database answers", response: { 200: answered, 503: refused } } },
    async () => {
      if (closing) throw new ShopError(503, "The shop is closing.");
      try {
        await answers();
        return { success: true as const, message: "Ready" };
      } catch {
        throw new ShopError(503, "The database does not answer.");
      }
    },
  );
}
