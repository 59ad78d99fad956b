import { readConfig } from "../../src/config.server.ts";
import { createPaymentContext } from "../../src/payments/core/payment-context.server.ts";
import { runOwnerCommand } from "../../src/payments/staff/owner-commands.server.ts";
import { connectDatabase } from "../../src/platform/database/db.server.ts";
import { openConnection } from "../../src/platform/database/open-connection.server.ts";
import { createLog } from "../../src/platform/log.server.ts";

// the owner at one keyboard: `npm run payments` beside the shop, for each command the parent process sends

process.on("disconnect", () => process.exit());
void open();

async function open(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.LOG_LEVEL);
  const connection = await openConnection(config, log);
  const { db } = connectDatabase(connection.settings, log);
  process.on("message", (said) => {
    const { id, words } = said as { id: number; words: string[] };
    runOwnerCommand(createPaymentContext({ db, config, log }), words).then(
      (answer) => process.send?.({ id, answer }),
      // the database ended over it: nobody knows whether it was done
      () => process.send?.({ id }),
    );
  });
  process.send?.("open");
}
