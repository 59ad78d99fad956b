import type { Obeyed } from "../../src/payments/owner-commands.server.ts";
import type { StaffRow } from "../../src/payments/staff-list.server.ts";
import { type Books, readBooks } from "./books.ts";
import type { Environment } from "./environment.ts";
import { type Money, moneyOf } from "./ledger.ts";
import type { Keyboard } from "./owner.ts";
import type { Told } from "./questions.ts";
import type { Random } from "./random.ts";

/** A command, and the money it is about where there is any. */
type Deed = { words: string[]; money?: Money | undefined };

/** Rows of the list an owner goes through in one sitting. */
const SITTING = 6;

/**
 * The owner goes through the list, and looks each row up in the provider's own books first: money that came becomes its
 * order or goes back, what nobody paid is closed. Each deed is done alone, twice, or at once at two keyboards, and then
 * perhaps together with another that is as right. Now and then somebody brings goods back.
 */
export async function doDeeds(environment: Environment, told: Told, random: Random): Promise<void> {
  const books = await readBooks(environment);
  const money = moneyOf(environment).map((each) => ({
    ...each,
    back: each.back + (told.byHand.get(each.receipt) ?? 0),
  }));
  const rows = books.list.map((row) => deedsFor(row, moneyBehind(row, money, books)));
  const returned = books.payments.filter(({ state, receipt }) => state === "ordered" && receipt);
  const brought = returned[random.below(Math.max(1, returned.length))];
  if (brought && random.chance(40)) {
    const behind = money.find(({ receipt }) => receipt === brought.receipt);
    rows.push([{ words: ["refund", brought.id, "brought", "back"], money: behind }]);
  }
  const chosen = rows.filter((deeds) => deeds.length > 0);
  const keyboards = await environment.keyboards();
  for (let done = 0; done < SITTING && chosen.length > 0; done++) {
    const [deeds = []] = chosen.splice(random.below(chosen.length), 1);
    await decide(deeds, { keyboards, told, random });
  }
}

type Hands = { keyboards: [Keyboard, Keyboard]; told: Told; random: Random };

async function decide([first, ...others]: Deed[], { keyboards, told, random }: Hands): Promise<void> {
  if (!first) return;
  const fitting: [Deed, ...Deed[]] = [first, ...others];
  const deed = random.pick(fitting);
  const [one, other] = keyboards;
  const way = random.pick(["alone", "twice", "at once"] as const);
  if (way !== "at once") {
    note(deed, await one.say(deed.words), told);
    if (way === "twice") note(deed, await other.say(deed.words), told);
    return;
  }
  const beside = random.pick(fitting);
  const answers = await Promise.all([one.say(deed.words), other.say(beside.words)]);
  note(deed, answers[0], told);
  note(beside, answers[1], told);
}

/** What the owner says he has done, where the provider's books do not show it. */
function note({ words, money }: Deed, answer: Obeyed | undefined, told: Told): void {
  const [act] = words;
  if (money) told.deeds.push({ receipt: money.receipt, text: `"${words.join(" ")}": ${answer?.said}` });
  if (!money || answer?.done === false) return;
  const { receipt, amount, back } = money;
  // without an answer he cannot say either
  if (answer === undefined || act === "close") told.decided.add(receipt);
  else if (act === "refunded" && back === 0)
    told.byHand.set(receipt, (told.byHand.get(receipt) ?? 0) + amount);
}

/** The money a row is about, as a person would find it: by its name, or by that of its payment. */
function moneyBehind(
  { id, code, kind, paymentId }: StaffRow,
  money: Money[],
  { payments }: Books,
): Money | undefined {
  const named = money.find(({ receipt }) => receipt === id || receipt === code);
  if (named || kind !== "payment") return named;
  const reference = payments.find((payment) => payment.id === paymentId)?.reference;
  return money.find((each) => each.reference === reference);
}

/** Everything an honest owner may do about a row. */
function deedsFor(row: StaffRow, money: Money | undefined): Deed[] {
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
function repeats(id: string, money: Money): Deed[] {
  const isBack = money.back >= money.amount;
  return [
    { words: ["refunded", id], money },
    { words: ["refund", id, "again", ...(isBack ? [] : ["--first-did-not-go-through"])], money },
  ];
}
