import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "react-router";
import { buildApp } from "./app.server.ts";
import { demandStaffSecret } from "./back-office/people/people.server.ts";
import { readConfig } from "./config.server.ts";
import { connectDatabase } from "./platform/database/db.server.ts";
import { migrateDatabase } from "./platform/database/migrate.server.ts";
import { openConnection } from "./platform/database/open-connection.server.ts";
import { startJobs } from "./platform/jobs/jobs.server.ts";
import { createLog } from "./platform/log.server.ts";
import { startOutbox } from "./platform/mail/send.server.ts";
import { readSecret } from "./platform/secret.server.ts";
import { explainListen } from "./platform/start-fault.server.ts";
import { seedWhenEmpty } from "./seed.server.ts";
import type { Pages } from "./site/pages/pages.server.ts";

/** Connections that may wait to be accepted; a client that is turned away tries again only after a second, then three. */
const BACKLOG = 4_096;

/**
 * Starts the shop: settings, database, tables, sample products into an empty embedded database, then the HTTP server.
 * `mailbox` is the path under which mails are shown while no server sends them, with the key it takes.
 * `close` waits for what is in flight.
 * @throws ConfigError, DatabaseStartError: a sentence for the owner
 */
export async function startShop(
  environment: Record<string, string | undefined>,
  findPages: () => Promise<Parameters<typeof buildApp>[0]["pages"]> = builtPages,
) {
  const config = readConfig(environment);
  const log = createLog(config.LOG_LEVEL);
  const connection = await openConnection(config, log);
  try {
    await migrateDatabase(connection.settings, resolve("migrations"));
    const database = connectDatabase(connection.settings, log);
    await demandStaffSecret(database.db, readSecret(config));
    if (connection.embedded) await seedWhenEmpty(database.db);
    const { http, jobs, mailbox } = await buildApp({ config, log, database, pages: await findPages() });
    const stopMail = config.SMTP_URL ? startOutbox({ db: database.db, config, log }) : async () => {};
    await http.listen({ port: config.PORT, host: config.HOST, backlog: BACKLOG }).catch((error: unknown) => {
      throw explainListen(error);
    });
    const stopJobs = startJobs({ database, log, ...jobs });
    const close = async () => {
      await Promise.all([http.close(), stopMail(), stopJobs()]);
      await database.close();
      await connection.close();
    };
    return { config, log, http, database, mailbox, close };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

async function builtPages(): Promise<Pages & { staff: Pages }> {
  const build = await openBuild("build/server/index.js");
  return {
    build,
    mode: "production",
    clientFolder: resolve("build/client"),
    staff: {
      // opened when the first member of staff comes, so that it does not delay the start for shoppers
      build: () => openBuild("build/staff/server/index.js"),
      mode: "production",
      clientFolder: resolve("build/staff/client"),
    },
  };
}

function openBuild(file: string): Promise<ServerBuild> {
  return import(/* @vite-ignore */ pathToFileURL(resolve(file)).href);
}
