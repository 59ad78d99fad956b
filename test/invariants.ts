import { expect, test } from "vitest";
import type { TestShop } from "./shop.ts";

// what holds at every moment, whatever happened; a row that breaks it says what it is about, the rule and where
const BROKEN = `
  select 'stock' as about, 'on hand + held + sold = received' as rule, s.product_id || ' ' || s.size as place
  from stock s
  left join (
    select i.product_id, i.size, sum(i.quantity - i.returned) as count
    from order_items i join orders o on o.id = i.order_id and o.status <> 'Cancelled'
    where not exists (select from holds h where h.checkout = o.id and h.until is null)
    group by 1, 2
  ) sold on sold.product_id = s.product_id and sold.size = s.size
  where s.on_hand + s.held + coalesce(sold.count, 0) <> s.received or s.on_hand < 0 or s.held < 0
  union all
  select 'stock', 'held is what holds say', s.product_id || ' ' || s.size
  from stock s left join (select product_id, size, sum(quantity) as count from holds group by 1, 2) kept
    on kept.product_id = s.product_id and kept.size = s.size
  where s.held <> coalesce(kept.count, 0)
  union all
  select 'stock', 'the moves of the ledger add up to what was received', s.product_id || ' ' || s.size
  from stock s left join (select product_id, size, sum(delta) as sum from stock_moves group by 1, 2) moved
    on moved.product_id = s.product_id and moved.size = s.size
  where s.received <> coalesce(moved.sum, 0)
  union all
  select 'stock', 'what is kept for a code is an unpaid order''s', h.id
  from holds h left join payments p on p.id = h.id left join orders o on o.id = p.order_id
  where h.until is null and (o.id is null or h.checkout <> o.id or o.payment or o.status = 'Cancelled'
    or h.quantity is distinct from (select i.quantity from order_items i
      where i.order_id = o.id and i.product_id = h.product_id and i.size = h.size))
  union all
  select 'payments', 'a paid payment has its order or its refund', p.id
  from payments p left join orders o on o.id = p.order_id
    left join lateral (select count(*) > 0 as some from refunds r where r.payment_id = p.id) back on true
  where case when p.state = 'ordered' then o.id is null or not o.payment or o.status = 'Cancelled'
    when p.state like 'refund%' then not back.some or p.paid_at is null
    else p.paid_at is not null or back.some end
  union all
  select 'payments', 'no more goes back than came, and of an ordered payment only a part', p.id
  from payments p join refunds r on r.payment_id = p.id
    -- of a code that a person confirmed only the till and M-Pesa's answer say how much came
    cross join lateral (select coalesce((p.details->>'amount')::int,
      (select t.amount from till_payments t where t.code = p.receipt),
      (select max((c.result->>'amount')::int) from code_checks c where c.payment_id = p.id and c.result->>'receipt' = p.receipt),
      p.amount) as amount) came
  where r.state <> 'failed'
  group by p.id, came.amount having sum(r.amount) > came.amount or (p.state = 'ordered' and sum(r.amount) >= came.amount)
  union all
  select 'payments', 'a refund that is done is applied', id from refunds
  where state = 'done' and applied_at is null and done_at < now() - interval '3 minutes'
  union all
  select 'payments', 'a paid order has exactly one payment', o.id
  from orders o where o.payment and 1 <> (select count(*) from payments p where p.order_id = o.id and p.paid_at is not null)
  union all
  select 'payments', 'one checkout, one order', user_id || ' ' || checkout from payments where state = 'ordered' group by 3 having count(*) > 1
  union all
  select 'codes', 'a code pays one order', upper(trim(mpesa_code)) from orders where mpesa_code is not null group by 3 having count(*) > 1
  union all
  select 'orders', 'total = goods - discount + fee', o.id
  from orders o left join (select order_id, sum(price::bigint * quantity) as sum from order_items group by 1) goods on goods.order_id = o.id
  where goods.sum is null or o.subtotal <> goods.sum or o.amount <> goods.sum - o.discount + o.delivery_fee
  union all
  select 'coupons', 'a discount is what its coupon takes off, and something is left to pay', p.id
  from (select id, subtotal, delivery_fee, discount, amount, coupon from orders
    union all select id, subtotal, delivery_fee, discount, amount, coupon from payments) p
  where p.amount < 1 or p.discount > case p.coupon->>'kind'
    when 'delivery' then p.delivery_fee
    when 'percent' then p.subtotal * (p.coupon->>'value')::bigint / 100
    when 'fixed' then least(p.subtotal, (p.coupon->>'value')::bigint) else 0 end
  union all
  select 'coupons', 'an order that is not cancelled has the use of its coupon', o.id
  from orders o where o.coupon is not null and o.status <> 'Cancelled'
    and not exists (select from coupon_uses u where u.id = o.id and u.coupon_id = o.coupon->>'id')
  union all
  select 'coupons', 'a use is an order''s that is not cancelled, or an undecided payment''s without one', u.id
  from coupon_uses u where not exists (select from orders o where o.id = u.id and o.status <> 'Cancelled'
      and o.coupon->>'id' = u.coupon_id and u.until is null)
    and not exists (select from payments p where p.id = u.id and p.order_id is null and p.coupon->>'id' = u.coupon_id
      and u.until is not null
      and p.state in ('created', 'submitting', 'submit_unknown', 'pending', 'paid_held', 'needs_review'))
  union all
  -- money that came late pays for its order at the price that was promised, even if another has its use by then
  select 'coupons', 'no more uses than its limit, but for paid orders', c.id
  from coupons c join coupon_uses u on u.coupon_id = c.id left join orders o on o.id = u.id
  where o.payment is not true and (u.lapses_at is null or u.lapses_at > now()) group by c.id having count(*) > c.max_uses
  union all
  select 'lines', '1 to 20 of a line', order_id from order_items where quantity not between 1 and 20
  union all
  select 'lines', '1 to 20 of a line', user_id from cart_lines where quantity not between 1 and 20
  union all
  select 'lines', 'at most 50 lines', user_id from cart_lines group by user_id having count(*) > 50
  union all
  select 'reviews', 'a review is by who ordered the product', r.id
  from reviews r where not exists (select from orders o join order_items i on i.order_id = o.id
    where o.id = r.order_id and o.user_id = r.user_id and i.product_id = r.product_id)
  union all
  select 'shoppers', 'an order, its payments and what is held are one shopper''s', p.id
  from payments p left join orders o on o.id = p.order_id left join holds h on h.id = p.id
  where o.user_id <> p.user_id or h.user_id <> p.user_id
  union all
  select 'shoppers', 'a guest has no password and is never verified', id from users
  where guest_email is not null and (verified_at is not null or password_hash <> '')
  union all
  select 'shoppers', 'at most five addresses', user_id from addresses group by 3 having count(*) > 5
  union all
  select 'mails', 'one mail per event', event from outbox group by event having count(*) > 1
  union all
  select 'mails', 'a mail tells of an order that is', event from outbox
  where event like 'placed:%' and not exists (select from orders where 'placed:' || id = event)
    or event like 'new-order:%' and not exists (select from orders where 'new-order:' || id = event)
  union all
  select 'codes', 'a receipt pays one payment', receipt from payments where receipt is not null group by 3 having count(*) > 1
  union all
  select 'codes', 'a code is not another payment''s receipt', o.id
  from orders o join payments p on p.receipt = o.mpesa_code and p.order_id is distinct from o.id
  where o.payment and not (p.state like 'refund%' and p.user_id = o.user_id and p.checkout = o.idempotency_key)
  union all
  select 'orders', 'a paid order is paid in full, in shillings, by the provider''s word', o.id
  from orders o join payments p on p.order_id = o.id
  where o.payment and (p.amount < o.amount or p.code <> '0' or p.paid_at is null
    -- more only where staff made the order smaller since
    or (p.amount > o.amount and not exists (select from order_events e where e.order_id = o.id and e.kind = 'edit'))
    or coalesce(p.details->>'currency', 'KES') <> 'KES'
    -- too little, unless it waited for the owner for that, who took it as it was
    or (coalesce((p.details->>'amount')::int, p.amount) < p.amount and p.why is distinct from 'amount differs'))
  union all
  select 'holds', 'no hold outlives its time by a minute', id from holds where until < now() - interval '60 seconds'
  union all
  select 'hooks', 'what came to a hook has been read', id from hook_inbox where processed_at is null and parked_at is null
    and greatest(received_at, next_try_at) < now() - interval '60 seconds'
`;

export async function brokenInvariants(
  shop: Pick<TestShop, "query">,
): Promise<{ about: string; rule: string; place: string }[]> {
  return shop.query(BROKEN);
}

/** The last test of a file that places orders. */
export function holdsInvariants(shop: () => TestShop): void {
  test("after all that, every invariant holds", async () => {
    expect(await brokenInvariants(shop())).toEqual([]);
  });
}
