import { connectDatabase } from "../../src/platform/database/db.server.ts";
import { createLog } from "../../src/platform/log.server.ts";
import { startOutbox } from "../../src/platform/mail/send.server.ts";

// sends the outbox of this database to this address until it is killed

const [connection = "{}", url = ""] = process.argv.slice(2);
const log = createLog("silent");
process.on("disconnect", () => process.exit());
startOutbox({
  db: connectDatabase(JSON.parse(connection), log).db,
  config: { SMTP_URL: url, MAIL_FROM: "Sauti <duka@sauti.example>" },
  log,
});
