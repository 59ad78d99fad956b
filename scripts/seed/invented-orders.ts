import pg from "pg";
import { shop } from "../../src/shop.ts";
import { DRAFTS } from "./draft-orders.ts";
import { FIRST_NAMES, LAST_NAMES, PLACES, STREETS } from "./names.ts";
import { TABLES } from "./write-orders.ts";

/** Orders of one shopper, on average. */
const ORDERS_EACH = 5;

/**
 * Adds so many invented orders of the last year, of invented shoppers, with their payments, history and mails, to a shop
 * that has none yet: for tests of size, and to look at. Nothing of them is mailed, and no provider is asked about them.
 * Goods they take are received besides, so that what is on the shelf stays as it is.
 * @returns how many were added: none where there are orders already
 * @throws Error there are fewer than three sizes of goods to order
 */
export async function addInventedOrders(connection: pg.ClientConfig, count: number): Promise<number> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query("begin");
    await client.query("lock table orders in share row exclusive mode");
    const { rowCount } = await client.query("select from orders limit 1");
    if (rowCount) return 0;
    await draftOrders(client, count);
    for (const statement of TABLES) await client.query(statement);
    await client.query("commit");
    // an index on words is slow until its new entries are sorted in
    await client.query("vacuum analyze");
    return count;
  } finally {
    await client.end();
  }
}

async function draftOrders(client: pg.Client, count: number): Promise<void> {
  const { tables, shelf, shoppers, orders, lines } = DRAFTS;
  await client.query(tables);
  const { rowCount: sizes } = await client.query(shelf);
  if ((sizes ?? 0) < 3) throw new Error("There are no goods to order: add some to the catalogue first.");
  const people = Math.ceil(count / ORDERS_EACH);
  const places = PLACES.map(([town, county, code]) => ({ town, county, code }));
  await client.query(shoppers, [people, FIRST_NAMES, LAST_NAMES, STREETS, JSON.stringify(places)]);
  await client.query(orders, [count, people, shop.deliveryFee]);
  await client.query(lines, [sizes]);
  await client.query("analyze shopper; analyze draft; analyze draft_line");
}
