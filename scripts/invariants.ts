import pg from "pg";
import { readConfig } from "../src/config.server.ts";
import { createLog } from "../src/platform/log.server.ts";
import { openConnection } from "../src/platform/postgres/embedded.server.ts";
import { INVARIANTS } from "./invariants/rules.ts";
import { runCommand } from "./run-command.ts";

// npm run invariants: checks the shop's database while it is open; each rule with how often it is broken, exit 1 where one is

await runCommand(async () => {
  const config = readConfig(process.env);
  const log = createLog(config.LOG_LEVEL);
  const connection = await openConnection(config, log);
  const client = new pg.Client(connection.settings);
  await client.connect();
  try {
    // one moment for all rules
    await client.query("begin transaction isolation level repeatable read read only");
    for (const { about, rule, broken } of INVARIANTS) {
      const { rows } = await client.query<{ place: string }>(
        `select place from (${broken}) as broken (place)`,
      );
      console.log(`${String(rows.length).padStart(5)}  ${about}: ${rule}`);
      for (const { place } of rows.slice(0, 20)) console.log(`       ${place}`);
      if (rows.length > 0) process.exitCode = 1;
    }
  } finally {
    await client.end();
    await connection.close();
  }
});
