import { about, type Drawing } from "./order-actions.ts";

const ADDING = ["received", "counted", "returned", "correction"] as const;
const TAKING = ["damaged", "counted", "lost", "gift", "correction"] as const;

type Coupon = { id: string; active: boolean; version: number };
async function pickCoupon({ environment }: Drawing): Promise<Coupon | undefined> {
  const [coupon] = await environment.query<Coupon>(
    "select id, active, version from coupons order by id desc limit 1",
  );
  return coupon;
}

/** A coupon is switched off, or on again from another episode, while people type its code. */
export const changeCoupon = about(pickCoupon, ({ id, active, version }, { random, number }) => {
  const source = `heard in episode ${number}`;
  return {
    right: "coupons.edit",
    path: `/coupons/${id}`,
    body: active && random.chance(50) ? { active: false, version } : { active: true, source, version },
  };
});

async function pickProduct({ environment, random }: Drawing): Promise<{ id: string } | undefined> {
  const found = await environment.query<{ id: string }>(
    "select product_id as id from stock where size = 'M' and received > 0 order by on_hand, product_id limit 12",
  );
  return found[random.below(found.length)];
}

/** Pieces come or go, of what fifty people buy at the same time; often more are to go than there are. */
export const moveStock = about(pickProduct, ({ id }, { random, number }) => {
  const delta = random.pick([-7, -3, -1, 1, 2, 5]);
  const reason = delta < 0 ? random.pick(TAKING) : random.pick(ADDING);
  return {
    right: "stock",
    path: `/goods/${id}/stock`,
    body: { size: "M", delta, reason, note: `Shelf ${number}` },
    action: "stock.change",
  };
});
