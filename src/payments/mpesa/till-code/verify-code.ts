import type { ProviderResult } from "../../core/provider.server.ts";
import { TOO_LITTLE } from "../../rules.ts";
import type { Payer, Source } from "../../transactions/rules.ts";
import { readEatStamp } from "../password.ts";
import type { CodeResult } from "./tables.server.ts";

/** A payment that waits for the money behind a code, and when that was typed for the first time and the last. */
export type Expected = { code: string; amount: number; firstTyped: Date; lastTyped: Date };

/** What M-Pesa reported of a payment at a till. */
export type ReportedMoney = {
  amount: number | undefined;
  /** The number the money went to. */
  to: string | undefined;
  paidAt: Date | undefined;
  payer?: Payer | undefined;
  /** How we know. */
  source: Source;
};

/** Why money is held that is none of ours. */
export const ELSEWHERE = "paid to another number";

/**
 * Whether the money behind a code is what was asked for (docs/payments.md, "What proves a code"); more than that is taken.
 * @param ours the shop's till and shortcode
 */
export function verifyMoney(
  expected: Expected,
  reported: ReportedMoney,
  ours: readonly string[],
): ProviderResult {
  const { amount, to, paidAt, payer, source } = reported;
  if (to === undefined || !ours.includes(to)) return { type: "held", reason: ELSEWHERE, final: true };
  if (amount === undefined) return { type: "held", reason: "the amount paid is not known", final: true };
  const money = { source, receipt: expected.code, amount, paidAt, till: to, ...(payer && { payer }) };
  const held = (reason: string): ProviderResult => ({
    type: "held",
    reason,
    final: true,
    money: { ...money, verified: true },
  });
  if (amount < expected.amount) return held(TOO_LITTLE);
  if (!paidAt || !isTimely(paidAt, expected)) return held("paid at another time");
  return { type: "paid", ...money };
}

/** What an answer about a code means; undefined when it says nothing and may be asked for again. */
export function verifyAnswer(
  expected: Expected,
  answer: CodeResult,
  ours: readonly string[],
): ProviderResult | undefined {
  if (answer.is === "timeout" || answer.code !== "0" || answer.status !== "Completed") return undefined;
  if (answer.receipt !== expected.code)
    return { type: "held", reason: "the answer names another code", final: true };
  const reported = {
    amount: answer.amount,
    // "600966 - SHOP"
    to: /^\d+/.exec(answer.creditParty ?? "")?.[0],
    paidAt: readEatStamp(answer.initiated ?? ""),
    ...(answer.payer && { payer: { digits: answer.payer } }),
    source: "query" as const,
  };
  return verifyMoney(expected, reported, ours);
}

/**
 * Whether M-Pesa says that there is no such payment. Its code for that is not documented, and one that stands for many
 * faults of ours is (SFC_IC0003, "operator does not exist"): the words must speak of the payment.
 */
export function isUnknown(answer: CodeResult): boolean {
  if (answer.is === "timeout" || answer.code === "0") return false;
  return /\b(transaction|receipt)\b.*\b(does not exist|not (be )?found)/i.test(answer.words ?? "");
}

/** Every receipt of M-Pesa has ten signs: what is typed with fewer can be none. */
export function isReceipt(code: string): boolean {
  return code.length === 10;
}

/** Milliseconds a payment may lie before the code is typed, and after it by clocks that differ. */
const WINDOW = 30 * 60_000;

function isTimely(paidAt: Date, { firstTyped, lastTyped }: Expected): boolean {
  const at = paidAt.getTime();
  return at >= firstTyped.getTime() - WINDOW && at <= lastTyped.getTime() + WINDOW;
}
