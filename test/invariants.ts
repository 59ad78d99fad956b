import { expect, test } from "vitest";
import type { TestShop } from "./shop.ts";

// what holds at every moment, whatever happened: rows that break it, by name
const BROKEN = `
  select 'I1 on hand + held + sold = received' as rule, s.product_id || ' ' || s.size as place
  from stock s
  left join (
    select i.product_id, i.size, sum(i.quantity) as count
    from order_items i join orders o on o.id = i.order_id and o.status <> 'Cancelled'
    group by 1, 2
  ) sold on sold.product_id = s.product_id and sold.size = s.size
  where s.on_hand + s.held + coalesce(sold.count, 0) <> s.received or s.on_hand < 0 or s.held < 0
  union all
  select 'I3 a code pays one order', upper(trim(mpesa_code)) from orders where mpesa_code is not null group by 2 having count(*) > 1
  union all
  select 'I4 total = goods + fee', o.id
  from orders o left join (select order_id, sum(price::bigint * quantity) as sum from order_items group by 1) goods on goods.order_id = o.id
  where goods.sum is null or o.subtotal <> goods.sum or o.amount <> goods.sum + o.delivery_fee
  union all
  select 'I6 1 to 20 of a line', order_id from order_items where quantity not between 1 and 20
  union all
  select 'I6 1 to 20 of a line', user_id from cart_lines where quantity not between 1 and 20
  union all
  select 'I6 at most 50 lines', user_id from cart_lines group by user_id having count(*) > 50
  union all
  select 'I7 one mail per event', event from outbox group by event having count(*) > 1
  union all
  select 'I7 a mail tells of an order that is', event from outbox
  where event like 'placed:%' and not exists (select from orders where 'placed:' || id = event)
  union all
  select 'I5 nothing is paid by a typed code', id from orders where payment
`;

export async function brokenInvariants(shop: TestShop): Promise<{ rule: string; place: string }[]> {
  return shop.query(BROKEN);
}

/** The last test of a file that places orders. */
export function holdsInvariants(shop: () => TestShop): void {
  test("I1 I3 I4 I5 I6 I7: after all that, every invariant holds", async () => {
    expect(await brokenInvariants(shop())).toEqual([]);
  });
}
