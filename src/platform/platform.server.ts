import { sql } from "drizzle-orm";
import type { PlatformConfig } from "./config.server.ts";
import type { connectDatabase } from "./database/db.server.ts";
import type { Feature } from "./feature.server.ts";
import type { Http } from "./http/http.server.ts";
import { sweepLimits } from "./http/limits.server.ts";
import { docsApi } from "./http/route.server.ts";
import { answered, refused } from "./input.ts";
import { jobReadings } from "./jobs/jobs.server.ts";
import { mailboxKey, mailboxPage, mailboxPath } from "./mail/mailbox.server.ts";
import { mailReadings, sweepOutbox } from "./mail/outbox.server.ts";
import { ShopError } from "./shop-error.ts";

/**
 * What the platform answers and sweeps: the API's documentation under `title`, of all routes that are registered after it; health
 * checks; and the page of mails that are not sent, at the path `mailbox` where there is one.
 */
export async function platformFeature(
  http: Http,
  parts: {
    config: PlatformConfig;
    database: ReturnType<typeof connectDatabase>;
    title: string;
    drawMailbox: Parameters<typeof mailboxPage>[1]["draw"];
  },
): Promise<Feature & { mailbox: string | undefined }> {
  const { db } = parts.database;
  await docsApi(http, parts.title);
  healthApi(http, parts.database);
  const key = mailboxKey(parts.config);
  if (key) mailboxPage(http, { db, key, draw: parts.drawMailbox });
  return {
    mailbox: key && mailboxPath(key),
    hour: [() => sweepLimits(db), () => sweepOutbox(db)],
    readings: async () => [...(await mailReadings(db)), ...(await jobReadings(db))],
  };
}

const tags = ["health"];

/** GET /api/health: the process lives. GET /api/ready: the database answers too, and the shop is not closing. */
function healthApi(http: Http, { db }: ReturnType<typeof connectDatabase>) {
  let closing = false;
  // however many clients ask, one connection is used
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
