import { createHash } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { placeOrder } from "../../../ordering/contract.ts";
import { hashItems, PLACED } from "../../../ordering/queries.server.ts";
import { orders } from "../../../ordering/tables.server.ts";
import { CODE_OUTCOMES } from "../../../ordering/track/track-html.server.ts";
import type { Db } from "../../../platform/database/db.server.ts";
import { ShopError } from "../../../platform/shop-error.ts";
import { noteCode } from "./note-code.server.ts";

/** `noted`: the order existed already, and only another code was stored. */
export type Ordered = { message: string; orderId: string; noted?: true };

type CodeOrder = {
  userId: string;
  keyHash: string | undefined;
  body: z.infer<typeof placeOrder.body>;
};

const ANSWER = "Order placed";
export const OTHER_ORDER = "This order was already sent with different items.";

/** Two requests with the same hash are the same order; `again`, the wish for the same items once more, is left out. */
export function requestHash({ again: _, ...order }: CodeOrder["body"]): string {
  return createHash("sha256").update(JSON.stringify(order)).digest("base64url");
}

/**
 * The order that this request has placed already: under its key, or with the same code within ten minutes, as after a
 * double click. Another code sent under the order's key is added to that order.
 * @throws ShopError 422 the key belongs to another order
 */
export async function findReplay(db: Db, request: CodeOrder): Promise<Ordered | undefined> {
  const { userId, keyHash, body } = request;
  const hash = requestHash(body);
  if (keyHash) {
    const keyed = await findByKey(db, userId, keyHash);
    if (keyed?.requestHash === hash) return { message: ANSWER, orderId: keyed.id };
    if (keyed) return noteOtherCode(db, request, keyed);
  }
  const duplicate = await findDuplicate(db, userId, body.mpesaCode);
  return duplicate?.requestHash === hash ? { message: ANSWER, orderId: duplicate.id } : undefined;
}

type Keyed = NonNullable<Awaited<ReturnType<typeof findByKey>>>;

async function noteOtherCode(db: Db, { userId, body }: CodeOrder, placed: Keyed): Promise<Ordered> {
  const sameOrder = requestHash({ ...body, mpesaCode: placed.mpesaCode ?? "" }) === placed.requestHash;
  const orderId = placed.id;
  const contentsHash = hashItems(body.items);
  const noted = await noteCode(db, { userId, orderId, code: body.mpesaCode, contentsHash, sameOrder });
  if (noted) return { message: CODE_OUTCOMES[noted], orderId, noted: true };
  throw new ShopError(422, OTHER_ORDER);
}

async function findByKey(db: Db, userId: string, keyHash: string) {
  const [found] = await db
    .select({ id: orders.id, requestHash: orders.requestHash, mpesaCode: orders.mpesaCode })
    .from(orders)
    .where(and(PLACED, eq(orders.userId, userId), eq(orders.keyHash, keyHash)));
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
