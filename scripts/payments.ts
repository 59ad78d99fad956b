import { openDesk } from "../src/payments/desk.server.ts";
import { registerPull } from "../src/payments/mpesa/pull.server.ts";
import { obeyOwner, readCommand } from "../src/payments/owner-commands.server.ts";
import { registerTill } from "../src/payments/till/register.server.ts";
import { readConfig } from "../src/platform/config.server.ts";
import { connectDatabase } from "../src/platform/db.server.ts";
import { createLog } from "../src/platform/log.server.ts";
import { openConnection } from "../src/platform/open-connection.server.ts";
import { runCommand } from "./run-command.ts";

// npm run payments: what waits for the owner, and what the owner decides

const words = process.argv.slice(2);
const { act, id } = readCommand(words) ?? {};

await runCommand(async () => {
  const config = readConfig(process.env);
  const log = createLog(config.LOG_LEVEL);
  const connection = await openConnection(config, log, { beside: true });
  const database = connectDatabase(connection.settings, log);
  try {
    const { db } = database;
    if (act === "register-till") console.log(await registerTill({ db, config, log }));
    else if (act === "register-pull" && id) console.log(await registerPull({ db, config, log }, id));
    else console.log(await obeyOwner(openDesk({ db, config, log }), words));
  } finally {
    await database.close();
    await connection.close();
  }
});
