import { eq } from "drizzle-orm";
import { settingsFor } from "../../simulators/settings.ts";
import { users } from "../../src/accounts/tables.server.ts";
import { readConfig } from "../../src/config.server.ts";
import { orders } from "../../src/ordering/tables.server.ts";
import type { Attempt, Payment } from "../../src/payments/core/provider.server.ts";
import { findPayment } from "../../src/payments/core/queries.server.ts";
import { payments } from "../../src/payments/core/tables.server.ts";
import type { Db } from "../../src/platform/database/db.server.ts";
import { newId } from "../../src/platform/id.server.ts";

/** The settings of a shop whose M-Pesa is at this address, as the simulator knows it. */
export function mpesaConfig(baseUrl: string, change: Record<string, string> = {}) {
  const urls = { shop: "http://localhost:3000", daraja: baseUrl, flutterwave: baseUrl };
  const methods = { PAYMENT_METHODS: "cod,mpesa", MPESA_QUERY_EVERY: "0" };
  return readConfig({ ...settingsFor(urls), ...methods, ...change });
}

/** A payment of somebody's over KES 1501, in the database, with its order. */
export async function addPayment(db: Db, change: Partial<Attempt> = {}): Promise<Payment> {
  const [id, userId, orderId] = [newId(), newId(), newId()];
  await db
    .insert(users)
    .values({ id: userId, name: "Jane", email: `${userId}@example.com`, passwordHash: "none" });
  await db.insert(orders).values({
    id: orderId,
    userId,
    phase: "awaiting",
    subtotal: 1500,
    deliveryFee: 1,
    amount: 1501,
    paymentMethod: change.method ?? "mpesa",
    keyHash: orderId,
    requestHash: orderId,
    contentsHash: orderId,
  });
  await db.insert(payments).values({
    id,
    orderId,
    method: "mpesa",
    state: "submitting",
    active: false,
    amount: 1501,
    phone: "254700000001",
    reference: id.slice(-10),
    ...change,
  });
  return read(db, id);
}

/** The payment as it stands after a change. */
export async function changePayment(db: Db, id: string, change: Partial<Attempt>): Promise<Payment> {
  await db.update(payments).set(change).where(eq(payments.id, id));
  return read(db, id);
}

async function read(db: Db, id: string): Promise<Payment> {
  const found = await findPayment(db, id);
  if (!found) throw new Error("there is no such payment");
  return found;
}
