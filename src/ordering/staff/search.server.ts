import { type SQL, sql } from "drizzle-orm";
import { compactPhone } from "../../phone-rules.ts";
import { foldText } from "../../platform/fold-text.ts";
import { orders } from "../tables.server.ts";

/**
 * What an order must match to be found by what staff typed: a phone in any form ("0712 345 678", "+254712345678"), or else
 * words that are each part of its name, M-Pesa code, short id, e-mail or town.
 */
export function matchesTyped(typed: string, { withPrivate }: { withPrivate: boolean }): SQL[] {
  // of a whole id, its end is what orders are found by
  const text = typed
    .trim()
    .replace(/^#/, "")
    .replace(/^[0-9a-z]{18}(?=[0-9a-z]{8}$)/i, "");
  const phone = readPhone(text);
  const typedWords = foldText(text).split(" ").filter(Boolean);
  const words = phone ? [phone] : typedWords.map((word) => readPhone(word) ?? word);
  return words.flatMap((word) => {
    const pattern = `%${startOf(word)}${literal(word)}%`;
    const found = sql`${orders.search} like ${pattern}`;
    return withPrivate ? [found] : [found, sql`${WITHOUT_PRIVATE} like ${pattern}`];
  });
}

/** The column without e-mail and M-Pesa code: who may not see them learns nothing of them by searching. */
const WITHOUT_PRIVATE = sql`' ' || fold_text(coalesce(${orders.address} ->> 'firstName', '') || ' '
  || coalesce(${orders.address} ->> 'lastName', '') || ' '
  || regexp_replace(coalesce(${orders.address} ->> 'phone', ''), '[^0-9]', '', 'g')
  || ' ' || right(${orders.id}, 8) || ' ' || coalesce(${orders.address} ->> 'city', '')) || ' '`;

/** The digits that all spellings of a phone share; undefined when it is none, nor the beginning of one. */
function readPhone(text: string): string | undefined {
  const digits = compactPhone(text).replace(/^(\+|00)/, "");
  return /^\d{4,}$/.test(digits) ? digits.replace(/^(2540?|0)(?=\d)/, "") : undefined;
}

/** One or two letters are the beginning of a word: the index knows no shorter part of one than three. */
function startOf(word: string): string {
  return word.length < 3 ? " " : "";
}

/** `%`, `_` and `\` stand for themselves in what people type. */
function literal(word: string): string {
  return word.replace(/[\\%_]/g, "\\$&");
}
