import { readConfig } from "../src/config.server.ts";
import { createPaymentContext } from "../src/payments/core/payment-context.server.ts";
import { registerPull } from "../src/payments/mpesa/pull.server.ts";
import { registerTill } from "../src/payments/mpesa/till-code/register.server.ts";
import { type Obeyed, obeyOwner, readCommand } from "../src/payments/staff/owner-commands.server.ts";
import { connectDatabase } from "../src/platform/database/db.server.ts";
import { openConnection } from "../src/platform/database/open-connection.server.ts";
import { createLog } from "../src/platform/log.server.ts";
import { runCommand } from "./run-command.ts";

// npm run payments: what waits for the owner, and what the owner decides

const words = process.argv.slice(2);
const { act, id } = readCommand(words) ?? {};

await runCommand(async () => {
  const config = readConfig(process.env);
  const log = createLog(config.LOG_LEVEL);
  const connection = await openConnection(config, log, { shared: true });
  const database = connectDatabase(connection.settings, log);
  try {
    const { db } = database;
    const { said, done } = await obey({ db, config, log });
    console.log(said);
    if (!done) process.exitCode = 1;
  } finally {
    await database.close();
    await connection.close();
  }
});

async function obey(parts: Parameters<typeof createPaymentContext>[0]): Promise<Obeyed> {
  const asked =
    act === "register-till"
      ? await registerTill(parts)
      : act === "register-pull" && id
        ? await registerPull(parts, id)
        : undefined;
  if (!asked) return obeyOwner(createPaymentContext(parts), words);
  const done = asked.is === "done";
  return { said: done ? "Done." : `M-Pesa did not register it: ${asked.why}`, done };
}
