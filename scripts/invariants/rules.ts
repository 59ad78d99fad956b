/** Rules that hold at every moment, whatever happened, by what they are about: each with a query of what breaks it. */
const RULES: Record<string, Record<string, string>> = {
  stock: {
    "on hand + held + sold = received": `select s.product_id || ' ' || s.size
  from stock s
  left join (
    select i.product_id, i.size, sum(i.quantity - i.returned) as count
    from order_items i join orders o on o.id = i.order_id and o.phase = 'placed' and o.status <> 'Cancelled'
    where not exists (select from holds h where h.order_id = o.id)
    group by 1, 2
  ) sold on sold.product_id = s.product_id and sold.size = s.size
  where s.on_hand + s.held + coalesce(sold.count, 0) <> s.received or s.on_hand < 0 or s.held < 0`,
    "held is what holds say": `select s.product_id || ' ' || s.size
  from stock s left join (select product_id, size, sum(quantity) as count from holds group by 1, 2) kept
    on kept.product_id = s.product_id and kept.size = s.size
  where s.held <> coalesce(kept.count, 0)`,
    "the moves of the ledger add up to what was received": `select s.product_id || ' ' || s.size
  from stock s left join (select product_id, size, sum(delta) as sum from stock_moves group by 1, 2) moved
    on moved.product_id = s.product_id and moved.size = s.size
  where s.received <> coalesce(moved.sum, 0)`,
    "what is kept for a code is an unpaid order's": `select h.order_id
  from holds h left join orders o on o.id = h.order_id
  where h.until is null and (o.id is null or o.phase <> 'placed' or o.payment or o.status = 'Cancelled'
    or h.quantity is distinct from (select i.quantity from order_items i
      where i.order_id = o.id and i.product_id = h.product_id and i.size = h.size))`,
  },
  money: {
    "the four sums of a transaction are its amount, and its refunds are two of them": `select t.id
    from transactions t left join lateral (select
      coalesce(sum(r.amount) filter (where r.state = 'done'), 0) as done,
      coalesce(sum(r.amount) filter (where r.state <> 'done' and r.given_up_at is null), 0) as open
      from refunds r where r.transaction_id = t.id) back on true
    where t.amount <> t.allocated + t.refunded + t.refunding + t.unallocated or t.refunding <> back.open
      or t.refunded <> back.done and not exists (select from exceptions e where e.transaction_id = t.id)`,
    "an order knows whether all its money goes back": `select o.id from orders o where o.all_refunded <> (o.refund is not null
      and not exists (select from transactions t where t.order_id = o.id and t.allocated > 0))`,
    "what is only reported is not spent": `select t.id from transactions t where not t.verified and t.unallocated <> t.amount`,
    "a paid order has its total: allocated, refunded of it, being refunded, or owed": `select o.id
    from orders o
      left join lateral (select coalesce(sum(t.allocated), 0) as sum from transactions t where t.order_id = o.id) paid on true
      left join lateral (select coalesce(sum(r.amount), 0) as sum from refunds r
        where r.order_id = o.id and (r.state = 'done' or r.given_up_at is null)) back on true
    where case when o.payment and o.status <> 'Cancelled'
        -- an edit that made it cheaper refunds the difference
        then o.amount > paid.sum + back.sum + o.owed
          or o.amount < paid.sum + o.owed and not exists (select from order_events e where e.order_id = o.id and e.kind = 'edit')
      when o.status = 'Cancelled' then paid.sum > 0
      else paid.sum > 0 end`,
    "a paid attempt has its money, and no other has any of its own": `select p.id
    from payments p left join transactions t on t.id = p.transaction_id
    where (p.state = 'paid') <> (t.id is not null) or t.payment_id <> p.id
      or p.state = 'paid' and t.allocated + t.refunded + t.refunding = 0 and t.closed_at is null
        and not exists (select from refunds r where r.transaction_id = t.id)`,
    "a receipt is one transaction": `select provider || ' ' || receipt from transactions where receipt is not null group by 1 having count(*) > 1`,
    "a paid order is paid by one attempt": `select o.id from orders o where o.payment and 1 < (select count(*) from payments p
      join transactions t on t.id = p.transaction_id where p.order_id = o.id and t.order_id = o.id and t.allocated > 0)`,
    "one key, one order": `select key_hash from orders where phase <> 'ended' group by 1 having count(*) > 1`,
  },
  orders: {
    "what an order that is not placed holds ends, and is of its items": `select h.order_id
  from holds h join orders o on o.id = h.order_id
  where o.phase = 'ended' or o.phase = 'awaiting' and (h.until is null or h.quantity is distinct from
    (select i.quantity from order_items i where i.order_id = o.id and i.product_id = h.product_id and i.size = h.size))`,
    "total = goods - discount + fee": `select o.id
  from orders o left join (select order_id, sum(price::bigint * quantity) as sum from order_items group by 1) goods on goods.order_id = o.id
  where goods.sum is null or o.subtotal <> goods.sum or o.amount <> goods.sum - o.discount + o.delivery_fee`,
  },
  codes: {
    "a code pays one order": `select upper(trim(mpesa_code)) from orders where mpesa_code is not null group by 1 having count(*) > 1`,
  },
  coupons: {
    "a discount is what its coupon takes off, and something is left to pay": `select p.id
  from orders p
  where p.amount < 1 or p.discount > case p.coupon->>'kind'
    when 'delivery' then p.delivery_fee
    when 'percent' then p.subtotal * (p.coupon->>'value')::bigint / 100
    when 'fixed' then least(p.subtotal, (p.coupon->>'value')::bigint) else 0 end`,
    "an order that is not cancelled has the use of its coupon": `select o.id
  from orders o where o.coupon is not null and o.phase = 'placed' and o.status <> 'Cancelled'
    and not exists (select from coupon_uses u where u.id = o.id and u.coupon_id = o.coupon->>'id')`,
    "a use is an order's that is not cancelled, or awaits an undecided payment": `select u.id
  from coupon_uses u where not exists (select from orders o where o.id = u.id and o.status <> 'Cancelled'
      and o.coupon->>'id' = u.coupon_id and o.phase = 'placed' and u.until is null)
    and not exists (select from orders o join payments p on p.order_id = o.id where o.id = u.id and o.phase = 'awaiting'
      and o.coupon->>'id' = u.coupon_id and u.until is not null
      and p.state in ('created', 'submitting', 'submit_unknown', 'pending', 'paid_held', 'needs_review'))`,
    // money that came late pays for its order at the price that was promised, whoever has its use by then
    "no more uses than its limit, but for paid orders": `select c.id
  from coupons c join coupon_uses u on u.coupon_id = c.id left join orders o on o.id = u.id
  where o.payment is not true and (u.lapses_at is null or u.lapses_at > now()) group by c.id having count(*) > c.max_uses`,
  },
  lines: {
    "1 to 20 of an order's line": `select order_id from order_items where quantity not between 1 and 20`,
    "1 to 20 of a cart's line": `select user_id from cart_lines where quantity not between 1 and 20`,
    "at most 50 lines": `select user_id from cart_lines group by user_id having count(*) > 50`,
  },
  reviews: {
    "a review is by who ordered the product": `select r.id
  from reviews r where not exists (select from orders o join order_items i on i.order_id = o.id
    where o.id = r.order_id and o.user_id = r.user_id and i.product_id = r.product_id)`,
  },
  shoppers: {
    "a guest has no password and is never verified": `select id from users
  where guest_email is not null and (verified_at is not null or password_hash <> '')`,
    "at most five addresses": `select user_id from addresses group by 1 having count(*) > 5`,
  },
  mails: {
    "one mail per event": `select event from outbox group by event having count(*) > 1`,
    "a mail tells of an order that is": `select event from outbox
  where event like 'placed:%' and not exists (select from orders where 'placed:' || id = event)
    or event like 'new-order:%' and not exists (select from orders where 'new-order:' || id = event)`,
  },
  holds: {
    "no hold outlives its time by a minute": `select order_id from holds where until < now() - interval '60 seconds'`,
  },
  hooks: {
    "what came to a webhook has been read": `select id from webhook_inbox where processed_at is null and parked_at is null
    and greatest(received_at, next_try_at) < now() - interval '60 seconds'`,
  },
};

export const INVARIANTS = Object.entries(RULES).flatMap(([about, rules]) =>
  Object.entries(rules).map(([rule, broken]) => ({ about, rule, broken })),
);

/** All of them at once: a row for each place that breaks a rule. */
export const ALL_BROKEN = INVARIANTS.map(
  ({ about, rule, broken }) =>
    `select '${about}' as about, '${rule.replaceAll("'", "''")}' as rule, place from (${broken}) as broken (place)`,
).join(" union all ");
