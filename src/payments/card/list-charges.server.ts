import { z } from "zod";
import type { ProviderReply } from "../../platform/http-client/provider-client.server.ts";
import { readTransaction, type Transaction } from "./transaction.server.ts";

/** Pages of one night that are read at most. */
const PAGES = 200;

/** What the provider's list says of one charge beyond the charge itself. */
export type ListedCharge = Transaction;

const listed = z.object({
  status: z.literal("success"),
  meta: z
    .looseObject({ page_info: z.looseObject({ total_pages: z.int().nonnegative() }).optional() })
    .nullish(),
  data: z.array(z.unknown()),
});

/**
 * All charges of these days (docs/payments.md, "List of transactions"), as far as the list could be read: `reason` says why it
 * ended earlier.
 */
export async function listCharges(
  ask: (path: string) => Promise<ProviderReply>,
  { from, to }: { from: string; to: string },
): Promise<{ charges: ListedCharge[]; reason?: string }> {
  const charges: ListedCharge[] = [];
  for (let page = 1; page <= PAGES; page++) {
    const reply = await ask(`/v3/transactions?${new URLSearchParams({ from, to, page: String(page) })}`);
    const parsed =
      reply.type === "response" && reply.status === 200 ? listed.safeParse(reply.body) : undefined;
    if (!parsed?.success) return { charges, reason: "the list of charges could not be read" };
    const { data, meta } = parsed.data;
    charges.push(...data.flatMap((row) => readTransaction(row) ?? []));
    if (data.length === 0 || page >= (meta?.page_info?.total_pages ?? page + 1)) return { charges };
  }
  return { charges, reason: "the list of charges is too long to be read in one night" };
}
