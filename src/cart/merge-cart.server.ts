import { stockOf } from "../catalogue/queries.server.ts";
import { type Db, transaction } from "../platform/db.server.ts";
import { lockCart, readCart, setLine } from "./queries.server.ts";
import { type Cart, LINES_MAX, type Line, linesOf, quantityIn, TEXTS } from "./rules.ts";
import { sizeName } from "./size-name.ts";

type Goods = { name: string; stock: Record<string, number> };

/**
 * A visitor's lines join the account's cart: the larger quantity per line wins, within stock, at most 50 lines.
 * Sending the same lines again changes nothing. `changes` says in words what differs from what the visitor had.
 */
export async function mergeCart(
  db: Db,
  userId: string,
  sent: Line[],
): Promise<{ cart: Cart; changes: string[] }> {
  const lines = largest(sent);
  return transaction(db, async (tx) => {
    await lockCart(tx, userId);
    const saved = await readCart(tx, userId);
    const found = await stockOf(tx, [...new Set(lines.map((line) => line.productId))]);
    const changes = new Set<string>();
    let room = LINES_MAX - linesOf(saved).length;
    for (const line of lines) {
      const had = quantityIn(saved, line);
      const { quantity, change } = joined(line, { had, room, product: found.get(line.productId) });
      if (change) changes.add(change);
      if (quantity === had) continue;
      if (had === 0) room--;
      await setLine(tx, userId, { ...line, quantity });
    }
    if (hasMore(saved, lines)) changes.add(TEXTS.savedAreBack);
    return { cart: await readCart(tx, userId), changes: [...changes] };
  });
}

/** Each product and size once, with the largest quantity sent for it. */
function largest(lines: Line[]): Line[] {
  const found = new Map<string, Line>();
  for (const line of lines) {
    const key = JSON.stringify([line.productId, line.size]);
    if (line.quantity > (found.get(key)?.quantity ?? 0)) found.set(key, line);
  }
  return [...found.values()];
}

/** What the line comes to beside what was saved of it, and in words what became of the rest. */
function joined(
  line: Line,
  { had, room, product }: { had: number; room: number; product: Goods | undefined },
): { quantity: number; change?: string } {
  const left = product && Object.hasOwn(product.stock, line.size) ? (product.stock[line.size] ?? 0) : 0;
  if (had === 0 && room === 0 && left > 0) return { quantity: 0, change: TEXTS.cartFull };
  const quantity = Math.max(had, Math.min(line.quantity, left));
  return quantity < line.quantity
    ? { quantity, change: shortage(product?.name, line.size, left) }
    : { quantity };
}

/** True when something was saved that the visitor did not have. */
function hasMore(saved: Cart, lines: Line[]): boolean {
  return linesOf(saved).some((each) => {
    const sent = lines.find((line) => line.productId === each.productId && line.size === each.size);
    return each.quantity > (sent?.quantity ?? 0);
  });
}

function shortage(name: string | undefined, size: string, left: number): string {
  if (!name) return "An item that is no longer on sale left your cart.";
  if (left === 0) return `${name} (${sizeName(size)}) is sold out and left your cart.`;
  return `${name} (${sizeName(size)}): only ${left} left.`;
}
