import { createHash } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import { type Db, isDuplicate } from "../../platform/database/db.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { PLACED } from "../queries.server.ts";
import { orders } from "../tables.server.ts";
import { CODE_NOTED, type PlaceRequest } from "./place-request.server.ts";

/** `noted`: the order existed already, and only another code was stored. */
export type Placed = { message: string; orderId: string; noted?: true };

const ANSWER = "Order placed";

/** Two requests of one hash are the same order; the shopper's word that the same items are wanted again is no part of it. */
export function requestHash({ again: _, ...order }: PlaceRequest["body"]): string {
  return createHash("sha256").update(JSON.stringify(order)).digest("base64url");
}

/**
 * The order that this request has placed before: under its key, or with the same code within ten minutes, as after a
 * double click. Under its key another code is stored for it.
 * @throws ShopError 422 the key is another order's
 */
export async function findReplay(db: Db, request: PlaceRequest): Promise<Placed | undefined> {
  const { userId, idempotencyKey, body } = request;
  const hash = requestHash(body);
  if (idempotencyKey) {
    const keyed = await findByKey(db, userId, idempotencyKey);
    if (keyed?.requestHash === hash) return { message: ANSWER, orderId: keyed.id };
    if (keyed) return noteOtherCode(db, request, keyed);
  }
  const duplicate = await findDuplicate(db, userId, body.mpesaCode);
  if (duplicate?.requestHash !== hash) return undefined;
  if (idempotencyKey) await saveIdempotencyKey(db, duplicate.id, idempotencyKey);
  return { message: ANSWER, orderId: duplicate.id };
}

type Keyed = NonNullable<Awaited<ReturnType<typeof findByKey>>>;

async function noteOtherCode(
  db: Db,
  { userId, body, noteCode }: PlaceRequest,
  placed: Keyed,
): Promise<Placed> {
  const sameOrder = requestHash({ ...body, mpesaCode: placed.mpesaCode ?? "" }) === placed.requestHash;
  const orderId = placed.id;
  const noted = await noteCode(db, { userId, orderId, code: body.mpesaCode, items: body.items, sameOrder });
  if (noted) return { message: CODE_NOTED[noted], orderId, noted: true };
  throw new ShopError(422, "This order was already sent with different items.");
}

async function findByKey(db: Db, userId: string, idempotencyKey: string) {
  const [found] = await db
    .select({ id: orders.id, requestHash: orders.requestHash, mpesaCode: orders.mpesaCode })
    .from(orders)
    .where(and(PLACED, eq(orders.userId, userId), eq(orders.idempotencyKey, idempotencyKey)));
  return found;
}

async function findDuplicate(db: Db, userId: string, mpesaCode: string) {
  const [found] = await db
    .select({ id: orders.id, requestHash: orders.requestHash })
    .from(orders)
    .where(
      and(
        eq(orders.userId, userId),
        eq(orders.mpesaCode, mpesaCode),
        sql`${orders.placedAt} > now() - interval '10 minutes'`,
      ),
    );
  return found;
}

/** Saves the key with the order, unless the order has one or the key belongs to another order. */
async function saveIdempotencyKey(db: Db, orderId: string, idempotencyKey: string): Promise<void> {
  try {
    await db
      .update(orders)
      .set({ idempotencyKey })
      .where(and(eq(orders.id, orderId), isNull(orders.idempotencyKey)));
  } catch (error) {
    if (!isDuplicate(error, "orders_idempotency_key")) throw error;
  }
}
