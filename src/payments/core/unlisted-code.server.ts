import { type SQL, sql } from "drizzle-orm";
import { publicStatus } from "../rules.ts";
import type { Payment, Provider } from "./provider.server.ts";
import { payments } from "./tables.server.ts";

export type Counted = { unlistedCode?: SQL; unlistedTimes?: SQL };

/**
 * What a code, said by a callback or by an answer, changes of a payment that stays undecided: one that nobody knows is
 * counted while it is repeated, any other ends the count. No code changes nothing.
 */
export function countUnlisted(provider: Provider | undefined, code: string | undefined): Counted {
  if (code === undefined) return {};
  if (!provider?.isUnlisted?.(code)) return { unlistedCode: sql`null`, unlistedTimes: sql`0` };
  return {
    unlistedCode: sql`${code}::text`,
    unlistedTimes: sql`case when ${payments.unlistedCode} = ${code} then ${payments.unlistedTimes} else 0 end + 1`,
  };
}

/** The unknown code that M-Pesa gave last of a payment still undecided, and how often in a row: it ends nothing. */
export function unlistedOf({ state, unlistedCode, unlistedTimes }: Payment) {
  return unlistedCode === null || publicStatus(state) !== "pending"
    ? {}
    : { code: unlistedCode, codeTimes: unlistedTimes };
}
