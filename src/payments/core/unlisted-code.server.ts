import { type SQL, sql } from "drizzle-orm";
import { publicStatus } from "../rules.ts";
import type { Payment, Provider } from "./provider.server.ts";
import { payments } from "./tables.server.ts";

export type Counted = { unlistedCode?: SQL; unlistedTimes?: SQL };

/**
 * How a code, from a callback or an answer, changes the count of an undecided payment: an unlisted code is counted while it
 * repeats, any other code resets the count, and no code changes nothing.
 */
export function countUnlisted(provider: Provider | undefined, code: string | undefined): Counted {
  if (code === undefined) return {};
  if (!provider?.isUnlisted?.(code)) return { unlistedCode: sql`null`, unlistedTimes: sql`0` };
  return {
    unlistedCode: sql`${code}::text`,
    unlistedTimes: sql`case when ${payments.unlistedCode} = ${code} then ${payments.unlistedTimes} else 0 end + 1`,
  };
}

/** The unlisted code that M-Pesa gave last for a payment still undecided, and how often in a row. It does not end the payment. */
export function unlistedOf({ state, unlistedCode, unlistedTimes }: Payment) {
  return unlistedCode === null || publicStatus(state) !== "pending"
    ? {}
    : { code: unlistedCode, codeTimes: unlistedTimes };
}
