import type { StaffRow } from "../../src/ordering/staff/list-orders.server.ts";
import { type Books, paymentOf } from "./books.ts";
import type { Environment } from "./environment.ts";
import type { Observations } from "./invariants.ts";
import type { Money } from "./ledger.ts";
import type { OwnerAction } from "./owner-actions.ts";
import type { Random } from "./random.ts";

type Known = { environment: Environment; books: Books; ledger: Money[]; random: Random };

/**
 * Everything a mistaken owner may do about a row; the shop refuses it, or bears it. What it lets them do is in its tables as
 * they said it.
 */
export function mistakesFor(row: StaffRow, money: Money | undefined, known: Known): OwnerAction[] {
  return [
    ...(row.kind === "payment" && money === undefined ? [accepting(row, known), closing(row, known)] : []),
    ...(row.kind === "payment" && money?.back === 0
      ? [{ words: ["unpaid", row.id], money, mistake: calledUnpaid(row, money.receipt) }]
      : []),
    ...usingOther(row, known),
  ].flatMap((action) => action ?? []);
}

/** A code that nobody knows is taken for the money of a payment nobody paid. */
function accepting({ id, method, code }: StaffRow, { random }: Known): OwnerAction {
  const invented = method === "cod" && code ? code : nameFor(method, random);
  return {
    words: ["paid", id, ...(method === "cod" ? [] : [invented])],
    mistake: async (observed) => {
      observed.accepted.set(invented, id);
    },
  };
}

function nameFor(method: StaffRow["method"], random: Random): string {
  if (method === "flutterwave") return `99${String(random.below(10 ** 8)).padStart(8, "0")}`;
  const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
  return `ZY${Array.from({ length: 8 }, () => letters[random.below(letters.length)]).join("")}`;
}

/** A card's page is given up, and paid after all. */
function closing(row: StaffRow, { environment, books }: Known): OwnerAction | undefined {
  const payment = paymentOf(row, books);
  if (payment?.method !== "flutterwave") return undefined;
  const { reference: tx_ref, amount } = payment;
  return {
    words: ["unpaid", row.id],
    mistake: async () => {
      await environment.flutterwave.pay({ tx_ref, amount, card: "4000000000000001" });
    },
  };
}

/** Money that came is called unpaid. */
function calledUnpaid({ id }: StaffRow, receipt: string) {
  return async (observed: Observations) => {
    observed.unpaid.set(receipt, id);
  };
}

/** Money that pays an order, or went back, or is on its way back, is given back or taken for another payment by its name. */
function usingOther({ id, kind, amount }: StaffRow, { books, ledger, random }: Known): OwnerAction[] {
  if (kind === "contradiction" || kind === "refunded_twice") return [];
  const used = [
    ...books.payments.filter(({ state }) => state === "ordered" || state.startsWith("refund")),
    ...books.loose.filter(({ refund }) => refund !== null),
  ].flatMap(({ receipt }) => ledger.find((money) => money.receipt === receipt) ?? []);
  const money = used[random.below(used.length)];
  if (!money) return [];
  const { receipt } = money;
  const sum = String(Math.min(amount ?? money.amount, money.amount));
  return [
    { words: ["refund", id, "wrong", "receipt", "--receipt", receipt, "--amount", sum], money },
    ...(kind === "payment" ? [{ words: ["paid", id, receipt], money }] : []),
  ].map((action) => ({ ...action, mistake: async () => {} }));
}
