import { mayFollow, type Status } from "../../../src/ordering/rules.ts";
import type { Environment } from "../environment.ts";
import { moneyOf } from "../ledger.ts";
import type { Tally } from "./hand.ts";

/** What is wrong once all is settled, in words; each rule holds whatever staff did and whichever process died. */
export async function staffFaults(environment: Environment, tally: Tally): Promise<string[]> {
  const broken = await environment.query<{ rule: string; place: string }>(RULES);
  return [
    ...broken.map(({ rule, place }) => `${rule}: ${place}`),
    ...(await brokenChains(environment)),
    ...(await unaudited(environment, tally)),
    ...(await sentTooOften(environment)),
  ];
}

const RULES = `
  select 'an action on an order has its one row in the audit log' as rule, coalesce(e.key, a.key) || ' ' || coalesce(e.count, 0) || ' events, ' || coalesce(a.count, 0) || ' rows' as place
  from (select concat_ws(' ', 'order.' || kind, order_id, by_id) as key, count(*) from order_events
    where by_id is not null and kind in ('step', 'undo', 'cancel', 'address', 'edit', 'note') group by 1) e
  full join (select concat_ws(' ', action, subject_id, staff_id) as key, count(*) from audit where subject_kind = 'order' group by 1) a
    on a.key = e.key
  where e.count is distinct from a.count
  union all
  select 'a step that stands has its mail, and an undone one has none', o.id || ' ' || m.mail
  from orders o cross join (values ('shipped', 'Shipped'), ('delivered', 'Delivered')) m (mail, status)
  where (select count(*) from outbox where event = m.mail || ':' || o.id)
    <> (select count(*) from order_events e where e.order_id = o.id and e.kind = 'step' and e.to_status = m.status and e.public)
  union all
  select 'a version for each change', o.id || ' ' || o.version
  from orders o where o.version <> (select count(*) from order_events e
    where e.order_id = o.id and e.kind in ('step', 'undo', 'cancel', 'address', 'edit'))
  union all
  select 'lines are on the shelf again once, as done refunds say, and never more than were bought', i.order_id || ' ' || i.line
  from order_items i join orders o on o.id = i.order_id,
    lateral (select coalesce(sum((l->>'quantity')::int), 0) as pieces from refunds r, jsonb_array_elements(r.lines) l
      where r.order_id = i.order_id and r.state = 'done' and (l->>'line')::int = i.line and (l->>'restock')::boolean) named
  where o.status <> 'Cancelled' and case when named.pieces <= i.quantity then i.returned <> named.pieces
    else i.returned not between 1 and i.quantity end
  union all
  select 'a refund by a person has its row in the audit log', r.of || ' ' || r.count || ' refunds, ' || coalesce(a.count, 0) || ' rows'
  from (select transaction_id as of, count(*) from refunds where by_id is not null group by 1) r
  left join (select subject_id, count(*) from audit where action = 'payment.refund' group by 1) a on a.subject_id = r.of
  where r.count is distinct from a.count
  union all
  select 'money sent by hand has its row in the audit log', coalesce(h.refund_id, a.refund_id)
  from (select refund_id, count(*) from refund_attempts where way = 'hand' group by 1) h
  full join (select subject_id as refund_id, count(*) from audit where action = 'payment.refunded' group by 1) a
    on a.refund_id = h.refund_id
  where h.count is distinct from a.count or h.count > 1
  union all
  select 'a person who changed a payment is in the audit log', e.payment_id || ' ' || e.event
  from payment_events e join payments p on p.id = e.payment_id
  where e.by_id is not null and not exists (select from audit a where a.staff_id = e.by_id
    and a.subject_id in (p.id, p.order_id, p.transaction_id))
  union all
  select 'a decision in the audit log changed its payment', a.subject_id || ' ' || a.action
  from audit a where a.action in ('code.confirm', 'code.reject', 'payment.accept') and not exists (select from payment_events e
    where e.payment_id = a.subject_id and e.by_id = a.staff_id)
  union all
  select 'a move of stock by a person has its row in the audit log, of as many pieces', coalesce(m.key, a.key) || ' ' || coalesce(m.sum, 0) || ' moved, ' || coalesce(a.sum, 0) || ' in the log'
  from (select product_id || ' ' || by_id as key, count(*), sum(delta) from stock_moves where by_id is not null group by 1) m
  full join (select subject_id || ' ' || staff_id as key, count(*), sum((after->>'onHand')::int - (before->>'onHand')::int)
    from audit where action = 'stock.change' group by 1) a on a.key = m.key
  where m.count is distinct from a.count or m.sum is distinct from a.sum
  union all
  select 'each change of a coupon has its row in the audit log', c.id || ' ' || c.version
  from coupons c where c.version <> 1 + (select count(*) from audit where action = 'coupon.edit' and subject_id = c.id)
  union all
  select 'a key answers once', staff_id || ' ' || key from staff_answers where status is null and at < now() - interval '5 minutes'
`;

type Event = {
  order_id: string;
  kind: string;
  from: Status | null;
  to: Status;
  by: string | null;
  stands: Status;
};

/** Each order's history leads from its placing to where it stands, by steps of the table; an undo takes back the step before it. */
async function brokenChains({ query }: Environment): Promise<string[]> {
  const events = await query<Event>(
    `select e.order_id, e.kind, e.from_status as "from", e.to_status as "to", e.by_id as "by", o.status as stands
     from order_events e join orders o on o.id = e.order_id where e.to_status is not null order by e.order_id, e.id`,
  );
  const faults: string[] = [];
  events.forEach((event, index) => {
    const before = events[index - 1]?.order_id === event.order_id ? events[index - 1] : undefined;
    const isLast = events[index + 1]?.order_id !== event.order_id;
    const { kind, from, to, by, stands, order_id } = event;
    const named = `${order_id}: ${kind} from ${from} to ${to}`;
    if (before && from !== before.to) faults.push(`a gap in the history, ${named} after ${before.to}`);
    if (kind === "undo" && !(before?.kind === "step" && before.from === to && before.by === by))
      faults.push(`an undo of no step of one's own, ${named}`);
    if (kind !== "undo" && from !== null && !mayFollow(from, to))
      faults.push(`no step of the table, ${named}`);
    if (isLast && to !== stands)
      faults.push(`the history ends at another status, ${named}, and stands at ${stands}`);
  });
  return faults;
}

/** Each action that was answered has its row, and each row its action. */
async function unaudited({ query }: Environment, { done, unknown }: Tally): Promise<string[]> {
  const rows = await query<{ key: string; count: number }>(
    "select action || ' ' || subject_id as key, count(*)::int from audit group by 1",
  );
  const written = new Map(rows.map(({ key, count }) => [key, count]));
  const counted = new Set(
    [...done.keys(), ...unknown.keys(), ...written.keys()].filter((key) => COUNTED.test(key)),
  );
  return [...counted].flatMap((key) => {
    const least = done.get(key) ?? 0;
    const most = least + (unknown.get(key) ?? 0);
    const count = written.get(key) ?? 0;
    return count < least || count > most
      ? [`${key} was done ${least} times, at most ${most}, and is in the audit log ${count} times`]
      : [];
  });
}

/** Those that no other action writes as well. */
const COUNTED =
  /^(order\.(undo|note|address|cancel)|code\.(confirm|reject)|payment\.(accept|refunded)|stock\.change) /;

/** What left for the providers: each refund once, but for those that failed or of which nobody knows; never a part to a reversal. */
async function sentTooOften(environment: Environment): Promise<string[]> {
  const { daraja, flutterwave, query } = environment;
  const tries = await query<{ name: string; sent: number; refunds: number; again: number }>(
    `select coalesce(t.receipt, t.id) as name, count(*)::int as sent, count(distinct r.id)::int as refunds,
       count(*) filter (where a.state in ('unknown', 'failed'))::int as again
     from refund_attempts a join refunds r on r.id = a.refund_id join transactions t on t.id = r.transaction_id
     where a.way = 'provider' group by 1`,
  );
  const known = new Map(tries.map((each) => [each.name, each]));
  const money = moneyOf(environment);
  const reversals = daraja
    .requests("/reversal")
    // refused with 404 for a token that has ended, the same is sent once more with a new one
    .filter(({ direction, status }) => direction === "in" && status !== 404)
    .map(({ body }) => body as { TransactionID: string; Amount: unknown });
  const cards = flutterwave.requests().flatMap(({ path }) => /(\d+)\/refund$/.exec(path)?.[1] ?? []);
  // a receipt that an owner mistyped is no money's name, and goes once the provider says the right one
  const names = [...reversals.map(({ TransactionID }) => TransactionID), ...cards].filter((name) =>
    money.some(({ receipt }) => receipt === name),
  );
  return [
    ...reversals.flatMap(({ TransactionID, Amount }) => {
      const whole = money.find(({ receipt }) => receipt === TransactionID)?.amount;
      return whole !== undefined && Number(Amount) !== whole
        ? [`a reversal of Ksh ${Amount} of the Ksh ${whole} of ${TransactionID}`]
        : [];
    }),
    ...[...new Set(names)].flatMap((name) => {
      const count = names.filter((each) => each === name).length;
      const { sent = 0, refunds = 0, again = 0 } = known.get(name) ?? {};
      return count > sent || count > refunds + again
        ? [`${name} was asked back ${count} times: ${refunds} refunds, ${sent} attempts, ${again} in vain`]
        : [];
    }),
  ];
}
