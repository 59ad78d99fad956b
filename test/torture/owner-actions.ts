import { acceptPaid, closeUnpaid, confirmCode } from "../../src/payments/staff/act-on-attempt.server.ts";
import { closeByStaff, tryAgain } from "../../src/payments/staff/act-on-exception.server.ts";
import { closeMoney, refundMoney } from "../../src/payments/staff/act-on-money.server.ts";
import { checkRefund, markRefunded, repeatByStaff } from "../../src/payments/staff/act-on-refund.server.ts";
import { type AttemptRow, type Books, type RefundRow, readBooks, type TransactionRow } from "./books.ts";
import type { Environment } from "./environment.ts";
import { type Observations, rowsOf } from "./invariants.ts";
import { type Money, moneyOf } from "./ledger.ts";
import { type Matter, OWNER, type OwnerAction, perform, SAID } from "./owner.ts";
import { mistakesFor } from "./owner-mistakes.ts";
import type { Random } from "./random.ts";

/** Rows of the list an owner goes through in one sitting, and in how many of a hundred he is mistaken. */
const SITTING = 6;
const MISTAKEN = 30;

/**
 * The owner goes through the list, and looks each row up in the provider's own books first: money that came becomes its
 * order or goes back, what nobody paid is closed. Each action is done alone, twice, twice at once, perhaps together with
 * another that is as right, or followed by another. Now and then he is mistaken, or somebody brings goods back.
 */
export async function runOwnerActions(
  environment: Environment,
  observed: Observations,
  random: Random,
): Promise<void> {
  const books = await readBooks(environment);
  const ledger = moneyOf(environment);
  const rows = mattersIn(books, ledger).map((matter) => {
    const right = actionsFor(matter, books, random);
    const isMistaken = random.chance(MISTAKEN);
    return isMistaken ? [...mistakesFor(matter, { environment, books, ledger, random }), ...right] : right;
  });
  const paying = books.transactions.filter(({ allocated, order_status }) => allocated > 0 && order_status);
  const brought = paying[random.below(Math.max(1, paying.length))];
  if (brought && random.chance(40)) rows.push([bringBack(brought, random)]);
  const chosen = rows.filter((actions) => actions.length > 0);
  for (let done = 0; done < SITTING && chosen.length > 0; done++) {
    const [actions = []] = chosen.splice(random.below(chosen.length), 1);
    await decide(actions, { environment, observed, random });
  }
}

/** The whole list. */
function mattersIn(books: Books, ledger: Money[]): Matter[] {
  const { attempts, transactions, open } = books;
  const attemptOf = (id: string | null) => attempts.find((each) => each.id === id);
  const ofAttempt = (id: string): Matter[] => {
    const attempt = attemptOf(id);
    const isIts = ({ reference, receipt }: Money) =>
      reference === attempt?.reference || receipt === attempt?.typed_code;
    return attempt ? [{ kind: "attempt", attempt, money: ledger.find(isIts) }] : [];
  };
  return [
    ...transactions
      .filter(({ id }) => open.sums.has(id))
      .map((row): Matter => {
        const money = ledger.find((each) => rowsOf(each, books).includes(row));
        return { kind: "sum", row, attempt: attemptOf(row.payment_id), money };
      }),
    ...open.exceptions.flatMap((exception): Matter[] =>
      exception.kind === "attempt"
        ? ofAttempt(exception._id)
        : [
            {
              kind: "exception",
              exception,
              money: ledger.find(({ receipt }) => receipt === exception.receipt),
            },
          ],
    ),
    ...open.codes.flatMap(({ paymentId }) => ofAttempt(paymentId)),
  ];
}

async function decide(
  [first, ...others]: OwnerAction[],
  { environment, observed, random }: { environment: Environment; observed: Observations; random: Random },
): Promise<void> {
  if (!first) return;
  const fitting: [OwnerAction, ...OwnerAction[]] = [first, ...others];
  const action = random.pick(fitting);
  const way = random.pick(["alone", "twice", "decided again", "at once"] as const);
  const beside = way === "twice" ? action : random.pick(fitting);
  await environment.whenUp();
  const run = (each: OwnerAction) => perform(environment.context, each, observed);
  if (way === "at once") return void (await Promise.all([run(action), run(beside)]));
  await run(action);
  if (way !== "alone") await run(beside);
}

/** Somebody brings goods back: all of the money, or a part. */
function bringBack({ id, allocated }: TransactionRow, random: Random): OwnerAction {
  const amount = random.chance(50) ? allocated : Math.min(500, allocated);
  return { act: (context) => refundMoney(context, id, { amount, reason: "brought back", ...SAID }) };
}

/** Everything an honest owner may do about a row. */
function actionsFor(matter: Matter, books: Books, random: Random): OwnerAction[] {
  if (matter.kind === "sum") return actionsForSum(matter, books, random);
  return matter.kind === "attempt" ? actionsForAttempt(matter) : actionsForException(matter);
}

function actionsForSum(
  { row, attempt, money }: Matter & { kind: "sum" },
  books: Books,
  random: Random,
): OwnerAction[] {
  const its = books.refunds.filter(({ transaction_id }) => transaction_id === row.id);
  const stuck = its.filter(({ state, way }) => STUCK.has(state) || (state === "due" && way === "hand"));
  const sent = its.filter(({ state, way }) => state === "done" && way === "provider");
  const silent = (money?.back ?? 0) - sent.reduce((sum, { amount }) => sum + amount, 0);
  if (stuck.length > 0)
    return stuck.flatMap((refund) =>
      finishing(refund, { money, wentThrough: silent >= refund.amount, random }),
    );
  const close: OwnerAction = {
    act: (context) => closeMoney(context, row.id, { reason: "settled otherwise", ...SAID }),
    after: ({ decided }) => void (money && decided.add(money.receipt)),
  };
  // what never came, is back or on its way, or is spent by another report of it, is not given back
  const spent = money
    ? rowsOf(money, books).some((other) => other.id !== row.id && other.allocated > 0)
    : true;
  if (!money || spent || silent > 0 || row.unallocated === 0) return [close];
  const refund: OwnerAction = {
    act: (context) =>
      refundMoney(context, row.id, { amount: row.unallocated, reason: "not wanted", ...SAID }),
  };
  // goods are not given for less than they cost
  const isEnough = attempt && row.unallocated === row.amount && money.amount >= attempt.amount;
  return [refund, close, ...(isEnough ? [accepting(attempt, money.receipt)] : [])];
}

const STUCK = new Set(["failed", "unknown"]);

function accepting({ id, amount }: AttemptRow, receipt: string): OwnerAction {
  return {
    act: (context) => acceptPaid(context, id, { receipt, amount, reason: "seen in the app", ...SAID }),
  };
}

/** Money that should be back: asked about, sent again where it is not, or sent by hand. */
function finishing(
  { id: refund, transaction_id: money, amount, way }: RefundRow,
  { money: behind, wentThrough, random }: { money: Money | undefined; wentThrough: boolean; random: Random },
): OwnerAction[] {
  const code = `RB${String(random.below(10 ** 8)).padStart(8, "0")}`;
  const done: OwnerAction = {
    act: (context) => markRefunded(context, { money, refund, code, confirmed: true, by: OWNER }),
    after: ({ byHand, decided }, isSure) => {
      // where the provider had sent it, he only confirms that
      if (!behind || wentThrough) return;
      if (isSure) byHand.set(behind.receipt, (byHand.get(behind.receipt) ?? 0) + amount);
      else decided.add(behind.receipt);
    },
  };
  if (way === "hand") return [done];
  return [
    done,
    {
      act: (context) =>
        repeatByStaff(context, { money, refund, firstFailed: !wentThrough, confirmed: true, by: OWNER }),
    },
    { act: (context) => checkRefund(context, { money, refund, by: OWNER }) },
  ];
}

function actionsForAttempt({ attempt, money }: Matter & { kind: "attempt" }): OwnerAction[] {
  const { id, amount, method } = attempt;
  if (!money) return [{ act: (context) => closeUnpaid(context, id, { reason: "nothing came", by: OWNER }) }];
  if (money.back > 0 || money.amount < amount) return [];
  const confirm: OwnerAction = { act: (context) => confirmCode(context, id, { amount, ...SAID }) };
  return method === "cod" ? [confirm] : [accepting(attempt, money.receipt)];
}

function actionsForException({ exception, money }: Matter & { kind: "exception" }): OwnerAction[] {
  const { _id: id, kind } = exception;
  const close: OwnerAction = {
    act: (context) => closeByStaff(context, id, { reason: "looked into", by: OWNER }),
    after: ({ decided }) => void (money && decided.add(money.receipt)),
  };
  return kind === "message" ? [close, { act: (context) => tryAgain(context, id, OWNER) }] : [close];
}
