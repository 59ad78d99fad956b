import type { StaffRow } from "../../src/ordering/staff/list-orders.server.ts";
import type { CommandResult } from "../../src/payments/staff/owner-commands.server.ts";
import { type Books, paymentOf, readBooks } from "./books.ts";
import type { Environment } from "./environment.ts";
import type { Observations } from "./invariants.ts";
import { type Money, moneyOf } from "./ledger.ts";
import type { Keyboard } from "./owner.ts";
import { mistakesFor } from "./owner-mistakes.ts";
import type { Random } from "./random.ts";

/**
 * A command, and the money it is about where there is any. `mistake`: it is a wrong one, and this is what comes of it
 * where it was not refused.
 */
export type OwnerAction = {
  words: string[];
  money?: Money | undefined;
  mistake?: (observed: Observations) => Promise<void>;
};

/** Rows of the list an owner goes through in one sitting, and in how many of a hundred he is mistaken. */
const SITTING = 6;
const MISTAKEN = 30;

/**
 * The owner goes through the list, and looks each row up in the provider's own books first: money that came becomes its
 * order or goes back, what nobody paid is closed. Each action is done alone, twice, at once at two keyboards, perhaps together
 * with another that is as right, or followed by another. Now and then he is mistaken, or somebody brings goods back.
 */
export async function runOwnerActions(
  environment: Environment,
  observed: Observations,
  random: Random,
): Promise<void> {
  const books = await readBooks(environment);
  const money = moneyOf(environment).map((each) => ({
    ...each,
    back: each.back + (observed.byHand.get(each.receipt) ?? 0),
  }));
  const rows = books.list.map((row) => {
    const behind = moneyBehind(row, money, books);
    const right = actionsFor(row, behind);
    const isMistaken = random.chance(MISTAKEN);
    return isMistaken
      ? [...mistakesFor(row, behind, { environment, books, ledger: money, random }), ...right]
      : right;
  });
  const returned = books.payments.filter(({ state, receipt }) => state === "ordered" && receipt);
  const brought = returned[random.below(Math.max(1, returned.length))];
  if (brought && random.chance(40)) {
    const behind = money.find(({ receipt }) => receipt === brought.receipt);
    // a part by the provider: of M-Pesa's money it goes by hand
    const part = brought.method === "flutterwave" && random.chance(50) ? ["--amount", "500"] : [];
    rows.push([{ words: ["refund", brought.id, "brought", "back", ...part], money: behind }]);
  }
  const chosen = rows.filter((actions) => actions.length > 0);
  const keyboards = await environment.keyboards();
  for (let done = 0; done < SITTING && chosen.length > 0; done++) {
    const [actions = []] = chosen.splice(random.below(chosen.length), 1);
    await decide(actions, { keyboards, observed, random });
  }
}

type Hands = { keyboards: [Keyboard, Keyboard]; observed: Observations; random: Random };

async function decide(
  [first, ...others]: OwnerAction[],
  { keyboards, observed, random }: Hands,
): Promise<void> {
  if (!first) return;
  const fitting: [OwnerAction, ...OwnerAction[]] = [first, ...others];
  const action = random.pick(fitting);
  const [one, other] = keyboards;
  const way = random.pick(["alone", "twice", "decided again", "at once"] as const);
  const beside = way === "twice" ? action : random.pick(fitting);
  if (way === "at once") {
    const answers = await Promise.all([one.say(action.words), other.say(beside.words)]);
    await note(action, answers[0], observed);
    await note(beside, answers[1], observed);
    return;
  }
  await note(action, await one.say(action.words), observed);
  if (way !== "alone") await note(beside, await other.say(beside.words), observed);
}

/** What the owner says he has done, where the provider's books do not show it. */
async function note(
  { words, money, mistake }: OwnerAction,
  answer: CommandResult | undefined,
  observed: Observations,
): Promise<void> {
  const [act] = words;
  if (mistake) return answer?.done === false ? undefined : mistake(observed);
  if (!money || answer?.done === false) return;
  const { receipt, amount, back } = money;
  // without an answer he cannot say either
  if (answer === undefined || act === "close") observed.decided.add(receipt);
  else if (act === "refunded" && back === 0)
    observed.byHand.set(receipt, (observed.byHand.get(receipt) ?? 0) + amount);
}

/** The money a row is about, as a person would find it: by its name, or by that of its payment. */
function moneyBehind(row: StaffRow, money: Money[], books: Books): Money | undefined {
  const { id, code, kind } = row;
  const named = money.find(({ receipt }) => receipt === id || receipt === code);
  if (named || kind !== "payment") return named;
  const reference = paymentOf(row, books)?.reference;
  return money.find((each) => each.reference === reference);
}

/** Everything an honest owner may do about a row. */
function actionsFor(row: StaffRow, money: Money | undefined): OwnerAction[] {
  const { id, kind, state } = row;
  const isOut = state === "refund_pending" || state === "refund_failed";
  if (kind === "message") return [{ words: ["again", id] }, { words: ["close", id, "read"] }];
  if (kind === "contradiction" || kind === "refunded_twice")
    return [{ words: ["close", id, "looked", "into"] }];
  if (!money) return [{ words: kind === "payment" ? ["unpaid", id] : ["close", id, "no", "such", "money"] }];
  if (isOut) return repeats(id, money);
  if (money.back > 0) return [];
  const { receipt, amount } = money;
  const stated = kind === "till_money" ? [] : ["--receipt", receipt];
  const refund = { words: ["refund", id, "not", "wanted", ...stated, "--amount", String(amount)], money };
  if (kind !== "payment") return [refund, { words: ["close", id, "settled", "otherwise"], money }];
  // goods are not given for less than they cost
  return amount >= (row.amount ?? 0) ? [{ words: ["paid", id, receipt], money }, refund] : [refund];
}

/** Money that should be back: sent again where it is not, or marked as given by hand. */
function repeats(id: string, money: Money): OwnerAction[] {
  const isBack = money.back >= money.amount;
  return [
    { words: ["refunded", id], money },
    { words: ["refund", id, "again", ...(isBack ? [] : ["--first-did-not-go-through"])], money },
  ];
}
