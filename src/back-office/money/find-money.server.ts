import type { z } from "zod";
import { formatPrice } from "../../catalogue/rules.ts";
import { findOrder } from "../../ordering/staff/find-order.server.ts";
import type { PaymentContext } from "../../payments/core/provider.server.ts";
import { nextState } from "../../payments/core/state.ts";
import { ANSWER_MAX } from "../../payments/staff/act-on-refund.server.ts";
import { listMoney, shownRefundState } from "../../payments/staff/list-money.server.ts";
import { moneyHistory, rawMessagesOf } from "../../payments/staff/money-history.server.ts";
import { refunderOf } from "../../payments/transactions/returned-money.server.ts";
import { sayAttempt, sayPaymentEvent, sayRefund } from "../app/in-words.ts";
import { sayAction } from "../audit/say-action.ts";
import { may, type Role } from "../rights.ts";
import type * as contract from "./contract.ts";

type Shown = z.input<typeof contract.showMoney.answer>;
type Known = NonNullable<Awaited<ReturnType<typeof moneyHistory>>>;

/** A sum, or an attempt that has none, as a role may see it; undefined when nothing is known under this id. */
export async function findMoneyFor(
  context: PaymentContext,
  id: string,
  role: Role,
): Promise<Omit<Shown, "success" | "message"> | undefined> {
  const { db } = context;
  const known = await moneyHistory(db, id);
  if (!known) return undefined;
  const { money, payment } = known;
  const row = money && (await listMoney(db, { id: money.id, page: 1 })).rows.map(withoutNulls)[0];
  const messages = may(role, "payments.messages")
    ? await rawMessagesOf(db, { paymentId: payment?.id ?? null, moneyId: money?.id ?? null })
    : undefined;
  // one that was never placed has no page
  const order = await findOrder(db, money?.orderId ?? payment?.orderId ?? "");
  return {
    ...(row && { money: row }),
    ...(payment && { attempt: attemptOf(payment) }),
    ...(order && { order: order._id }),
    actions: actionsOn(context, known),
    refunds: known.refunds.map((refund) => refundOf(context, known, refund)),
    history: historyOf(known),
    ...(messages && {
      messages: messages.map(({ receivedAt, kind, outcome, body }) => ({
        at: receivedAt.getTime(),
        kind,
        outcome,
        body,
      })),
    }),
  };
}

/** Leaves out the fields that are null. */
export function withoutNulls<
  Row extends { reason: string | null; order: string | null; shopper: string | null },
>({ reason, order, shopper, ...row }: Row) {
  return { ...row, ...(reason && { reason }), ...(order && { order }), ...(shopper && { shopper }) };
}

function attemptOf({
  id,
  method,
  state,
  amount,
  phone,
  typedCode,
  reason,
  createdAt,
}: NonNullable<Known["payment"]>) {
  return { _id: id, method, state, amount, phone, code: typedCode, reason, date: createdAt.getTime() };
}

function actionsOn({ provider }: PaymentContext, { money, payment, refunds }: Known): Shown["actions"] {
  const isOpen = money !== undefined && money.closedAt === null;
  const hasUnsent = refunds.some(
    ({ state, way, givenUpAt }) => !givenUpAt && (state === "failed" || (state === "due" && way === "hand")),
  );
  const actions: Record<Shown["actions"][number], boolean> = {
    refund: money !== undefined && money.unallocated + money.allocated > 0,
    allocate: isOpen && money.unallocated > 0,
    close: (isOpen && money.unallocated > 0) || hasUnsent,
    check:
      payment !== undefined &&
      nextState(payment.state, "ask") !== undefined &&
      provider(payment.method) !== undefined,
    paid: payment !== undefined && nextState(payment.state, "complete") !== undefined,
    unpaid: payment !== undefined && nextState(payment.state, "close") !== undefined,
  };
  return (Object.keys(actions) as Shown["actions"]).filter((action) => actions[action]);
}

type Refund = Known["refunds"][number];

function refundOf(context: PaymentContext, known: Known, refund: Refund) {
  const { id, amount, state, way, reason, reference, result, createdAt } = refund;
  return {
    _id: id,
    amount,
    state: shownRefundState(state),
    method: way,
    reason,
    reference,
    result: refund.givenUpAt ? "given up" : result,
    date: createdAt.getTime(),
    actions: actionsOnRefund(context, known, refund),
  };
}

function actionsOnRefund(
  context: PaymentContext,
  { money, attempts }: Known,
  { id, state, way, givenUpAt }: Refund,
): ("check" | "repeat" | "done")[] {
  if (givenUpAt || !money) return [];
  const refunder = refunderOf(context, money.provider);
  const latest = attempts.findLast(({ refundId, way: by }) => refundId === id && by === "provider");
  const isLate = !latest || latest.age > ANSWER_MAX * 60;
  const actions = {
    check:
      (state === "unknown" && refunder?.wasRefunded !== undefined) ||
      (state === "sent" && refunder?.checkRefund !== undefined),
    repeat: (state === "failed" || state === "unknown") && way === "provider",
    done:
      (state === "due" && (way === "hand" || !refunder?.refund)) ||
      state === "failed" ||
      (state === "unknown" && isLate),
  };
  return (["check", "repeat", "done"] as const).filter((action) => actions[action]);
}

/** What happened, newest first, in plain words. */
function historyOf({ money, events, attempts, exceptions, actions }: Known): Shown["history"] {
  const came = money && {
    at: money.createdAt.getTime(),
    text: [`${formatPrice(money.amount)} came`, money.receipt, SOURCES[money.source]]
      .filter(Boolean)
      .join("; "),
  };
  return [
    ...(came ? [came] : []),
    ...events.map(({ at, event, from, to, note, byName }) => ({
      at: at.getTime(),
      // an event and the state that it leads to may have the same name
      text: [...new Set([sayPaymentEvent(event), from !== to && to && sayAttempt(to), note && sayNote(note)])]
        .filter(Boolean)
        .join("; "),
      ...(byName ? { by: byName } : {}),
    })),
    ...attempts.map(({ startedAt, way, state, amount, reference }) => ({
      at: startedAt.getTime(),
      text: [`Refund of ${formatPrice(amount)}`, WAYS[way], sayRefund(state), reference]
        .filter(Boolean)
        .join("; "),
    })),
    ...exceptions.map(({ createdAt, text, reason }) => ({
      at: createdAt.getTime(),
      text: reason ? `${text} (closed: ${reason})` : text,
    })),
    ...actions.map(({ at, action, reason, staffName }) => ({
      at: at.getTime(),
      text: [sayAction(action), reason].filter(Boolean).join(": "),
      by: staffName,
    })),
  ].sort((one, other) => other.at - one.at);
}

const SOURCES = {
  callback: "M-Pesa told the shop",
  query: "found when the shop asked",
  c2b: "M-Pesa told of it at the till",
  pull: "found in M-Pesa's nightly list",
  webhook: "the card company told the shop",
  statement: "found in the statement",
  staff: "somebody of the shop said so",
} as const;

const WAYS = { provider: "by M-Pesa or the card company", hand: "by hand", question: "looked up" } as const;

/** A note that is only a number is a provider's result code. */
function sayNote(note: string): string {
  return /^\d+$/.test(note) ? `answer code ${note}` : note;
}
