import { z } from "zod";
import type { ProviderReply } from "../../platform/http-client/provider-client.server.ts";
import type { RefundAnswer, RefundStep } from "../core/provider.server.ts";

/**
 * What an answer to "give it back" means (docs/payments.md, "Card refund"). They know no idempotency key, so whatever
 * leaves a doubt is `unknown` and never sent again by itself. `amount` in whole KES.
 */
export function readRefund(reply: ProviderReply, amount: number): RefundStep {
  if (reply.type === "notSent") return { is: "failed", why: reply.reason, again: true };
  if (reply.type === "indeterminate") return { is: "unknown", why: reply.reason };
  const { status, body } = reply;
  if (status === 429 || status === 401 || status === 403)
    return { is: "failed", why: `answered ${status}`, again: true };
  const said = refusal.safeParse(body);
  if (status >= 400 && status < 500 && said.success) {
    const why = said.data.message.slice(0, 200);
    // the balance fills again with the next sales
    return { is: "failed", why, ...(/balance|insufficient/i.test(why) ? { again: true } : {}) };
  }
  const given = status >= 200 && status < 300 ? answer.safeParse(body) : undefined;
  if (!given?.success) return { is: "unknown", why: `answered ${status}` };
  if (given.data.data.amount_refunded !== amount)
    return { is: "unknown", why: "another amount was given back" };
  return stepOf(given.data.data);
}

/** How a refund that is under way went; no answer to believe means that it still is. */
export function readRefundState(reply: ProviderReply, reference: string): RefundStep {
  const said = reply.type === "response" && reply.status === 200 ? answer.safeParse(reply.body) : undefined;
  if (!said?.success || String(said.data.data.id) !== reference) return { is: "sent", reference };
  return stepOf(said.data.data);
}

const refusal = z.object({ status: z.literal("error"), message: z.string() });
const answer = z.object({
  status: z.literal("success"),
  data: z.object({ id: z.int().positive(), amount_refunded: z.number(), status: z.string() }),
});

/** "completed", "completed-mpgs" and the like are over; "failed", "disburse-failed" too; all else is on its way. */
function stepOf({ id, status }: { id: number; status: string }): RefundStep {
  const reference = String(id);
  if (status.startsWith("completed")) return { is: "done", reference };
  if (status.includes("failed")) return { is: "failed", why: `the refund's state is ${status.slice(0, 50)}` };
  return { is: "sent", reference };
}

const listed = z.object({
  status: z.literal("success"),
  meta: z
    .looseObject({ page_info: z.looseObject({ total_pages: z.int().nonnegative() }).optional() })
    .nullish(),
  data: z.array(
    z.looseObject({
      id: z.int().positive(),
      tx_id: z.union([z.int(), z.string()]).transform(String),
      amount_refunded: z.number(),
      status: z.string(),
      created_at: z.string(),
    }),
  ),
});

/** Pages of the list that are read at most; and milliseconds in which one made just now may not be listed yet. */
const PAGES = 20;
const UNLISTED = 10 * 60_000;
/** Milliseconds by which their clock and ours may differ. */
const CLOCKS = 5 * 60_000;

/**
 * Whether a transaction was given back since a request whose answer was lost, by the list of all refunds. Where the list
 * cannot be read to its end, or the request left only just now, that it names none says nothing.
 */
export async function findRefund(
  ask: (path: string) => Promise<ProviderReply>,
  money: { receipt: string | null; amount: number; since: Date },
): Promise<Exclude<RefundAnswer, { is: "asked" }>> {
  const earliest = money.since.getTime() - CLOCKS;
  const from = new Date(earliest).toISOString().slice(0, 10);
  for (let page = 1; page <= PAGES; page++) {
    const reply = await ask(`/v3/refunds?${new URLSearchParams({ from, page: String(page) })}`);
    const said = reply.type === "response" && reply.status === 200 ? listed.safeParse(reply.body) : undefined;
    if (!said?.success) return { is: "silent", why: "the list of refunds could not be read" };
    const { data, meta } = said.data;
    const ours = data.filter(
      (one) => one.tx_id === money.receipt && !(Date.parse(one.created_at) < earliest),
    );
    const steps = ours.map(stepOf);
    const step = steps.find(({ is }) => is === "done") ?? steps.find(({ is }) => is === "sent");
    if (step?.is === "done" || step?.is === "sent") return { is: "went through", step };
    if (data.length > 0 && page < (meta?.page_info?.total_pages ?? page + 1)) continue;
    if (ours.length === 0 && Date.now() - money.since.getTime() < UNLISTED)
      return { is: "silent", why: "their list may not show it yet: ask again in ten minutes" };
    return { is: "did not" };
  }
  return { is: "silent", why: "the list of refunds is too long to be read" };
}
