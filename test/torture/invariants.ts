import type { StaffRow } from "../../src/ordering/staff/list-orders.server.ts";
import type { Books, PaymentRow } from "./books.ts";
import type { Money } from "./ledger.ts";

/** What people did and saw, by their own account. */
export type Observations = {
  /** Orders somebody was shown. */
  orders: string[];
  /** Codes of money at the till whose order was promised. */
  codes: string[];
  /** Shoppers who could not pay again within ten minutes, each with the shop's words. */
  barred: string[];
  /** Money the owner gave back by hand, by its receipt in KES. */
  byHand: Map<string, number>;
  /** Receipts about which the owner has decided in some other way. */
  decided: Set<string>;
  /** Codes the owner stated for a payment nobody paid, wrongly: the id of that payment, by the code. */
  accepted: Map<string, string>;
  /** Money of which the owner said that it never came, wrongly: the id of its payment, by its receipt. */
  unpaid: Map<string, string>;
  /** Answers no shopper should see. */
  faults: string[];
};

export function noObservations(): Observations {
  return {
    orders: [],
    codes: [],
    barred: [],
    byHand: new Map(),
    decided: new Set(),
    accepted: new Map(),
    unpaid: new Map(),
    faults: [],
  };
}

/** The four invariants of every run, by name. */
export const INVARIANTS = {
  lost: "money lost",
  doubled: "money doubled",
  barred: "shoppers who could not pay again within ten minutes",
  unlisted: "undecided shillings not on the owner's list",
} as const;
export type Invariant = keyof typeof INVARIANTS;
export type Violations = Record<Invariant, string[]>;

type Violation = { invariant: Invariant; what: string };

/** Checks them. `money` is the providers' ledger, `books` the shop's view of it. */
export function checkAll({
  money,
  books,
  observed,
}: {
  money: Money[];
  books: Books;
  observed: Observations;
}): Violations {
  const match = matcher(books);
  const faults: Violation[] = [];
  const matched = new Map<PaymentRow, Money>();
  for (const each of money) {
    const payment = match(each);
    if (payment) matched.set(payment, each);
    faults.push(...faultsOf(each, payment, books, observed));
  }
  for (const payment of books.payments)
    if (isOrdered(payment) && !matched.has(payment) && !isAccepted(payment, observed))
      faults.push({
        invariant: "lost",
        what: `ordered, and nobody paid: ${payment.method} ${payment.reference}`,
      });
  for (const id of observed.orders)
    if (!books.orders.has(id))
      faults.push({ invariant: "lost", what: `order ${id} was shown, and is not there` });
  for (const id of repeated(
    books.payments.flatMap(({ state, order_id }) => (state === "ordered" && order_id) || []),
  ))
    faults.push({ invariant: "doubled", what: `two payments of one order: ${id}` });
  const of = (invariant: Invariant) =>
    faults.filter((fault) => fault.invariant === invariant).map(({ what }) => what);
  return { lost: of("lost"), doubled: of("doubled"), barred: [...observed.barred], unlisted: of("unlisted") };
}

/** Finds the payment that some money is: by its receipt, or by its name as long as no other money has that. */
function matcher({ payments }: Books): (money: Money) => PaymentRow | undefined {
  const byReceipt = new Map(payments.flatMap((row) => (row.receipt ? [[row.receipt, row] as const] : [])));
  const nameless = new Map(payments.flatMap((row) => (row.receipt ? [] : [[row.reference, row] as const])));
  return ({ receipt, reference }) => {
    const found = byReceipt.get(receipt) ?? nameless.get(reference);
    if (found && !found.receipt) nameless.delete(reference);
    return found;
  };
}

function isOrdered({ state }: PaymentRow): boolean {
  return state === "ordered";
}

function faultsOf(
  money: Money,
  payment: PaymentRow | undefined,
  books: Books,
  observed: Observations,
): Violation[] {
  const { reference, receipt, amount, repeats } = money;
  const back = money.back + (observed.byHand.get(receipt) ?? 0);
  const hasGoods = payment !== undefined && isOrdered(payment) && payment.order_status !== "Cancelled";
  const named = `${reference} (${receipt}, Ksh ${amount})`;
  const doubled: string[] = [];
  if (back > amount) doubled.push(`Ksh ${back} given back of ${named}`);
  if (repeats > 0) doubled.push(`asked back ${repeats} times too often: ${named}`);
  if (hasGoods && back > 0 && !isKnownPart(money, payment, back, books))
    doubled.push(`ordered and given back: ${named}`);
  const rest = whereabouts({ money, payment, back, hasGoods }, books, observed);
  return [
    ...doubled.map((what): Violation => ({ invariant: "doubled", what })),
    ...(rest ? [{ invariant: rest.invariant, what: `${rest.what}: ${named}` }] : []),
  ];
}

/** A part of it went back and the order goes on: the shop says the same, or the owner has yet to look. */
function isKnownPart(money: Money, payment: PaymentRow, back: number, books: Books): boolean {
  return back < money.amount && (payment.refunded === back || isListed(money, payment, books));
}

/** The owner himself stated this code for just this payment, and it stands there: his wrong decision, and nobody's fault. */
function isAccepted({ id, receipt }: PaymentRow, { accepted }: Observations): boolean {
  return receipt !== null && accepted.get(receipt) === id;
}

/** The owner said of just this payment that it was never paid, and that is where it stands; what came of it since counts. */
function isCalledUnpaid(
  { receipt }: Money,
  payment: PaymentRow | undefined,
  { unpaid }: Observations,
): boolean {
  return (
    payment?.state === "failed" && payment.why === "closed by staff" && unpaid.get(receipt) === payment.id
  );
}

type Case = { money: Money; payment: PaymentRow | undefined; back: number; hasGoods: boolean };

/** What is wrong with where the money is, if anything. */
function whereabouts(
  { money, payment, back, hasGoods }: Case,
  books: Books,
  observed: Observations,
): Violation | undefined {
  const { receipt, amount } = money;
  if (hasGoods && payment)
    return amount >= payment.amount
      ? undefined
      : { invariant: "lost", what: `less was paid than its order costs (Ksh ${payment.amount})` };
  if (back >= amount || observed.decided.has(receipt) || isListed(money, payment, books)) return undefined;
  if (isCalledUnpaid(money, payment, observed)) return undefined;
  const loose = books.loose.filter((row) => row.receipt === receipt);
  const said = [payment, ...loose].find((row) => row?.refund === "done");
  if (said)
    return said.refunded === back
      ? undefined
      : { invariant: "lost", what: `Ksh ${back} went back, the shop says ${said.refunded}` };
  if (payment && isOrdered(payment)) return { invariant: "lost", what: "ordered, and the order is gone" };
  if (payment)
    return { invariant: "unlisted", what: `${payment.state} (${payment.why ?? "no word why"}), not listed` };
  if (loose.length > 0) return { invariant: "unlisted", what: "known, not listed" };
  return money.isKnown || observed.codes.includes(receipt)
    ? { invariant: "lost", what: "the shop knows nothing of it" }
    : undefined;
}

/**
 * By its own name; or by that of its payment, where the list knows no name of the money; or by a message that names it,
 * which the owner has, or has closed.
 */
function isListed({ receipt }: Money, payment: PaymentRow | undefined, { list, messages }: Books): boolean {
  const isRow = ({ id, code, paymentId, kind }: StaffRow) =>
    id === receipt ||
    code === receipt ||
    (payment !== undefined && paymentId === payment.id && (kind === "payment" || code === null));
  return list.some(isRow) || messages.some((body) => body.includes(receipt));
}

function repeated(names: string[]): string[] {
  return names.filter((name, index) => names.indexOf(name) !== index);
}
