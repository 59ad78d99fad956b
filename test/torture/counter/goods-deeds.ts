import { MOVE_REASONS } from "../../../src/catalogue/staff/stock-rules.ts";
import type { Draw } from "./deeds.ts";

/** Pieces come or go, of what fifty people buy at the same time; often more are to go than there are. */
export const moveStock: Draw = async ({ environment, random, number }) => {
  const found = await environment.query<{ product_id: string }>(
    "select product_id from stock where size = 'M' and received > 0 order by on_hand, product_id limit 12",
  );
  const of = found[random.below(found.length)]?.product_id;
  if (!of) return undefined;
  return {
    right: "stock",
    path: `/goods/${of}/stock`,
    body: {
      size: "M",
      delta: random.pick([-7, -3, -1, 1, 2, 5]),
      reason: random.pick(MOVE_REASONS),
      note: `Shelf ${number}`,
    },
    action: "stock.change",
    subjects: [of],
  };
};
