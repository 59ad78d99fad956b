import type { ProviderResult } from "../../core/provider.server.ts";
import { TOO_LITTLE } from "../../rules.ts";
import type { Payer, Source } from "../../transactions/rules.ts";
import { readEatStamp } from "../password.ts";
import type { CodeResult } from "./tables.server.ts";

/** A payment that waits for the money of a code, and when that was first and last typed. */
export type Expected = { code: string; amount: number; firstTyped: Date; lastTyped: Date };

/** What M-Pesa reported of a payment at a till. */
export type ReportedMoney = {
  amount: number | undefined;
  /** The number the money went to. */
  to: string | undefined;
  paidAt: Date | undefined;
  payer?: Payer | undefined;
  /** How we learned of it. */
  source: Source;
};

/** Why money is held that came to a number that is not ours. */
export const ELSEWHERE = "paid to another number";

/**
 * Whether the money of a code is what was asked for (docs/payments.md, "What proves a code"); more than that is accepted.
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

/** What an answer about a code means; undefined when it says nothing, so that one may ask again. */
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
 * Whether M-Pesa says that there is no such payment. Its result code for that is not documented, and SFC_IC0003 also stands for
 * many faults of ours ("operator does not exist"): so the text must be about the payment.
 */
export function isUnknown(answer: CodeResult): boolean {
  if (answer.is === "timeout" || answer.code === "0") return false;
  return /\b(transaction|receipt)\b.*\b(does not exist|not (be )?found)/i.test(answer.words ?? "");
}

/** Every receipt of M-Pesa has ten characters: a shorter typed code cannot be one. */
export function isReceipt(code: string): boolean {
  return code.length === 10;
}

/** Milliseconds that a payment may be older than its typed code, or newer, as clocks differ. */
const WINDOW = 30 * 60_000;

function isTimely(paidAt: Date, { firstTyped, lastTyped }: Expected): boolean {
  const at = paidAt.getTime();
  return at >= firstTyped.getTime() - WINDOW && at <= lastTyped.getTime() + WINDOW;
}
