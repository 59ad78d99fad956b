import pg from "pg";
import { INVARIANTS } from "./invariants/rules.ts";
import { runCommand, withDatabase } from "./run-command.ts";

// npm run invariants: checks the shop's database while it is open; each rule with how often it is broken, exit 1 where one is

await runCommand(() => withDatabase(check));

async function check({ connection }: { connection: { settings: pg.ClientConfig } }): Promise<void> {
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
  }
}
