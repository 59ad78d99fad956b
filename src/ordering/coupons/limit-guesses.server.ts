import { sql } from "drizzle-orm";
import { users } from "../../accounts/tables.server.ts";
import type { Db } from "../../platform/database/db.server.ts";
import type { Limit, Limits } from "../../platform/http/limits.server.ts";
import { hasPaidOrder } from "../has-paid-order.server.ts";
import { coupons } from "./tables.server.ts";

/** Limits on wrong codes from one network address, for guests and accounts that have paid nothing: anybody can make more of these. */
const BY_ADDRESS: readonly Limit[] = [
  { name: "coupon-address", times: 10, seconds: 600 },
  { name: "coupon-address-day", times: 30, seconds: 86_400 },
];
/** The limit for an account that has paid, so that other people's guesses do not block it. */
const BY_ACCOUNT: readonly Limit[] = [{ name: "coupon-account", times: 20, seconds: 3_600 }];
/** A code that was answered as wrong is not counted again when it is repeated, as a checkout does with each change. */
const ANSWERED: Limit = { name: "coupon-answered", times: 1, seconds: 86_400 };

/** A coupon's code as it is stored, and whether it may be looked up. */
export type TypedCoupon = {
  code: string;
  /** Seconds for which no code is looked up after too many wrong ones; 0: this one is. */
  wait: number;
  /** Typed by a guest who has paid nothing yet, or by nobody who is signed in. */
  isNewGuest: boolean;
};

/** Who typed it, and the network address it came from. */
type Typist = { userId: string | undefined; place: string };

/**
 * Counts unknown codes in every call that answers about one, so that nobody finds codes by trying. All are counted before any is
 * answered, so that parallel calls get no more tries than calls one after the other. Known codes are not counted.
 */
export function limitGuesses(db: Db, limits: Limits) {
  return async (code: string | undefined, { userId, place }: Typist): Promise<TypedCoupon | undefined> => {
    if (code === undefined) return undefined;
    const { isKnown, isGuest, hasPaid } = await readTypist(db, code, userId ?? "");
    const [rules, subject] = userId && hasPaid && !isGuest ? [BY_ACCOUNT, userId] : [BY_ADDRESS, place];
    const answered = `${subject} ${code}`;
    const isGuess = !isKnown && !(await limits.remembers(ANSWERED, answered));
    const wait = await countWrong(limits, rules, { subject, isGuess });
    if (isGuess && wait === 0) await limits.remember(ANSWERED, answered);
    return { code, wait, isNewGuest: isGuest && !hasPaid };
  };
}

/** Somebody who is not signed in counts as a guest, as they would order as one. */
async function readTypist(db: Db, code: string, userId: string) {
  const { rows } = await db.execute<{ isKnown: boolean; isGuest: boolean; hasPaid: boolean }>(sql`
    select exists (select from ${coupons} where code = ${code}) as "isKnown",
      not exists (select from ${users} where id = ${userId} and guest_email is null) as "isGuest",
      ${hasPaidOrder(sql`${userId}`)} as "hasPaid"`);
  return rows[0] ?? { isKnown: false, isGuest: true, hasPaid: false };
}

/** Counts a wrong code, or only reads the counts; returns the seconds to wait. A code over one limit is not counted in the next. */
async function countWrong(
  limits: Limits,
  rules: readonly Limit[],
  { subject, isGuess }: { subject: string; isGuess: boolean },
): Promise<number> {
  for (const limit of rules) {
    const { count, seconds } = await limits.add(limit, subject, isGuess ? 1 : 0);
    if (count > limit.times || (!isGuess && count === limit.times)) return seconds;
  }
  return 0;
}
