import { parseArgs } from "node:util";
import { connectDatabase } from "../src/platform/database/db.server.ts";
import { migrateDatabase } from "../src/platform/database/migrate.server.ts";
import { seedWhenEmpty } from "../src/seed.server.ts";
import { refuse, runCommand, withDatabase } from "./run-command.ts";
import { addInventedOrders } from "./seed/invented-orders.ts";

// npm run seed [-- --orders 100000]: the sample goods into an empty catalogue, also of a server that DATABASE_URL names;
// and so many invented orders into a shop without any, to see how it does at that size

await runCommand(async () => {
  const orders = readOrders();
  if (orders === undefined) return refuse("npm run seed [-- --orders <1 to 1000000>]");
  await withDatabase(async ({ log, connection }) => {
    await migrateDatabase(connection.settings, "migrations");
    const database = connectDatabase(connection.settings, log);
    const goods = await seedWhenEmpty(database.db).finally(database.close);
    console.log(goods ? `Added ${goods} sample products.` : "The catalogue is not empty: nothing was added.");
    if (orders === 0) return;
    const added = await addInventedOrders(connection.settings, orders);
    console.log(added ? `Added ${added} invented orders.` : "There are orders already: none was added.");
  });
});

/** How many orders to add, 0 when none are asked for; undefined when that cannot be read. */
function readOrders(): number | undefined {
  try {
    const { orders = "0" } = parseArgs({ options: { orders: { type: "string" } } }).values;
    return /^\d+$/.test(orders) && Number(orders) <= 1_000_000 ? Number(orders) : undefined;
  } catch {
    return undefined;
  }
}
