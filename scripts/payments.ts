import { readConfig } from "../src/config.server.ts";
import { createPaymentContext } from "../src/payments/core/payment-context.server.ts";
import { registerPull } from "../src/payments/mpesa/pull.server.ts";
import { registerTill } from "../src/payments/mpesa/till-code/register.server.ts";
import {
  type CommandResult,
  readCommand,
  runOwnerCommand,
} from "../src/payments/staff/owner-commands.server.ts";
import { connectDatabase } from "../src/platform/database/db.server.ts";
import { openConnection } from "../src/platform/database/open-connection.server.ts";
import { createLog } from "../src/platform/log.server.ts";
import { withSettings } from "../src/settings/current-settings.server.ts";
import { findSettings } from "../src/settings/live-settings.server.ts";
import { runCommand } from "./run-command.ts";

// npm run payments: what waits for the owner, and what the owner decides

const words = process.argv.slice(2);
const { act, id } = readCommand(words) ?? {};

await runCommand(async () => {
  const config = readConfig(process.env);
  const log = createLog(config.LOG_LEVEL);
  const connection = await openConnection(config, log);
  const database = connectDatabase(connection.settings, log);
  try {
    const { db } = database;
    // its mails say the phone and e-mail of today
    const { message, done } = await withSettings(await findSettings(db, { environment: config, log }), () =>
      obey({ db, config, log }),
    );
    console.log(message);
    if (!done) process.exitCode = 1;
  } finally {
    await database.close();
    await connection.close();
  }
});

async function obey(parts: Parameters<typeof createPaymentContext>[0]): Promise<CommandResult> {
  const asked =
    act === "register-till"
      ? await registerTill(parts)
      : act === "register-pull" && id
        ? await registerPull(parts, id)
        : undefined;
  if (!asked) return runOwnerCommand(createPaymentContext(parts), words);
  const done = asked.type === "done";
  return { message: done ? "Done." : `M-Pesa did not register it: ${asked.reason}`, done };
}
