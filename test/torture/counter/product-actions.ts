import type { Draw } from "./order-actions.ts";

const ADDING = ["received", "counted", "returned", "correction"] as const;
const TAKING = ["damaged", "counted", "lost", "gift", "correction"] as const;

/** A coupon is switched off, or on again from another episode, while people type its code. */
export const changeCoupon: Draw = async ({ environment, random, number }) => {
  const [coupon] = await environment.query<{ id: string; active: boolean; version: number }>(
    "select id, active, version from coupons order by id desc limit 1",
  );
  if (!coupon) return undefined;
  const { id, active, version } = coupon;
  const source = `heard in episode ${number}`;
  return {
    right: "coupons.edit",
    path: `/coupons/${id}`,
    body: active && random.chance(50) ? { active: false, version } : { active: true, source, version },
    subjects: [id],
  };
};

/** Pieces come or go, of what fifty people buy at the same time; often more are to go than there are. */
export const moveStock: Draw = async ({ environment, random, number }) => {
  const found = await environment.query<{ product_id: string }>(
    "select product_id from stock where size = 'M' and received > 0 order by on_hand, product_id limit 12",
  );
  const of = found[random.below(found.length)]?.product_id;
  if (!of) return undefined;
  const delta = random.pick([-7, -3, -1, 1, 2, 5]);
  return {
    right: "stock",
    path: `/goods/${of}/stock`,
    body: {
      size: "M",
      delta,
      reason: delta < 0 ? random.pick(TAKING) : random.pick(ADDING),
      note: `Shelf ${number}`,
    },
    action: "stock.change",
    subjects: [of],
  };
};
