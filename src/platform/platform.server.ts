import type { PlatformConfig } from "./config.server.ts";
import type { connectDatabase } from "./database/db.server.ts";
import type { Feature } from "./feature.server.ts";
import { docsApi } from "./http/docs.server.ts";
import { healthApi } from "./http/health.server.ts";
import type { Http } from "./http/http.server.ts";
import { sweepLimits } from "./http/limits.server.ts";
import { jobReadings } from "./jobs/jobs.server.ts";
import { mailboxKey, mailboxPage, mailboxPath } from "./mail/mailbox.server.ts";
import { mailReadings, sweepOutbox } from "./mail/outbox.server.ts";

/**
 * What the floor answers and sweeps: the API's documentation under `title`, which has the routes registered after it; health
 * checks; and the page of kept mails, whose path is `mailbox` while there is one.
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
