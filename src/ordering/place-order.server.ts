import { createHash } from "node:crypto";
import type { z } from "zod";
import { lockCart } from "../cart/queries.server.ts";
import { TEXTS as CART_TEXTS, LINE_MAX, totalOf } from "../cart/rules.ts";
import { stockOf } from "../catalogue/queries.server.ts";
import { type Db, isDuplicate, type Tx, transaction } from "../platform/db.server.ts";
import { newId } from "../platform/id.server.ts";
import { postMail } from "../platform/mail/outbox.server.ts";
import { ShopError } from "../platform/shop-error.ts";
import { shop } from "../shop.ts";
import type { placeOrder as contract } from "./contract.ts";
import { confirmationMail } from "./mails.server.ts";
import {
  addOrder,
  clearOrdered,
  findByKey,
  findTwin,
  keepKey,
  lockStock,
  orderedMuchLately,
  type StockRow,
  takeStock,
  type Wanted,
} from "./queries.server.ts";
import { TEXTS } from "./rules.ts";

type Asked = { userId: string; idempotencyKey: string | undefined; body: z.infer<typeof contract.body> };

/**
 * Places a cash-on-order order: priced from our own tables, stock taken, cart cleared and mail written, all or nothing.
 * The same request again gives the same order. It starts unpaid: a typed code proves nothing (specification §5).
 * @throws ShopError 409 total changed (`amount`: the new one), sold out, or code used; 422 key reused for another order;
 * 429 more than 10 orders in a minute.
 */
export async function placeOrder(db: Db, asked: Asked): Promise<{ orderId: string }> {
  const requestHash = hashOf(asked.body);
  try {
    return await writeOrder(db, asked, requestHash);
  } catch (error) {
    // a new id ends in another short name
    if (isDuplicate(error, "orders_short_id")) return placeOrder(db, asked);
    const used = isDuplicate(error, "orders_mpesa_code") || isDuplicate(error, "orders_idempotency_key");
    if (!used && !(error instanceof ShopError)) throw error;
    // refused perhaps only because the very same was placed before: it took the stock, or used the code
    const earlier = await findEarlier(db, asked, requestHash);
    if (earlier) return earlier;
    throw used ? new ShopError(409, TEXTS.codeUsed) : error;
  }
}

async function findEarlier(
  db: Db,
  { userId, idempotencyKey, body }: Asked,
  requestHash: string,
): Promise<{ orderId: string } | undefined> {
  if (idempotencyKey) {
    const keyed = await findByKey(db, userId, idempotencyKey);
    if (keyed && keyed.requestHash !== requestHash)
      throw new ShopError(422, "This order was already sent with other contents.");
    if (keyed) return { orderId: keyed.id };
  }
  const twin = await findTwin(db, userId, body.mpesaCode);
  if (twin?.requestHash !== requestHash) return undefined;
  if (idempotencyKey) await keepKey(db, twin.id, idempotencyKey);
  return { orderId: twin.id };
}

async function writeOrder(
  db: Db,
  { userId, idempotencyKey, body }: Asked,
  requestHash: string,
): Promise<{ orderId: string }> {
  const wanted = sumLines(body.items);
  return transaction(db, async (tx) => {
    // one order of a shopper at a time, so that the count holds
    await lockCart(tx, userId);
    if (await orderedMuchLately(tx, userId)) throw new ShopError(429, TEXTS.tooMany);
    const rows = await lockStock(tx, wanted);
    const lines = priceLines(wanted, rows, await namesOf(tx, wanted, rows));
    const subtotal = lines.reduce((sum, line) => sum + line.price * line.quantity, 0);
    const amount = totalOf(subtotal);
    if (amount !== body.amount) throw new ShopError(409, TEXTS.totalChanged, { amount });
    if ((await takeStock(tx, wanted)) !== wanted.length)
      throw new ShopError(409, "Some of these items have just sold out.");
    const id = newId();
    const order = {
      id,
      userId,
      address: body.address,
      subtotal,
      deliveryFee: shop.deliveryFee,
      amount,
      paymentMethod: body.paymentMethod,
      mpesaCode: body.mpesaCode,
      idempotencyKey,
      requestHash,
    };
    await addOrder(tx, order, lines);
    await clearOrdered(tx, userId, wanted);
    await postMail(tx, {
      event: `placed:${id}`,
      to: body.address.email,
      ...confirmationMail({ id, amount, lines, address: body.address }),
    });
    return { orderId: id };
  });
}

/** The same product and size twice counts together, so that both pass or neither does. */
function sumLines(items: { _id: string; size: string; quantity: number }[]): Wanted[] {
  const sums = new Map<string, Wanted>();
  for (const { _id: productId, size, quantity } of items) {
    const key = JSON.stringify([productId, size]);
    const sum = quantity + (sums.get(key)?.quantity ?? 0);
    if (sum > LINE_MAX) throw new ShopError(400, CART_TEXTS.lineFull);
    sums.set(key, { productId, size, quantity: sum });
  }
  return [...sums.values()];
}

/** The products whose size is gone, so that the refusal can name them. */
async function namesOf(tx: Tx, wanted: Wanted[], rows: StockRow[]) {
  const gone = wanted.filter((line) => !rows.some((row) => isOf(row, line)));
  const ids = gone.map((line) => line.productId);
  return ids.length === 0 ? undefined : stockOf(tx, ids);
}

function priceLines(wanted: Wanted[], rows: StockRow[], names: Awaited<ReturnType<typeof namesOf>>) {
  return wanted.map(({ productId, size, quantity }) => {
    const row = rows.find((found) => isOf(found, { productId, size }));
    if (!row?.onSale) {
      const name = row?.name ?? names?.get(productId)?.name ?? "An item in your cart";
      throw new ShopError(409, `${name} (size ${size}) is not on sale any more.`);
    }
    if (row.onHand < quantity) {
      const left = row.onHand > 0 ? `only ${row.onHand} left` : "just sold out";
      throw new ShopError(409, `${row.name} (size ${size}): ${left}.`);
    }
    return { productId, name: row.name, price: row.price, size, quantity, image: row.image };
  });
}

function isOf(row: { productId: string; size: string }, line: { productId: string; size: string }): boolean {
  return row.productId === line.productId && row.size === line.size;
}

function hashOf(body: unknown): string {
  return createHash("sha256").update(JSON.stringify(body)).digest("base64url");
}
