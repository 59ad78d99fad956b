// Each statement writes one table, from the temporary ones of invented-orders.ts, as the shop itself would have.

/** An id of 26 characters: no two numbers of one run share one, and every real id comes after it. */
export const idOf = (n: string) => `'01' || lpad((${n})::text, 24, '0')`;
/** The same of an M-Pesa code. */
export const codeOf = (n: string) => `'TKA' || lpad(upper(to_hex(${n})), 7, '0')`;

/** In an order in which each finds what it refers to. */
export const TABLES = [
  `
  insert into users (id, name, email, password_hash, verified_at, joined_at)
  select id, name, address->>'email', 'none', joined, joined from shopper`,
  `
  insert into orders (id, user_id, address, subtotal, delivery_fee, amount, status, payment, refund, all_refunded, payment_method,
    mpesa_code, key_hash, request_hash, contents_hash, placed_at, version, courier, tracking)
  select d.id, s.id, s.address, subtotal, fee, subtotal + fee, status, paid, refund, coalesce(refund in ('due', 'done'), false), method,
    case when method = 'cod' then code end, 'checkout-' || d.n, 'invented', 'contents-' || d.n, at, steps,
    case when steps > 1 then 'G4S' end, case when steps > 1 then 'KE-' || d.n end
  from draft d join shopper s on s.n = d.shopper
    join (select n, sum(price * quantity) as subtotal from draft_line group by n) as goods on goods.n = d.n
    cross join lateral (select coalesce(array_position(
      '{Packing,Shipped,Out for delivery,Delivered}', replace(status, 'Cancelled', 'Packing')), 0) as steps) as moved
  order by d.n`,
  `
  insert into order_items (order_id, line, product_id, name, price, size, quantity, image)
  select d.id, line, product_id, name, price, size, quantity, image from draft_line l join draft d on d.n = l.n
  order by d.n, line`,
  // what came, in whole: to its order, or refunded
  `
  insert into transactions (id, provider, receipt, amount, unallocated, paid_at, till, source, verified, order_id, allocated,
    refunded, refunding, details, created_at)
  select ${idOf("d.n + 300000000")}, case when d.method = 'flutterwave' then 'card' else 'mpesa' end,
    case when d.method = 'flutterwave' then (1600000000 + d.n)::text else d.code end, o.amount, 0,
    d.at + interval '40 seconds', case when d.method = 'flutterwave' then null else '600966' end,
    case d.method when 'flutterwave' then 'webhook' when 'mpesa' then 'callback' else 'c2b' end, true, d.id,
    o.amount - back.done - back.due, back.done, back.due,
    case when d.method = 'flutterwave' then jsonb_build_object('currency', 'KES') end, d.at + interval '40 seconds'
  from draft d join orders o on o.id = d.id cross join lateral (select
    case d.refund when 'done' then o.amount when 'part' then o.subtotal / 3 else 0 end as done,
    case d.refund when 'due' then o.amount else 0 end as due) as back
  where d.paid order by d.n`,
  `
  insert into payments (id, method, state, active,
    amount, phone, reference, checkout_request_id, merchant_request_id, code, reason, transaction_id, order_id,
    created_at, submitted_at, paid_at)
  select d.payment, d.method,
    case when d.paid then 'paid' when d.status = 'Cancelled' then 'failed' else 'needs_review' end,
    false, o.amount, case when d.method = 'mpesa' then s.phone end,
    case when d.method = 'cod' then 'till:' || d.code else 'KB' || right(d.payment, 8) end,
    case when d.method = 'mpesa' then 'ws_CO_' || d.n end, case when d.method = 'mpesa' then 'merchant-' || d.n end,
    case when d.paid then '0' end,
    case when not d.paid and d.status = 'Cancelled' then 'M-Pesa does not know its code' end,
    t.id, d.id, d.at, d.at, case when d.paid then d.at + interval '40 seconds' end
  from draft d join orders o on o.id = d.id join shopper s on s.n = d.shopper left join transactions t on t.order_id = d.id
  order by d.n`,
  `
  update transactions set payment_id = p.id from payments p where p.transaction_id = transactions.id`,
  `
  insert into payment_events (payment_id, at, event, from_state, to_state, note)
  select d.payment, d.at + pause * interval '1 second', event, was, now_is, p.reason
  from draft d join payments p on p.id = d.payment cross join lateral (values
    ('begin', null, 'pending', 0, true),
    ('complete', 'pending', 'paid', 40, d.paid),
    ('fail', 'pending', 'failed', 86400, p.state = 'failed'),
    ('review', 'pending', 'needs_review', 3600, p.state = 'needs_review')
  ) as told (event, was, now_is, pause, happened) where happened order by 2`,
  `
  insert into refunds (id, transaction_id, order_id, amount, reason, by_name, way, hand_code, state, reference, next_try_at,
    created_at, done_at)
  select ${idOf("d.n + 200000000")}, t.id, d.id, greatest(t.refunded, t.refunding),
    case when d.refund = 'part' then 'one piece had a hole' else 'cancelled by the shopper' end, 'Njeri Mwangi',
    case when d.method = 'flutterwave' and d.refund <> 'due' then 'provider' else 'hand' end,
    case when d.method <> 'flutterwave' and d.refund <> 'due' then ${codeOf("d.n + 200000000")} end,
    case when d.refund = 'due' then 'due' else 'done' end, null, null, d.at + interval '26 hours', done
  from draft d join transactions t on t.order_id = d.id
    cross join lateral (select case when d.refund <> 'due' then d.at + interval '28 hours' end as done) as ended
  where d.refund is not null`,
  `
  insert into order_events (order_id, at, kind, from_status, to_status, note, by_name, public)
  select d.id, d.at + pause * interval '1 hour', kind, was, now_is, told.note,
    case when kind in ('step', 'cancel') then 'Njeri Mwangi' end, true
  from draft d join orders o on o.id = d.id cross join lateral (values
    ('placed', null, 'Order Placed', null, 0, true),
    ('paid', null, null, null, 0.02, d.paid),
    ('step', 'Order Placed', 'Packing', null, 20, d.status <> 'Cancelled' and o.version > 0),
    ('step', 'Packing', 'Shipped', null, 30, o.version > 1),
    ('step', 'Shipped', 'Out for delivery', null, 70, o.version > 2),
    ('step', 'Out for delivery', 'Delivered', null, 90, o.version > 3),
    ('cancel', 'Order Placed', 'Cancelled', null, 26, d.status = 'Cancelled'),
    ('refund', null, null, 'due', 26, d.refund in ('due', 'done')),
    ('refund', null, null, d.refund, 28, d.refund in ('part', 'done'))
  ) as told (kind, was, now_is, note, pause, happened) where happened order by 2`,
  `
  insert into audit (at, staff_name, role, action, subject_kind, subject_id, before, after)
  select at, by_name, 'packer', 'order.' || kind, 'order', order_id, jsonb_build_object('status', from_status),
    jsonb_build_object('status', to_status)
  from order_events where by_name is not null order by id`,
  // older ones have been swept
  `
  insert into outbox (id, event, recipient, subject, html, text, state, attempts, created_at)
  select ${idOf("row_number() over () + 300000000")}, mail || ':' || e.order_id, o.address->>'email',
    'Your order ' || right(o.id, 8), '', '', 'sent', 1, e.at
  from order_events e join orders o on o.id = e.order_id
    cross join lateral (select case when e.kind in ('placed', 'paid') then e.kind when e.kind = 'cancel' then 'cancelled'
      when e.to_status in ('Shipped', 'Delivered') then lower(e.to_status) end as mail) as told
  where mail is not null and e.at > now() - interval '90 days'`,
  // of codes that nobody has found yet
  `
  insert into holds (order_id, product_id, size, quantity)
  select d.id, product_id, size, quantity
  from draft d join draft_line l on l.n = d.n join orders o on o.id = d.id
  where not d.paid and d.status <> 'Cancelled'`,
  `
  update stock set received = received + taken, held = held + kept
  from (
    select product_id, size, sum(quantity) as taken, coalesce(sum(quantity) filter (where not paid), 0) as kept
    from draft d join draft_line l on l.n = d.n where status <> 'Cancelled' group by 1, 2
  ) as goods where stock.product_id = goods.product_id and stock.size = goods.size`,
];
