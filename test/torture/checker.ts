import { brokenInvariants } from "../invariants.ts";
import { type AttemptRow, type Books, type RefundRow, readBooks } from "./books.ts";
import type { Environment } from "./environment.ts";
import { checkAll, type Observations } from "./invariants.ts";
import { type Money, moneyOf } from "./ledger.ts";
import { POISON } from "./poison.ts";

/** Money that has become neither an order nor a refund, and is not the owner's to decide. */
export async function unsettled(environment: Environment, promised: ReadonlySet<string>): Promise<Money[]> {
  const rows = await environment.query<{ name: string }>(
    `select unnest(array[t.receipt, p.reference]) as name
     from transactions t left join payments p on p.id = t.payment_id
     where t.unallocated < t.amount or t.closed_at is not null
       or not exists (select from payments its where (its.id = t.payment_id or its.typed_code = t.receipt)
         and its.paid_at is null and its.next_check_at is not null)
     union all select reference from payments where state in ('paid_held', 'needs_review') and next_check_at is null`,
  );
  const settled = new Set(rows.map(({ name }) => name));
  return moneyOf(environment).filter(
    ({ reference, receipt, back }) =>
      back === 0 &&
      !settled.has(reference) &&
      !settled.has(receipt) &&
      (!reference.startsWith("till:") || promised.has(receipt)),
  );
}

/** What a run came to, held against what the providers know. */
export async function checkInvariants(environment: Environment, observed: Observations) {
  const before = await environment.ownersLists();
  const { open, ...rows } = await readBooks(environment);
  // what is decided while the rows are read was on the lists before, and is not any more
  const listed = {
    sums: new Set([...before.sums, ...open.sums]),
    exceptions: [...before.exceptions, ...open.exceptions],
    codes: [...before.codes, ...open.codes],
  };
  const books: Books = { ...rows, open: listed };
  const money = moneyOf(environment);
  const answers = checkAll({ money, books, observed });
  const broken = await brokenInvariants(environment);
  const lineOf = ({ rule, place }: (typeof broken)[number]) => `${rule}: ${place}`;
  return {
    ...answers,
    orders: books.orders.size,
    reduced: (await environment.query(REDUCED)).length,
    refunds: books.refunds.length,
    drift: broken.filter(({ about }) => about === "stock").map(lineOf),
    broken: broken.filter(({ about }) => about !== "stock").map(lineOf),
    others: [
      ...observed.faults,
      ...promptedTwice(environment),
      ...stillOpen(books),
      ...(await leftOver(environment)),
      ...(await failedJobs(environment)),
    ],
  };
}

/** Orders with a coupon. */
const REDUCED = "select id from orders where phase = 'placed' and coupon is not null";

/** One tap on Pay rings a phone once. */
function promptedTwice({ daraja }: Environment): string[] {
  const names = daraja.payments().map(({ accountReference }) => accountReference);
  return names
    .filter((name, index) => names.indexOf(name) !== index)
    .map((name) => `two prompts of one tap: ${name}`);
}

const OPEN = new Set(["created", "submitting", "pending", "submit_unknown", "paid_held"]);
const SENDING = new Set(["asking", "asked", "sending", "sent"]);

/** After more than a day nothing is under way any more: it is decided, or the owner's. */
function stillOpen({ attempts, transactions, refunds, open }: Books): string[] {
  const listed = new Set([
    ...transactions.filter(({ id }) => open.sums.has(id)).map(({ payment_id }) => payment_id),
    ...open.exceptions.map(({ _id }) => _id),
    ...open.codes.map(({ paymentId }) => paymentId),
  ]);
  const isOpen = ({ id, state }: AttemptRow) => OPEN.has(state) && !listed.has(id);
  const isSending = ({ state, tries, way }: RefundRow) =>
    SENDING.has(state) || (state === "due" && tries === 0 && way === "provider");
  return [
    ...attempts
      .filter(isOpen)
      .map(({ method, reference, state }) => `still open after a day: ${method} ${reference} is ${state}`),
    ...refunds.filter(isSending).map(({ id, state }) => `a refund is still ${state}: ${id}`),
  ];
}

/**
 * Messages at our addresses that nobody has read, each in words. Two kinds may wait for the owner, who must have them on his
 * list: poison, and a card's of which the provider could say nothing for 24 hours.
 */
export async function unreadHooks(environment: Environment): Promise<string[]> {
  const unread = await environment.query<{ words: string }>(
    `select concat_ws(' ', kind, 'after', tries, 'tries,', case when parked_at is null then 'waiting' else 'parked' end,
         'since', now() - received_at, 'next in', next_try_at - now(), left(body, 200)) as words
       from webhook_inbox where processed_at is null
         -- what has only just come is still being read
         and received_at < now() - interval '30 seconds'
         and (parked_at is null
           or not (body like '%' || $1 || '%' or kind = 'card' and parked_at - received_at >= interval '24 hours')
           or not exists (select from exceptions where webhook_id = webhook_inbox.id))`,
    [POISON],
  );
  return unread.map(({ words }) => words);
}

async function leftOver(environment: Environment): Promise<string[]> {
  const holds = await environment.query<{ words: string }>(
    `select concat_ws(' ', h.quantity, 'until', h.until - now(), 'of', p.method, p.reference, p.state, p.reason,
         'heard', p.callback->>'code', 'asked next', p.next_check_at - now()) as words
       from holds h left join payments p on p.order_id = h.order_id where h.until is not null`,
  );
  const uses = await environment.query<{ words: string }>(
    `select concat_ws(' ', 'until', u.until - now(), 'of', p.method, p.reference, p.state, p.reason) as words
       from coupon_uses u left join payments p on p.order_id = u.id where u.until is not null`,
  );
  const unread = await unreadHooks(environment);
  return [
    ...unread.map((webhook) => `a webhook was never read: ${webhook}`),
    ...holds.map(({ words }) => `a hold was never let go: ${words}`),
    ...uses.map(({ words }) => `the use of a coupon was never let go: ${words}`),
  ];
}

/** Jobs that fail each time; after a minute's round comes the next. */
async function failedJobs(environment: Environment): Promise<string[]> {
  const failed = await environment.query<{ kind: string; key: string }>(
    "select kind, key from jobs where tries >= 5 and kind <> 'minute'",
  );
  return failed.map(({ kind, key }) => `the job ${kind} ${key} failed five times`);
}
