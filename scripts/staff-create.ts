import { parseArgs } from "node:util";
import { addPerson as contract } from "../src/back-office/people/contract.ts";
import { addPerson } from "../src/back-office/people/people.server.ts";
import { COMMAND } from "../src/platform/audit/actor.server.ts";
import { connectDatabase } from "../src/platform/database/db.server.ts";
import { migrateDatabase } from "../src/platform/database/migrate.server.ts";
import { readSecret } from "../src/platform/secret.server.ts";
import { ShopError } from "../src/platform/shop-error.ts";
import { onThePhone } from "./lan-addresses.ts";
import { refuse, runCommand, withDatabase } from "./run-command.ts";

// npm run staff:create -- --name … --email … --role owner: a welcome link for a new person; also while the shop is open

const USAGE = "npm run staff:create -- --name <name> --email <e-mail> --role owner | packer | support";

await runCommand(async () => {
  const person = readPerson(process.argv.slice(2));
  if (typeof person === "string") return refuse(person);
  await withDatabase(async ({ config, log, connection }) => {
    if (!readSecret(config))
      return refuse("Set STAFF_SECRET, at least 32 characters, for the shop and this command.");
    await migrateDatabase(connection.settings, "migrations");
    const { db, close } = connectDatabase(connection.settings, log);
    try {
      const { link } = await addPerson(db, person, {
        publicUrl: config.PUBLIC_URL,
        by: { ...COMMAND, name: "npm run staff:create" },
      });
      console.log(`Open this within an hour, once, to choose a password and a second factor:\n${link}`);
      console.log(onThePhone(config, link));
    } catch (error) {
      if (!(error instanceof ShopError)) throw error;
      refuse(error.message);
    } finally {
      await close();
    }
  });
});

/** The person as the words describe them; a sentence when they do not. */
function readPerson(words: string[]) {
  try {
    const { values } = parseArgs({
      args: words,
      options: { name: { type: "string" }, email: { type: "string" }, role: { type: "string" } },
    });
    const read = contract.body.safeParse(values);
    return read.success ? read.data : `${read.error.issues[0]?.message}\n${USAGE}`;
  } catch {
    return USAGE;
  }
}
