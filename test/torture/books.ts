import type { QueuedCode } from "../../src/payments/staff/code-queue.server.ts";
import type { ExceptionRow } from "../../src/payments/staff/needs-decision.server.ts";
import type { Environment } from "./environment.ts";

/** An attempt to pay as the shop's tables have it, and how its order stands. */
export type AttemptRow = {
  id: string;
  method: string;
  state: string;
  reason: string | null;
  reference: string;
  typed_code: string | null;
  amount: number;
  order_id: string | null;
};

/** A sum as the shop's tables have it, with its attempt's name and its order; the order's columns are null where it has none. */
export type TransactionRow = {
  id: string;
  provider: "mpesa" | "card";
  receipt: string | null;
  amount: number;
  allocated: number;
  refunded: number;
  refunding: number;
  unallocated: number;
  is_closed: boolean;
  payment_id: string | null;
  reference: string | null;
  order_id: string | null;
  order_status: string | null;
  order_amount: number | null;
  /** KES that the order still owes. */
  order_owed: number | null;
};

/** A refund that is not given up. */
export type RefundRow = {
  id: string;
  transaction_id: string;
  amount: number;
  state: string;
  way: "provider" | "hand";
  tries: number;
};

/** What the shop believes, to be held against the ledger. */
export type Books = {
  attempts: AttemptRow[];
  transactions: TransactionRow[];
  refunds: RefundRow[];
  /** What waits for the owner: sums by their id, all else as listed. */
  open: { sums: Set<string>; exceptions: ExceptionRow[]; codes: QueuedCode[] };
  /** Webhooks of cards that were given to the owner, who has them still or has closed them: their words. */
  messages: string[];
  /** Orders there are. */
  orders: Set<string>;
};

export async function readBooks(environment: Environment): Promise<Books> {
  const attempts = await environment.query<AttemptRow>(
    `select p.id, p.method, p.state, p.reason, p.reference, p.typed_code, p.amount,
       case when o.phase = 'placed' then o.id end as order_id
     from payments p join orders o on o.id = p.order_id order by p.id`,
  );
  const transactions = await environment.query<TransactionRow>(
    `select t.id, t.provider, t.receipt, t.amount, t.allocated, t.refunded, t.refunding, t.unallocated,
       t.closed_at is not null as is_closed, t.payment_id, p.reference, t.order_id, o.status as order_status,
       o.amount as order_amount, o.owed as order_owed
     from transactions t left join payments p on p.id = t.payment_id left join orders o on o.id = t.order_id
     order by t.created_at, t.id`,
  );
  const refunds = await environment.query<RefundRow>(
    "select id, transaction_id, amount, state, way, tries from refunds where given_up_at is null or state = 'done' order by id",
  );
  const messages = await environment.query<{ body: string }>(
    `select h.body from webhook_inbox h join exceptions e on e.webhook_id = h.id
     where h.kind = 'card' and (h.outcome is null or h.outcome = 'closed by the owner')`,
  );
  const orders = await environment.query<{ id: string }>("select id from orders where phase = 'placed'");
  return {
    attempts,
    transactions,
    refunds,
    open: await environment.ownersLists(),
    messages: messages.map(({ body }) => body),
    orders: new Set(orders.map(({ id }) => id)),
  };
}

/** KES of it that pay an order, are back with the payer or on their way. */
export function spentOf({ allocated, refunded, refunding }: TransactionRow): number {
  return allocated + refunded + refunding;
}
