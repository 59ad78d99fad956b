import { z } from "zod";
import type { ProviderReply } from "../../platform/http-client/provider-client.server.ts";
import type { RefundAnswer, RefundStep, ReportedRefund } from "../core/provider.server.ts";
import { type Ask, readPage, readPages } from "./transaction.server.ts";

/**
 * What the answer to a refund request means (docs/payments.md, "Card refund"). Flutterwave knows no idempotency key, so any
 * doubtful answer is `unknown`, and the refund is not sent again automatically. `amount` in whole KES.
 */
export function readRefund(reply: ProviderReply, amount: number): RefundStep {
  if (reply.type === "notSent") return { type: "failed", reason: reply.reason, again: true };
  if (reply.type === "indeterminate") return { type: "unknown", reason: reply.reason };
  const { status, body } = reply;
  if (status === 429 || status === 401 || status === 403)
    return { type: "failed", reason: `answered ${status}`, again: true };
  const parsed = refusal.safeParse(body);
  if (status >= 400 && status < 500 && parsed.success) {
    const reason = parsed.data.message.slice(0, 200);
    // the next sales refill the balance
    return { type: "failed", reason, ...(/balance|insufficient/i.test(reason) ? { again: true } : {}) };
  }
  const given = status >= 200 && status < 300 ? answer.safeParse(body) : undefined;
  if (!given?.success) return { type: "unknown", reason: `answered ${status}` };
  if (given.data.data.amount_refunded !== amount)
    return { type: "unknown", reason: "another amount was given back" };
  return stepOf(given.data.data);
}

/** The state of a refund that is under way; an answer that cannot be believed means it still is. */
export function readRefundState(reply: ProviderReply, reference: string): RefundStep {
  const parsed = reply.type === "response" && reply.status === 200 ? answer.safeParse(reply.body) : undefined;
  if (!parsed?.success || String(parsed.data.data.id) !== reference) return { type: "sent", reference };
  return stepOf(parsed.data.data);
}

/** A refund as the provider reports it; `receipt`: the charge it refunds. */
export type ListedRefund = ReportedRefund & { receipt: string };

/** The refund with this reference; "missing": there is none; "away": no answer that can be believed. */
export function readNamedRefund(reply: ProviderReply, reference: string): ListedRefund | "missing" | "away" {
  if (reply.type !== "response") return "away";
  if ((reply.status === 400 || reply.status === 404) && refusal.safeParse(reply.body).success)
    return "missing";
  const parsed = reply.status === 200 ? named.safeParse(reply.body) : undefined;
  return parsed?.success && String(parsed.data.data.id) === reference ? listedOf(parsed.data.data) : "away";
}

const refusal = z.object({ status: z.literal("error"), message: z.string() });
const answer = z.object({
  status: z.literal("success"),
  data: z.object({ id: z.int().positive(), amount_refunded: z.number(), status: z.string() }),
});

/** "completed", "completed-mpgs" and the like: it is done; "failed", "disburse-failed": it failed; else it is under way. */
function stepOf({ id, status }: { id: number; status: string }): RefundStep {
  const reference = String(id);
  if (status.startsWith("completed")) return { type: "done", reference };
  if (status.includes("failed"))
    return { type: "failed", reason: `the refund's state is ${status.slice(0, 50)}` };
  return { type: "sent", reference };
}

const one = z.looseObject({
  id: z.int().positive(),
  tx_id: z.union([z.int(), z.string()]).transform(String),
  amount_refunded: z.number(),
  status: z.string(),
});
const named = z.object({ status: z.literal("success"), data: one });
function listedOf({ id, tx_id, amount_refunded, status }: z.output<typeof one>): ListedRefund {
  return { reference: String(id), receipt: tx_id, amount: amount_refunded, step: stepOf({ id, status }) };
}

const REFUNDS = { path: "/v3/refunds", name: "refunds", row: one.extend({ created_at: z.string() }) };

/** All refunds since a day. */
export async function listRefunds(ask: Ask, from: string) {
  const { rows, ...end } = await readPages(ask, REFUNDS, { from });
  return { refunds: rows.map(listedOf), ...end };
}

/** Pages of the list that are read at most; and seconds for which a new refund may not be listed yet. */
const PAGES = 20;
const UNLISTED = 10 * 60;
/** Milliseconds by which their clock and ours may differ; a refund made this much before the request may be ours. */
const CLOCKS = 5 * 60_000;
const DAY = 24 * 3_600_000;

/**
 * Whether a transaction was refunded since a request whose answer was lost, by the list of all refunds. If the list names none,
 * that proves nothing when it cannot be read to its end, when the request was sent only just now, or when it names a refund of this
 * sum from before the request: our clock may be further off than we allow for.
 */
export async function findRefund(
  ask: Ask,
  money: { receipt: string | null; amount: number; since: Date; age: number; others: string[] },
): Promise<Exclude<RefundAnswer, { type: "asked" }>> {
  const earliest = money.since.getTime() - CLOCKS;
  const from = new Date(earliest - DAY).toISOString().slice(0, 10);
  let isOlder = false;
  for (let page = 1; page <= PAGES; page++) {
    const read = await readPage(ask, REFUNDS, { from, page });
    if (!read) return { type: "silent", reason: "the list of refunds could not be read" };
    const { data, isLast } = read;
    const fitting = data.filter((row) => isIt(row, money));
    const ours = fitting.filter((row) => !(Date.parse(row.created_at) < earliest));
    isOlder ||= fitting.some((row) => !ours.includes(row) && stepOf(row).type !== "failed");
    const steps = ours.map(stepOf);
    const step = steps.find(({ type }) => type === "done") ?? steps.find(({ type }) => type === "sent");
    if (step?.type === "done" || step?.type === "sent") return { type: "went through", step };
    if (!isLast) continue;
    if (ours.length === 0 && money.age < UNLISTED)
      return { type: "silent", reason: "their list may not show it yet: ask again in ten minutes" };
    if (isOlder)
      return { type: "silent", reason: "their list names a refund of this sum from before it was sent" };
    return { type: "did not" };
  }
  return { type: "silent", reason: "the list of refunds is too long to be read" };
}

/** Whether a refund is the one that is looked for: of this transaction and sum, and not one that we know by its id. */
function isIt(
  { id, tx_id, amount_refunded }: { id: number; tx_id: string; amount_refunded: number },
  { receipt, amount, others }: { receipt: string | null; amount: number; others: string[] },
): boolean {
  return tx_id === receipt && amount_refunded === amount && !others.includes(String(id));
}
