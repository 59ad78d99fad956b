import { readConfig } from "../src/config.server.ts";
import { registerPull } from "../src/payments/mpesa/pull.server.ts";
import { registerTill } from "../src/payments/mpesa/till-code/register.server.ts";
import { connectDatabase } from "../src/platform/database/db.server.ts";
import { createLog } from "../src/platform/log.server.ts";
import { openConnection } from "../src/platform/postgres/embedded.server.ts";
import { runCommand } from "./run-command.ts";

const USAGE = `npm run mpesa:register -- till           have M-Pesa report every payment at the till
npm run mpesa:register -- pull <phone>   have M-Pesa list, every night, what it did not report; a phone of yours`;

const [what, phone] = process.argv.slice(2);

await runCommand(async () => {
  const isKnown = what === "till" || (what === "pull" && phone !== undefined);
  if (!isKnown) {
    console.log(USAGE);
    process.exitCode = 1;
    return;
  }
  const config = readConfig(process.env);
  const log = createLog(config.LOG_LEVEL);
  const connection = await openConnection(config, log);
  const database = connectDatabase(connection.settings, log);
  try {
    const parts = { db: database.db, config, log };
    const result = what === "till" ? await registerTill(parts) : await registerPull(parts, phone ?? "");
    console.log(result.type === "done" ? "Done." : `M-Pesa did not register it: ${result.reason}`);
    if (result.type !== "done") process.exitCode = 1;
  } finally {
    await database.close();
    await connection.close();
  }
});
