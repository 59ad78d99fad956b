import type { StaffRow } from "../../src/ordering/staff/list-orders.server.ts";
import type { Environment } from "./environment.ts";

/** A payment as the shop's tables have it, with its order and its refund. */
export type PaymentRow = {
  id: string;
  method: string;
  state: string;
  why: string | null;
  reference: string;
  receipt: string | null;
  amount: number;
  /** The order it belongs to, and how that stands; null when there is no such order. */
  order_id: string | null;
  order_status: string | null;
  /** The refund that is still open, else the last. */
  refund: string | null;
  /** How often it was sent. */
  tries: number | null;
  /** Whether it goes by the provider or by hand. */
  way: string | null;
  /** KES that all its refunds sent back. */
  refunded: number | null;
};

/** Money the shop keeps beside its payments: reported by the till, or noted as a discrepancy. `refunded`: KES sent back. */
type LooseRow = { receipt: string; refund: string | null; refunded: number | null };

/** What the shop believes, to be held against the ledger. */
export type Books = {
  payments: PaymentRow[];
  loose: LooseRow[];
  /** The owner's list, whole. */
  list: StaffRow[];
  /** Webhooks of cards that were given to the owner, who has them still or has closed them: their words. */
  messages: string[];
  /** Orders there are. */
  orders: Set<string>;
};

export async function readBooks(environment: Environment): Promise<Books> {
  const payments = await environment.query<PaymentRow>(
    `select p.id, p.method, p.state, p.why, p.reference, p.receipt, p.amount, p.order_id, o.status as order_status,
       r.state as refund, r.tries, r.way,
       (select sum(done.amount)::int from refunds done where done.payment_id = p.id and done.state = 'done') as refunded
     from payments p left join orders o on o.id = p.order_id
       left join lateral (select state, tries, way from refunds r where r.payment_id = p.id
         order by r.state = 'done' or r.given_up_at is not null, r.number desc limit 1) r on true
     order by p.id`,
  );
  const loose = await environment.query<LooseRow>(
    `select d.receipt, r.state as refund, case when r.state = 'done' then r.amount end as refunded
     from discrepancies d left join refunds r on r.discrepancy_id = d.id where d.receipt is not null
     union all select code, null, null from till_payments`,
  );
  const messages = await environment.query<{ body: string }>(
    `select h.body from hook_inbox h join discrepancies d on d.hook_id = h.id
     where h.kind = 'card' and d.kind = 'message' and (h.outcome is null or h.outcome = 'closed by the owner')`,
  );
  const orders = await environment.query<{ id: string }>("select id from orders");
  return {
    payments,
    loose,
    list: await environment.ownersList(),
    messages: messages.map(({ body }) => body),
    orders: new Set(orders.map(({ id }) => id)),
  };
}

/** The payment a row of the list is about, or whose name it bears. */
export function paymentOf({ paymentId }: StaffRow, { payments }: Books): PaymentRow | undefined {
  return payments.find(({ id }) => id === paymentId);
}
