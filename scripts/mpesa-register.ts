import { registerPull } from "../src/payments/mpesa/pull.server.ts";
import { registerTill } from "../src/payments/mpesa/register.server.ts";
import { connectDatabase } from "../src/platform/database/db.server.ts";
import { refuse, runCommand, withDatabase } from "./run-command.ts";

const USAGE = `npm run mpesa:register -- till           have M-Pesa report every payment at the till
npm run mpesa:register -- pull <phone>   have M-Pesa list, every night, what it did not report; a phone of yours`;

const [what, phone] = process.argv.slice(2);

await runCommand(async () => {
  const isKnown = what === "till" || (what === "pull" && phone !== undefined);
  if (!isKnown) return refuse(USAGE);
  await withDatabase(async ({ config, log, connection }) => {
    const { db, close } = connectDatabase(connection.settings, log);
    const parts = { db, config, log };
    const registering = what === "till" ? registerTill(parts) : registerPull(parts, phone ?? "");
    const result = await registering.finally(close);
    console.log(result.type === "done" ? "Done." : `M-Pesa did not register it: ${result.reason}`);
    if (result.type !== "done") process.exitCode = 1;
  });
});
