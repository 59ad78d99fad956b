import { sql } from "drizzle-orm";
import { users } from "../../accounts/tables.server.ts";
import type { Db } from "../../platform/database/db.server.ts";
import type { Limit, Limits } from "../../platform/http/limits.server.ts";
import { hasPaidOrder } from "../has-paid-order.server.ts";
import { coupons } from "./tables.server.ts";

/** Wrong codes from one network address, of guests and of accounts that have paid nothing: another of these costs nothing. */
const BY_ADDRESS: readonly Limit[] = [
  { name: "coupon-address", times: 10, seconds: 600 },
  { name: "coupon-address-day", times: 30, seconds: 86_400 },
];
/** And of an account that has paid: nobody else's guesses are in its way. */
const BY_ACCOUNT: readonly Limit[] = [{ name: "coupon-account", times: 20, seconds: 3_600 }];
/** A code that was answered as wrong is no other guess when it is sent again, as a checkout does with each change. */
const ANSWERED: Limit = { name: "coupon-answered", times: 1, seconds: 86_400 };

/** The code of a coupon as it is kept, and how it may be looked at. */
export type TypedCoupon = {
  code: string;
  /** Seconds for which no code is looked at after too many wrong ones; 0: this one is. */
  wait: number;
  /** Typed by a guest who has paid nothing yet, or by nobody who is signed in. */
  isNewGuest: boolean;
};

/** Who typed it, and the network address it came from. */
type Typist = { userId: string | undefined; place: string };

/**
 * Counts codes that nobody knows, on every call that answers about one, so that nobody finds codes by trying. Counted in one
 * order before any is answered, so that parallel calls get no more tries than calls one after the other; known codes count nothing.
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

/** Nobody who is signed in counts as a guest: such a one orders as one. */
async function readTypist(db: Db, code: string, userId: string) {
  const { rows } = await db.execute<{ isKnown: boolean; isGuest: boolean; hasPaid: boolean }>(sql`
    select exists (select from ${coupons} where code = ${code}) as "isKnown",
      not exists (select from ${users} where id = ${userId} and guest_email is null) as "isGuest",
      ${hasPaidOrder(sql`${userId}`)} as "hasPaid"`);
  return rows[0] ?? { isKnown: false, isGuest: true, hasPaid: false };
}

/** Counts a wrong code, or only looks; gives the seconds for which none is looked at. What is not looked at counts no further. */
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
