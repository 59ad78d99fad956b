import { seedWhenEmpty } from "../src/catalogue/seed.server.ts";
import { readConfig } from "../src/config.server.ts";
import { connectDatabase } from "../src/platform/database/db.server.ts";
import { migrateDatabase } from "../src/platform/database/migrate.server.ts";
import { openConnection } from "../src/platform/database/open-connection.server.ts";
import { createLog } from "../src/platform/log.server.ts";
import { runCommand } from "./run-command.ts";

// npm run seed: the sample goods into an empty catalogue, also of a server that DATABASE_URL names

await runCommand(async () => {
  const config = readConfig(process.env);
  const log = createLog(config.LOG_LEVEL);
  const connection = await openConnection(config, log, { shared: true });
  try {
    await migrateDatabase(connection.settings, "migrations");
    const database = connectDatabase(connection.settings, log);
    const added = await seedWhenEmpty(database.db).finally(database.close);
    console.log(added ? `Added ${added} sample products.` : "The catalogue is not empty: nothing was added.");
  } finally {
    await connection.close();
  }
});
