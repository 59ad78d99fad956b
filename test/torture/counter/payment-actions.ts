import type { Observations } from "../invariants.ts";
import { moneyOf } from "../ledger.ts";
import { type Draw, type Drawing, RUSH, type StaffAction } from "./order-actions.ts";

// actions about money, by people who look into the provider's own books first; one in four is mistaken all the same

type Paying = {
  id: string;
  method: string;
  state: string;
  reference: string;
  receipt: string | null;
  typed_code: string | null;
  amount: number;
  lines: { line: number; quantity: number }[] | null;
};

const COLUMNS = `select p.id, p.method, p.state, p.reference, p.receipt, p.typed_code, p.amount,
    (select json_agg(json_build_object('line', i.line, 'quantity', i.quantity)) from order_items i where i.order_id = p.order_id) as lines
  from payments p`;

/** Payments of which any is likely to take the action, and now and then one that is not. */
async function pickPayment(drawing: Drawing, likely: string): Promise<Paying | undefined> {
  const { environment, random, rush } = drawing;
  const which = random.chance(90) ? likely : "true";
  const found = await environment.query<Paying>(
    `${COLUMNS} where ${which} order by p.order_id = $1 desc nulls last, p.id desc limit 20`,
    [rush.orderId],
  );
  return random.chance(RUSH) ? found[0] : found[random.below(found.length)];
}

/** The money it is, by the provider's books. */
function moneyBehind({ environment }: Drawing, { reference, receipt, typed_code }: Paying) {
  return moneyOf(environment).find(
    (money) => money.reference === reference || [receipt, typed_code].includes(money.receipt),
  );
}

const UNDECIDED =
  "p.paid_at is null and p.state in ('pending', 'needs_review', 'paid_held', 'submit_unknown', 'expired_unknown')";
const CODES = "p.method = 'cod' and p.paid_at is null and p.state in ('pending', 'needs_review')";

export const confirmCode: Draw = async (drawing) => {
  const payment = await pickPayment(drawing, CODES);
  if (!payment) return undefined;
  const money = moneyBehind(drawing, payment);
  const code = payment.typed_code ?? "";
  if (!money && drawing.random.chance(75)) return undefined;
  // goods are not given for less than they cost
  if (money && money.amount < payment.amount) return undefined;
  return about(payment, {
    right: "codes.decide",
    path: `/codes/${payment.id}/confirm`,
    body: { amount: payment.amount },
    action: "code.confirm",
    note: money ? () => {} : ({ accepted }) => void accepted.set(code, payment.id),
  });
};

export const rejectCode: Draw = async (drawing) => {
  const payment = await pickPayment(drawing, CODES);
  if (!payment) return undefined;
  const money = moneyBehind(drawing, payment);
  if (money && drawing.random.chance(75)) return undefined;
  return about(payment, {
    right: "codes.decide",
    path: `/codes/${payment.id}/reject`,
    body: { reason: `not in the statement ${drawing.number}` },
    action: "code.reject",
    note: ({ decided }) => void (money && decided.add(money.receipt)),
  });
};

export const askAgain: Draw = async (drawing) => {
  const payment = await pickPayment(drawing, CODES);
  if (!payment) return undefined;
  return about(payment, { right: "codes.ask", path: `/codes/${payment.id}/ask-again`, body: {} });
};

export const check: Draw = async (drawing) => {
  const payment = await pickPayment(drawing, "true");
  if (!payment) return undefined;
  return about(payment, { right: "payments.check", path: `/payments/${payment.id}/check`, body: {} });
};

export const accept: Draw = async (drawing) => {
  const payment = await pickPayment(drawing, UNDECIDED);
  if (!payment) return undefined;
  const money = moneyBehind(drawing, payment);
  if (money ? money.amount < payment.amount : drawing.random.chance(75)) return undefined;
  const receipt = money?.receipt ?? payment.typed_code ?? inventedReceipt(payment, drawing);
  return about(payment, {
    right: "payments.decide",
    path: `/payments/${payment.id}/accept`,
    body: { receipt, amount: payment.amount, reason: `seen in the app ${drawing.number}` },
    action: "payment.accept",
    note: money ? () => {} : ({ accepted }) => void accepted.set(receipt, payment.id),
  });
};

export const close: Draw = async (drawing) => {
  const payment = await pickPayment(drawing, `${UNDECIDED} or p.state = 'refund_failed'`);
  if (!payment) return undefined;
  const money = moneyBehind(drawing, payment);
  if (money && drawing.random.chance(75)) return undefined;
  return about(payment, {
    right: "payments.decide",
    path: `/payments/${payment.id}/close`,
    body: { reason: `nothing came ${drawing.number}` },
    // of a refund that failed: it is left at what is back
    note: ({ unpaid, decided }) => {
      if (!money) return;
      if (isPaid(payment)) decided.add(money.receipt);
      else unpaid.set(money.receipt, payment.id);
    },
  });
};

/** All of it, or a part; some of the goods come back. */
export const refund: Draw = async (drawing) => {
  const { random, number } = drawing;
  const payment = await pickPayment(drawing, "p.state in ('paid', 'refund_pending', 'refund_failed')");
  if (!payment) return undefined;
  const money = moneyBehind(drawing, payment);
  if (!money) return undefined;
  const line = payment.lines?.[random.below(payment.lines.length)];
  return about(payment, {
    right: "refunds",
    path: `/payments/${payment.id}/refund`,
    body: {
      amount: random.chance(30) ? money.amount : 1 + random.below(random.chance(80) ? 500 : money.amount),
      reason: `torn ${number}`,
      lines:
        line && random.chance(50)
          ? [{ line: line.line, quantity: 1 + random.below(line.quantity), restock: random.chance(80) }]
          : [],
    },
  });
};

/** Money beside all payments goes back, or is left where it is. */
export const settleLoose: Draw = async (drawing) => {
  const { environment, random, number } = drawing;
  // while the database is away there is no list
  const list = await environment.ownersList().catch(() => []);
  const loose = list.filter(({ kind }) => kind !== "payment" && kind !== "refund");
  const row = loose[random.below(loose.length)];
  if (!row) return undefined;
  const money = moneyOf(environment).find(({ receipt }) => receipt === row.code || receipt === row.id);
  const isRefund = money !== undefined && random.chance(70);
  const action = isRefund
    ? { path: "refund", body: { amount: money.amount, receipt: money.receipt, reason: `a gift ${number}` } }
    : { path: "close", body: { reason: `settled otherwise ${number}` } };
  return {
    right: "payments.decide",
    path: `/payments/${row.id}/${action.path}`,
    body: action.body,
    subjects: [row.id],
    note: ({ decided }) => void (money && !isRefund && decided.add(money.receipt)),
  };
};

/** A refund that goes by hand, or failed, was sent by hand: under a code of its own, or one that was used. */
export const refunded: Draw = async ({ environment, random, number }) => {
  const open = await environment.query<{ id: string; of: string }>(
    `select id, coalesce(payment_id, discrepancy_id) as of from refunds
     where state <> 'done' and given_up_at is null and (way = 'hand' or state = 'failed' or $1) order by id desc limit 12`,
    [random.chance(10)],
  );
  const chosen = open[random.below(open.length)];
  if (!chosen) return undefined;
  const used = await environment.query<{ code: string }>(
    "select hand_code as code from refunds where hand_code is not null",
  );
  const code =
    (random.chance(10) && used[random.below(used.length)]?.code) || `RB${String(number).padStart(8, "0")}`;
  return {
    right: "refunds",
    path: `/payments/${chosen.of}/refunded`,
    body: { refund: chosen.id, code },
    subjects: [chosen.of],
  };
};

function isPaid({ state }: Paying): boolean {
  return state === "ordered" || state.startsWith("refund");
}

function inventedReceipt({ method }: Paying, { number }: Drawing): string {
  return method === "flutterwave" ? `99${number}` : `ZY${String(number).padStart(8, "0")}`;
}

function about({ id }: Paying, action: Omit<StaffAction, "subjects">): StaffAction {
  return { ...action, subjects: [id] };
}

/**
 * Money that was given back by hand, by its receipt: what people stated, in the audit log. Where the provider had given it
 * back by then, and said nothing, they only confirmed that.
 */
export async function readHands(
  { environment }: Pick<Drawing, "environment">,
  observed: Observations,
): Promise<void> {
  const stated = await environment.query<{
    receipt: string | null;
    reference: string;
    amount: number;
    sent: number;
  }>(
    `select coalesce(p.receipt, d.receipt) as receipt, coalesce(p.reference, '') as reference, sum(a.amount)::int as amount,
       (select coalesce(sum(b.amount), 0)::int from refund_attempts b join refunds s on s.id = b.refund_id
        where b.way = 'provider' and b.state = 'done' and coalesce(s.payment_id, s.discrepancy_id) = coalesce(p.id, d.id)) as sent
     from refund_attempts a join refunds r on r.id = a.refund_id
       left join payments p on p.id = r.payment_id left join discrepancies d on d.id = r.discrepancy_id
     where a.way = 'hand' group by p.id, d.id`,
  );
  const money = moneyOf(environment);
  for (const { receipt, reference, amount, sent } of stated) {
    const behind = money.find((each) => each.receipt === receipt || each.reference === reference);
    if (!behind) continue;
    const silent = Math.max(0, behind.back - sent);
    observed.byHand.set(behind.receipt, Math.max(0, amount - silent));
  }
}
