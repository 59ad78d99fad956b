import { stockOf } from "../catalogue/queries.server.ts";
import { type Db, transaction } from "../platform/db.server.ts";
import { lockCart, readCart, setLine } from "./queries.server.ts";
import { type Cart, LINES_MAX, type Line, linesOf, TEXTS } from "./rules.ts";

/**
 * A visitor's lines join the account's cart: the larger quantity per line wins, within stock, at most 50 lines.
 * Sending the same lines again changes nothing. `changes` says in words what differs from what the visitor had.
 */
export async function mergeCart(
  db: Db,
  userId: string,
  lines: Line[],
): Promise<{ cart: Cart; changes: string[] }> {
  return transaction(db, async (tx) => {
    await lockCart(tx, userId);
    const saved = await readCart(tx, userId);
    const found = await stockOf(tx, [...new Set(lines.map((line) => line.productId))]);
    const changes = new Set<string>();
    let room = LINES_MAX - linesOf(saved).length;
    for (const line of lines) {
      const had = quantityIn(saved, line);
      const product = found.get(line.productId);
      const left = product && Object.hasOwn(product.stock, line.size) ? (product.stock[line.size] ?? 0) : 0;
      const quantity = had === 0 && room === 0 ? 0 : Math.max(had, Math.min(line.quantity, left));
      if (quantity < line.quantity)
        changes.add(quantity < left ? TEXTS.cartFull : shortage(product?.name, line.size, left));
      if (quantity === had) continue;
      if (had === 0) room--;
      await setLine(tx, userId, { ...line, quantity });
    }
    if (linesOf(saved).some((line) => line.quantity > quantityOf(lines, line)))
      changes.add(TEXTS.savedAreBack);
    return { cart: await readCart(tx, userId), changes: [...changes] };
  });
}

function quantityIn(cart: Cart, line: Line): number {
  const sizes = Object.hasOwn(cart, line.productId) ? cart[line.productId] : undefined;
  return (sizes && Object.hasOwn(sizes, line.size) && sizes[line.size]) || 0;
}

function quantityOf(lines: Line[], wanted: Line): number {
  return (
    lines.find((line) => line.productId === wanted.productId && line.size === wanted.size)?.quantity ?? 0
  );
}

function shortage(name: string | undefined, size: string, left: number): string {
  if (!name) return "An item that is no longer on sale left your cart.";
  if (left === 0) return `${name} (size ${size}) is sold out and left your cart.`;
  return `${name} (size ${size}): only ${left} left.`;
}
