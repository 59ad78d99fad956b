import { and, eq, gt, sql } from "drizzle-orm";
import { audit } from "../platform/audit/tables.server.ts";
import type { Db } from "../platform/database/db.server.ts";
import { fieldFault } from "../platform/shop-error.ts";
import type { SettingValues } from "./contract.ts";
import { FORMER_TILL_DAYS, type Method } from "./rules.ts";

type Payments = SettingValues["payments"];
/** A till that was the shop's until lately; payments to it count `until` then (milliseconds since 1970). */
type FormerTill = { number: string; until: number };

/** The ways to pay and the till, within what the environment allows. */
export type PaymentsNow = {
  methods: readonly Method[];
  /** Undefined: no till is set, so nobody should send money. */
  till: string | undefined;
  formerTills: readonly FormerTill[];
};

/** Leaves out methods that `environment` does not allow, but always offers at least one. */
export function paymentsWithin(
  environment: Payments,
  { methods, till }: Payments,
  formerTills: readonly FormerTill[],
): PaymentsNow {
  const on = environment.methods.filter((method) => methods.includes(method));
  return {
    methods: on.length > 0 ? on : environment.methods,
    till: till || undefined,
    formerTills: formerTills.filter(({ number }) => number !== till),
  };
}

/** The tills that a change of the setting has replaced in the last 30 days, by the audit. */
export async function findFormerTills(db: Db): Promise<FormerTill[]> {
  const rows = await db
    .select({ before: audit.before, at: audit.at })
    .from(audit)
    .where(
      and(
        eq(audit.subjectKind, "setting"),
        eq(audit.subjectId, "payments"),
        gt(audit.at, sql`now() - make_interval(days => ${FORMER_TILL_DAYS}::int)`),
      ),
    );
  return rows.flatMap(({ before, at }) => {
    const number = before?.till;
    if (typeof number !== "string" || number === "") return [];
    return [{ number, until: at.getTime() + FORMER_TILL_DAYS * 86_400_000 }];
  });
}

/** @throws ShopError 400 by field: a method that the environment does not allow, or no till where there was one */
export function demandWithin(environment: Payments, { methods, till }: Payments): void {
  const missing = methods.filter((method) => !environment.methods.includes(method));
  if (missing.length > 0)
    throw fieldFault("methods", "This server is not set up for one of these. Ask whoever looks after it.");
  if (till === "" && environment.till !== "") throw fieldFault("till", "Enter the till number.");
}
