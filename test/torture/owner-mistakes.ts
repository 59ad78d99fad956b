import { acceptPaid, closeUnpaid, confirmCode } from "../../src/payments/staff/act-on-attempt.server.ts";
import { refundMoney } from "../../src/payments/staff/act-on-money.server.ts";
import { allocateMoney } from "../../src/payments/staff/allocate-money.server.ts";
import { type AttemptRow, type Books, spentOf } from "./books.ts";
import type { Environment } from "./environment.ts";
import type { Money } from "./ledger.ts";
import { type Matter, OWNER, type OwnerAction, SAID } from "./owner.ts";
import type { Random } from "./random.ts";
import { inventedCode } from "./ways.ts";

type Known = { environment: Environment; books: Books; ledger: Money[]; random: Random };

/**
 * Everything a mistaken owner may do about a row; the shop refuses it, or bears it. What it lets them do is in its tables as
 * they said it.
 */
export function mistakesFor(matter: Matter, known: Known): OwnerAction[] {
  if (matter.kind === "exception") return [];
  const { money, attempt } = matter;
  return [
    ...(attempt && !money ? [accepting(attempt, known), ...closing(attempt, known)] : []),
    ...(attempt && money?.back === 0 ? [callingUnpaid(attempt, money)] : []),
    ...usingOther(matter, known),
  ];
}

/** A code that nobody knows is taken for the money of an attempt nobody paid. */
function accepting({ id, method, typed_code: typed, amount }: AttemptRow, { random }: Known): OwnerAction {
  const invented = method === "cod" && typed ? typed : nameFor(method, random);
  const seen = { receipt: invented, amount, reason: "seen in the app", ...SAID };
  return {
    act: (context) => (method === "cod" ? confirmCode(context, id, seen) : acceptPaid(context, id, seen)),
    after: ({ accepted }) => void accepted.set(invented, id),
  };
}

function nameFor(method: string, random: Random): string {
  if (method === "flutterwave") return `99${String(random.below(10 ** 8)).padStart(8, "0")}`;
  return inventedCode({ random }, "ZY");
}

/** A card's page is given up, and paid after all. */
function closing({ id, method, reference, amount }: AttemptRow, { environment }: Known): OwnerAction[] {
  if (method !== "flutterwave") return [];
  return [
    {
      act: (context) => closeUnpaid(context, id, { reason: "nothing came", by: OWNER }),
      after: async () => {
        await environment.flutterwave.pay({ tx_ref: reference, amount, card: "4000000000000001" });
      },
    },
  ];
}

/** Money that came is called unpaid. */
function callingUnpaid({ id }: AttemptRow, { receipt }: Money): OwnerAction {
  return {
    act: (context) => closeUnpaid(context, id, { reason: "nothing came", by: OWNER }),
    after: ({ unpaid }) => void unpaid.set(receipt, id),
  };
}

/** Money that pays an order, or is refunded or on its way back, is refunded once more or taken for another attempt or order. */
function usingOther({ attempt }: Matter & { attempt?: AttemptRow | undefined }, known: Known): OwnerAction[] {
  const { books, ledger, random } = known;
  // what is paid without a receipt nobody can name
  const rowOf = ({ provider, receipt }: Money) =>
    books.transactions.find((each) => each.provider === provider && each.receipt === receipt);
  const used = ledger.filter((money) => {
    const own = rowOf(money);
    return own !== undefined && spentOf(own) > 0;
  });
  const money = used[random.below(used.length)];
  const row = money && rowOf(money);
  if (!money || !row) return [];
  const { receipt, amount } = money;
  const order = attempt?.order_id;
  const again = { amount, reason: "wrong receipt", ...SAID };
  const actions: OwnerAction[] = [{ act: (context) => refundMoney(context, row.id, again) }];
  const seen = { receipt, reason: "seen in the app", ...SAID };
  // a card's number as an M-Pesa code is one that nobody knows
  const isOne = attempt && (attempt.method === "flutterwave") === (money.provider === "card");
  if (isOne) actions.push({ act: (context) => acceptPaid(context, attempt.id, seen) });
  if (order) actions.push({ act: (context) => allocateMoney(context, row.id, { order, ...SAID }) });
  return actions;
}
