import { type Column, type SQL, sql } from "drizzle-orm";
import { orders } from "./tables.server.ts";

/** Whether a shopper has a paid order. Accounts without one cost nothing to make, so they share their limits. */
export function hasPaidOrder(userId: SQL | Column): SQL<boolean> {
  return sql<boolean>`exists (select from ${orders} paid where paid.user_id = ${userId} and paid.payment)`;
}
