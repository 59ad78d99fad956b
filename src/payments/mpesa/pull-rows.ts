import type { Payer } from "../transactions/rules.ts";
import { readCode, readPayer, readSum } from "./confirmation.ts";
import { fieldsOf, textOf } from "./fields.ts";
import { eatStamp, readEatStamp } from "./password.ts";

/** Money on our till as Pull lists it (docs/payments.md, "Pull"). KES, perhaps with cents. */
export type PullRow = { code: string; amount: number; billRef: string; trxDate: string; payer: Payer };

/** The true zone of a time that ends in "Z": UTC, or Nairobi's. */
export type Zone = "utc" | "eat";

/** "2026-11-05 14:30:10" in Nairobi, the form in which Pull takes times. */
export function eatText(at: Date): string {
  return eatStamp(at).replace(/^(....)(..)(..)(..)(..)(..)$/, "$1-$2-$3 $4:$5:$6");
}

/** The rows of one answer, unchecked: it has a list inside a list, or a flat one. */
export function rowsOf(body: unknown): unknown[] {
  const { Response: list } = fieldsOf(body);
  return Array.isArray(list) ? list.flat() : [];
}

/** A customer's payment to us; undefined for anything else: settlements to the bank, money that left, unreadable rows. */
export function readPullRow(row: unknown): PullRow | undefined {
  const { transactionId, transactiontype, billreference, amount: sum, trxDate, msisdn } = fieldsOf(row);
  const code = readCode(transactionId);
  const amount = readSum(sum);
  if (!code || amount === undefined || !/^c2b-.*-debit$/i.test(textOf(transactiontype) ?? ""))
    return undefined;
  return {
    code,
    amount,
    billRef: textOf(billreference) ?? "",
    trxDate: textOf(trxDate) ?? "",
    payer: readPayer(msisdn),
  };
}

/** Milliseconds by which M-Pesa's two times of one payment may differ. */
const CLOSE = 5 * 60_000;

/**
 * How the times that end in "Z" are to be read, by the payments among them whose time we know. Undefined when there is no
 * such payment, or when they contradict each other.
 */
export function calibrate(
  rows: readonly PullRow[],
  known: ReadonlyMap<string, Date | null>,
): Zone | undefined {
  const fitting = new Set<Zone>();
  for (const { code, trxDate } of rows) {
    const paidAt = known.get(code);
    if (!paidAt || !trxDate.endsWith("Z")) continue;
    for (const zone of ["utc", "eat"] as const) {
      const read = momentOf(trxDate, zone);
      if (read && Math.abs(read.getTime() - paidAt.getTime()) <= CLOSE) fitting.add(zone);
    }
  }
  const [zone] = fitting;
  return fitting.size === 1 ? zone : undefined;
}

/** Nairobi is three hours ahead of UTC the whole year. */
const EAT = 3 * 3_600_000;

/** The moment of a trxDate: "+03:00" says its zone, "Z" needs `zone`; undefined when the moment cannot be known. */
export function momentOf(trxDate: string, zone: Zone | undefined): Date | undefined {
  const [, wall, end] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?(Z|\+03:?00)$/.exec(trxDate) ?? [];
  const inNairobi = readEatStamp(wall?.replace(/\D/g, "") ?? "");
  if (!inNairobi || (end === "Z" && zone === undefined)) return undefined;
  return end === "Z" && zone === "utc" ? new Date(inNairobi.getTime() + EAT) : inNairobi;
}
