import type { TransactionRow } from "../books.ts";
import type { Observations } from "../invariants.ts";
import { type Money, moneyOf } from "../ledger.ts";
import { about, type Drawing, RUSH } from "./order-actions.ts";

// actions about money, by people who look into the provider's own books first; one in four is mistaken all the same

type Attempt = {
  id: string;
  method: string;
  reference: string;
  typed_code: string | null;
  amount: number;
};

/** Attempts of which any is likely to take the action, and now and then one that is not. */
const attempt =
  (likely: string) =>
  async ({ environment, random, rush }: Drawing): Promise<Attempt | undefined> => {
    const which = random.chance(90) ? likely : "true";
    const found = await environment.query<Attempt>(
      `select p.id, p.method, p.reference, p.typed_code, p.amount from payments p
       where ${which} order by p.order_id = $1 desc nulls last, p.id desc limit 20`,
      [rush.orderId],
    );
    return random.chance(RUSH) ? found[0] : found[random.below(found.length)];
  };

/** The money it is, by the provider's books. */
function moneyBehind({ environment }: Drawing, { reference, typed_code }: Attempt): Money | undefined {
  return moneyOf(environment).find((money) => money.reference === reference || typed_code === money.receipt);
}

const UNDECIDED =
  "p.paid_at is null and p.state in ('pending', 'needs_review', 'paid_held', 'submit_unknown', 'expired_unknown')";
const CODES = "p.method = 'cod' and p.paid_at is null and p.state in ('pending', 'needs_review')";

export const confirmCode = about(attempt(CODES), (attempt, drawing) => {
  const money = moneyBehind(drawing, attempt);
  const code = attempt.typed_code ?? "";
  if (!money && drawing.random.chance(75)) return undefined;
  // goods are not given for less than they cost
  if (money && money.amount < attempt.amount) return undefined;
  return {
    right: "codes.decide",
    path: `/codes/${attempt.id}/confirm`,
    body: { amount: attempt.amount, confirmed: true },
    action: "code.confirm",
    note: money ? () => {} : ({ accepted }) => void accepted.set(code, attempt.id),
  };
});

export const rejectCode = about(attempt(CODES), (attempt, drawing) => {
  const money = moneyBehind(drawing, attempt);
  if (money && drawing.random.chance(75)) return undefined;
  return {
    right: "codes.decide",
    path: `/codes/${attempt.id}/reject`,
    body: { reason: `not in the statement ${drawing.number}` },
    action: "code.reject",
    note: ({ decided }) => void (money && decided.add(money.receipt)),
  };
});

export const askAgain = about(attempt(CODES), ({ id }) => ({
  right: "codes.ask",
  path: `/codes/${id}/ask-again`,
  body: {},
}));

export const check = about(attempt("true"), ({ id }) => ({
  right: "payments.check",
  path: `/attempts/${id}/check`,
  body: {},
}));

export const accept = about(attempt(UNDECIDED), (attempt, drawing) => {
  const { id, amount, typed_code: typed } = attempt;
  const money = moneyBehind(drawing, attempt);
  if (money ? money.amount < amount : drawing.random.chance(75)) return undefined;
  const receipt = money?.receipt ?? typed ?? inventedReceipt(attempt, drawing);
  return {
    right: "payments.decide",
    path: `/attempts/${id}/paid`,
    body: { receipt, amount, reason: `seen in the app ${drawing.number}`, confirmed: true },
    action: "payment.accept",
    note: money ? () => {} : ({ accepted }) => void accepted.set(receipt, id),
  };
});

export const callUnpaid = about(attempt(UNDECIDED), (attempt, drawing) => {
  const money = moneyBehind(drawing, attempt);
  if (money && drawing.random.chance(75)) return undefined;
  return {
    right: "payments.decide",
    path: `/attempts/${attempt.id}/unpaid`,
    body: { reason: `nothing came ${drawing.number}` },
    note: ({ unpaid }) => void (money && unpaid.set(money.receipt, attempt.id)),
  };
});

type Sum = Pick<TransactionRow, "id" | "receipt" | "reference" | "amount"> & {
  lines: { line: number; quantity: number }[] | null;
};

/** A sum of these, with the lines of its order. */
const sum =
  (which: string) =>
  async ({ environment, random, rush }: Drawing): Promise<Sum | undefined> => {
    const found = await environment.query<Sum>(
      `select t.id, t.receipt, p.reference, t.amount, (select json_agg(json_build_object('line', i.line, 'quantity', i.quantity))
         from order_items i where i.order_id = t.order_id) as lines
       from transactions t left join payments p on p.id = t.payment_id
       where ${which} order by t.order_id = $1 desc nulls last, t.created_at desc, t.id limit 20`,
      [rush.orderId],
    );
    return random.chance(RUSH) ? found[0] : found[random.below(found.length)];
  };

/** All of it, or a part; some of the goods come back. */
export const refund = about(sum("t.verified and t.amount > t.unallocated"), (sum, { random, number }) => {
  const line = sum.lines?.[random.below(sum.lines.length)];
  return {
    right: "refunds",
    path: `/money/${sum.id}/refund`,
    body: {
      amount: random.chance(30) ? sum.amount : 1 + random.below(random.chance(80) ? 500 : sum.amount),
      reason: `torn ${number}`,
      lines:
        line && random.chance(50)
          ? [{ line: line.line, quantity: 1 + random.below(line.quantity), restock: random.chance(80) }]
          : [],
      confirmed: true,
    },
  };
});

/** What nobody has decided about goes back, pays the order that everybody is at, or is left where it is. */
export const settleLoose = about(sum("t.unallocated > 0 and t.closed_at is null"), (sum, drawing) => {
  const { environment, random, number, rush } = drawing;
  const money = moneyOf(environment).find(
    ({ receipt, reference }) => receipt === sum.receipt || reference === sum.reference,
  );
  const way = money === undefined || random.chance(30) ? "close" : random.chance(80) ? "refund" : "allocate";
  const bodies = {
    close: { reason: `settled otherwise ${number}` },
    refund: { amount: sum.amount, reason: `a gift ${number}` },
    allocate: { order: rush.orderId },
  };
  return {
    right: way === "refund" ? "refunds" : "payments.decide",
    path: `/money/${sum.id}/${way}`,
    body: { ...bodies[way], confirmed: true },
    note: ({ decided }) => void (money && way === "close" && decided.add(money.receipt)),
  };
});

type Open = { id: string; money: string };

const open =
  (which: string) =>
  async ({ environment, random }: Drawing): Promise<Open | undefined> => {
    const found = await environment.query<Open>(
      `select id, transaction_id as money from refunds
       where state <> 'done' and given_up_at is null and (${which} or $1) order by id desc limit 12`,
      [random.chance(10)],
    );
    return found[random.below(found.length)];
  };

/** A refund that goes by hand, or failed, was sent by hand: under a code of its own, or one that was used. */
export const refunded = about(open("way = 'hand' or state = 'failed'"), async ({ id, money }, drawing) => {
  const { environment, random, number } = drawing;
  const used = await environment.query<{ code: string }>(
    "select hand_code as code from refunds where hand_code is not null",
  );
  const code =
    (random.chance(10) && used[random.below(used.length)]?.code) || `RB${String(number).padStart(8, "0")}`;
  return {
    right: "refunds",
    path: `/money/${money}/refunds/${id}/done`,
    body: { code, confirmed: true },
    action: "payment.refunded",
  };
});

/** A refund that failed, or of which nobody knows, is asked about or sent again; that it failed nobody says. */
export const repeat = about(open("state in ('failed', 'unknown')"), ({ id, money }, { random }) => {
  const what = random.chance(50) ? "check" : "repeat";
  return {
    right: what === "check" ? "payments.check" : "refunds",
    path: `/money/${money}/refunds/${id}/${what}`,
    body: what === "check" ? {} : { confirmed: true },
  };
});

function inventedReceipt({ method }: Attempt, { number }: Drawing): string {
  return method === "flutterwave" ? `99${number}` : `ZY${String(number).padStart(8, "0")}`;
}

/**
 * Money that was given back by hand, by its receipt: what people stated. Where the provider had given it back by then, and said
 * nothing, they only confirmed that.
 */
export async function readHands(
  { environment }: Pick<Drawing, "environment">,
  observed: Observations,
): Promise<void> {
  const stated = await environment.query<{
    receipt: string | null;
    reference: string | null;
    by_hand: number;
    sent: number;
  }>(
    `select t.receipt, p.reference, sum(a.amount) filter (where a.way = 'hand')::int as by_hand,
       coalesce(sum(a.amount) filter (where a.way = 'provider' and a.state = 'done'), 0)::int as sent
     from refund_attempts a join refunds r on r.id = a.refund_id join transactions t on t.id = r.transaction_id
       left join payments p on p.id = t.payment_id
     group by t.id, p.id having bool_or(a.way = 'hand')`,
  );
  const money = moneyOf(environment);
  for (const { receipt, reference, by_hand: byHand, sent } of stated) {
    const behind = money.find((each) => each.receipt === receipt || each.reference === reference);
    if (!behind) continue;
    const silent = Math.max(0, behind.back - sent);
    observed.byHand.set(behind.receipt, Math.max(0, byHand - silent));
  }
}
