import { type Books, spentOf, type TransactionRow } from "./books.ts";
import type { Money } from "./ledger.ts";

/** What people did and saw, by their own account. */
export type Observations = ReturnType<typeof noObservations>;

export function noObservations() {
  return {
    /** Orders somebody was shown. */
    orders: [] as string[],
    /** Codes of money at the till whose order was promised. */
    codes: [] as string[],
    /** Shoppers who could not pay again within ten minutes, each with the shop's words. */
    barred: [] as string[],
    /** Money the owner gave back by hand, by its receipt in KES. */
    byHand: new Map<string, number>(),
    /** Receipts about which the owner has decided in some other way. */
    decided: new Set<string>(),
    /** Codes the owner stated for an attempt nobody paid, wrongly: the id of that attempt, by the code. */
    accepted: new Map<string, string>(),
    /** Money of which the owner said that it never came, wrongly: the id of its attempt, by its receipt. */
    unpaid: new Map<string, string>(),
    /** Answers no shopper should see. */
    faults: [] as string[],
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
type Violations = Record<Invariant, string[]>;

type Violation = { invariant: Invariant; what: string };
type World = { money: Money[]; books: Books; observed: Observations };

/** Checks them. `money` is the providers' ledger, `books` the shop's view of it. */
export function checkAll(world: World): Violations {
  const { money, books, observed } = world;
  const faults = [...money.flatMap((each) => faultsOf(each, world)), ...unpaidOrders(world)];
  for (const id of observed.orders)
    if (!books.orders.has(id))
      faults.push({ invariant: "lost", what: `order ${id} was shown, and is not there` });
  for (const id of paidTwice(books))
    faults.push({ invariant: "doubled", what: `two payments of one order: ${id}` });
  const of = (invariant: Invariant) =>
    faults.filter((fault) => fault.invariant === invariant).map(({ what }) => what);
  return { lost: of("lost"), doubled: of("doubled"), barred: [...observed.barred], unlisted: of("unlisted") };
}

/** The rows of some money: two where it was reported twice, once without its receipt. */
export function rowsOf({ provider, receipt, reference }: Money, { transactions }: Books): TransactionRow[] {
  return transactions.filter(
    (row) =>
      row.provider === provider &&
      (row.receipt === receipt || (row.receipt === null && row.reference === reference)),
  );
}

/** Orders that money pays which nobody sent; but the owner's own wrong decision, where it stands as he stated it. */
function unpaidOrders({ money, books, observed }: World): Violation[] {
  const came = new Set(money.flatMap((each) => rowsOf(each, books)));
  return books.transactions
    .filter((row) => row.allocated > 0 && !came.has(row))
    .filter(({ receipt, payment_id }) => !receipt || observed.accepted.get(receipt) !== payment_id)
    .map(({ provider, receipt, reference, order_id }) => ({
      invariant: "lost",
      what: `order ${order_id} is paid, and nobody paid: ${provider} ${receipt ?? reference}`,
    }));
}

/** Orders that two sums pay, together more than they cost. */
function paidTwice({ transactions }: Books): string[] {
  const paid = new Map<string, TransactionRow[]>();
  for (const row of transactions)
    if (row.allocated > 0 && row.order_id) paid.set(row.order_id, [...(paid.get(row.order_id) ?? []), row]);
  return [...paid].flatMap(([id, rows]) =>
    rows.length > 1 && sumOf(rows, "allocated") > (rows[0]?.order_amount ?? 0) ? id : [],
  );
}

function sumOf(rows: TransactionRow[], column: "allocated" | "refunded"): number {
  return rows.reduce((sum, row) => sum + row[column], 0);
}

/** What is wrong with some money, each in words. */
function faultsOf(money: Money, { books, observed }: World): Violation[] {
  const { reference, receipt, amount, repeats } = money;
  const rows = rowsOf(money, books);
  const back = money.back + (observed.byHand.get(receipt) ?? 0);
  const allocated = sumOf(rows, "allocated");
  const isListed = isOnList(money, rows, books);
  const doubled: string[] = [];
  if (back > amount) doubled.push(`Ksh ${back} given back`);
  if (repeats > 0) doubled.push(`asked back ${repeats} times too often`);
  if (rows.reduce((sum, row) => sum + spentOf(row), 0) > amount) doubled.push("spent more than once");
  else if (allocated > 0 && allocated + back > amount && (back >= amount || !isListed))
    doubled.push("ordered and given back");
  const rest = isListed || observed.decided.has(receipt) ? undefined : whereabouts(rows, { money, back });
  const unknown = rows.length === 0 && !isListed ? unknownMoney(money, { books, observed }) : undefined;
  return [
    ...doubled.map((what): Violation => ({ invariant: "doubled", what })),
    ...(rest ? [rest] : []),
    ...(unknown ? [unknown] : []),
  ].map(({ invariant, what }) => ({ invariant, what: `${what}: ${reference} (${receipt}, Ksh ${amount})` }));
}

/** What is wrong with where known money is, which nobody has to decide about. */
function whereabouts(
  rows: TransactionRow[],
  { money, back }: { money: Money; back: number },
): Violation | undefined {
  const lost = (what: string): Violation => ({ invariant: "lost", what });
  for (const row of rows) {
    if (row.amount !== money.amount) return lost(`the shop says Ksh ${row.amount} came`);
    if (row.is_closed) return lost("closed, and the owner did not");
    if (row.unallocated > 0)
      return { invariant: "unlisted", what: `Ksh ${row.unallocated} unallocated, not listed` };
    if (row.allocated > 0 && (row.order_status === null || row.order_status === "Cancelled"))
      return lost("ordered, and the order is gone");
    if (row.allocated > 0 && row.order_owed)
      return lost(`less was paid than its order costs (Ksh ${row.order_amount})`);
  }
  const refunded = sumOf(rows, "refunded");
  return rows.length > 0 && refunded !== back
    ? lost(`Ksh ${back} went back, the shop says ${refunded}`)
    : undefined;
}

/** Money without any row: its attempt waits for the owner, or he said wrongly that it never came, or nobody told the shop. */
function unknownMoney(
  { reference, receipt, amount, back, isKnown }: Money,
  { books, observed }: Pick<World, "books" | "observed">,
): Violation | undefined {
  if (observed.decided.has(receipt) || back >= amount) return undefined;
  const attempt = books.attempts.find((each) => each.reference === reference);
  if (attempt?.reason === "closed by staff" && observed.unpaid.get(receipt) === attempt.id) return undefined;
  if (attempt)
    return {
      invariant: "unlisted",
      what: `${attempt.state} (${attempt.reason ?? "no word why"}), not listed`,
    };
  return isKnown || observed.codes.includes(receipt)
    ? { invariant: "lost", what: "the shop knows nothing of it" }
    : undefined;
}

/** By a row of its own, by its attempt, as an exception that names it, or by a message that does, which the owner has or has closed. */
function isOnList({ receipt, reference }: Money, rows: TransactionRow[], books: Books): boolean {
  const { open, messages, attempts } = books;
  const attempt = attempts.find((each) => each.reference === reference);
  return (
    rows.some(({ id }) => open.sums.has(id)) ||
    open.codes.some(({ code }) => code === receipt) ||
    open.exceptions.some(
      (row) =>
        row.receipt === receipt || row._id === attempt?.id || rows.some(({ id }) => id === row.transaction),
    ) ||
    messages.some((body) => body.includes(receipt))
  );
}
