import { CODE_MAX } from "../../../ordering/rules.ts";

/**
 * The transaction code in a copied M-Pesa message, in capitals: 10 letters and digits, at least one of each, preferably next to
 * "Confirmed" or "Imethibitishwa". Undefined when there is none; amounts, dates, phone and till numbers do not count.
 */
export function codeIn(text: string): string | undefined {
  // some phones leave out the space: "SJK4H7L2P1Confirmed."
  const words = text.replace(SIGN, " $& ").match(/[\p{L}\p{N}]+/gu) ?? [];
  const rated = words.flatMap((word, at) => {
    const value = worth(word, at, words);
    return value === undefined ? [] : [{ code: word.toUpperCase(), value }];
  });
  // the first of the best, as sort keeps the order of equals
  return rated.sort((one, other) => other.value - one.value)[0]?.code;
}

/**
 * Whether a code's first three characters name another day than today in Kenya: the year (A is 2006), the month (A to L),
 * the day (1 to 9, then A to V). This is not documented, so it is used for a hint only and decides nothing.
 */
export function isOfAnotherDay(code: string, now: number): boolean {
  const date = dateOf(code);
  if (!date) return false;
  const today = new Date(now + EAT);
  return (
    date.year !== today.getUTCFullYear() ||
    date.month !== today.getUTCMonth() ||
    date.day !== today.getUTCDate()
  );
}

const SIGN = /confirmed|imethibitishwa/giu;
/** Milliseconds Kenya is ahead of UTC, all year. */
const EAT = 3 * 3_600_000;
/** Words written together with a number, such as Ksh1501000 or TILL123456. */
const FIGURE = /^(KSHS?|KES|TILL|PAYBILL|ACC|ACCOUNT|NO|TEL|REF)\d+$/;
const DAYS = "123456789ABCDEFGHIJKLMNOPQRSTUV";

/** How much a word looks like a code; undefined when it cannot be one. */
function worth(word: string, at: number, words: readonly string[]): number | undefined {
  const capitals = word.toUpperCase();
  if (!/^(?=.*[A-Z])(?=.*\d)[A-Z0-9]+$/.test(capitals) || capitals.length !== CODE_MAX) return undefined;
  if (FIGURE.test(capitals)) return undefined;
  const beside = [words[at + 1], words[at - 1]].some((other) => other?.search(SIGN) === 0);
  return (beside ? 4 : 0) + (dateOf(capitals) ? 2 : 0) + (word === capitals ? 1 : 0);
}

function dateOf(code: string): { year: number; month: number; day: number } | undefined {
  const [year, month, day] = /^([A-Z])([A-L])([1-9A-V])[A-Z0-9]{7}$/.exec(code)?.slice(1) ?? [];
  if (!year || !month || !day) return undefined;
  const letter = (text: string) => text.charCodeAt(0) - 65;
  return { year: 2006 + letter(year), month: letter(month), day: DAYS.indexOf(day) + 1 };
}
