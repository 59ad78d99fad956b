import { z } from "zod";
import type { ProviderReply } from "../../platform/http-client/provider-client.server.ts";

/** One attempt to pay by card, as verify reports it. Amounts in the currency's major unit. */
export type Transaction = {
  id: string;
  txRef: string;
  flwRef?: string | undefined;
  amount: number;
  chargedAmount: number;
  currency: string;
  status: string;
  paymentType: string;
  processorResponse?: string | undefined;
  last4?: string | undefined;
  brand?: string | undefined;
  /** The payer's phone, as given to the checkout. */
  phone?: string | undefined;
};

export type VerifyAnswer =
  | { type: "found"; transaction: Transaction }
  /** They know no such transaction; when it is new, that proves little. */
  | { type: "missing" }
  /** No answer that can be believed. `in`: seconds to wait before asking again. */
  | { type: "away"; in?: number };

/**
 * Reads verify and verify_by_reference (docs/payments.md, "Verify"). An outer "success" only means that the query was
 * understood; "not found" comes as a 400 or as a 200.
 */
export function readVerify(reply: ProviderReply): VerifyAnswer {
  if (reply.type !== "response") return { type: "away" };
  if (reply.status === 429) return { type: "away", in: 60 };
  if (isMissing(reply)) return { type: "missing" };
  const parsed = reply.status === 200 ? verified.safeParse(reply.body) : undefined;
  return parsed?.success ? { type: "found", transaction: parsed.data.data } : { type: "away" };
}

const refusal = z.object({ status: z.literal("error"), message: z.string() });

function isMissing({ status, body }: { status: number; body: unknown }): boolean {
  if (![200, 400, 404].includes(status)) return false;
  const parsed = refusal.safeParse(body);
  return parsed.success && /no transaction was found/i.test(parsed.data.message);
}

/** Comes as text or as a number; we keep text. */
const name = z.union([z.int().nonnegative(), z.string().max(200)]).transform(String);
/** Text that the database cannot store is left out, so that its charge is still read. */
const short = z
  .string()
  .max(200)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u)
  .nullish()
  .catch(undefined);
const known = <T>(value: T | null | undefined) => value ?? undefined;

const charge = z
  .object({
    id: name.refine((id) => /^\d{1,20}$/.test(id)),
    tx_ref: name.refine((ref) => !ref.includes("\0")),
    flw_ref: short,
    amount: z.number(),
    charged_amount: z.number(),
    currency: z.string(),
    status: z.string(),
    payment_type: z.string(),
    processor_response: short,
    card: z.object({ last_4digits: short, type: short }).nullish().catch(undefined),
    customer: z.object({ phone_number: short }).nullish().catch(undefined),
  })
  .transform(
    (data): Transaction => ({
      id: data.id,
      txRef: data.tx_ref,
      flwRef: known(data.flw_ref),
      amount: data.amount,
      chargedAmount: data.charged_amount,
      currency: data.currency,
      status: data.status,
      paymentType: data.payment_type,
      processorResponse: known(data.processor_response),
      last4: known(data.card?.last_4digits),
      brand: known(data.card?.type),
      phone: known(data.customer?.phone_number),
    }),
  );

const verified = z.object({ status: z.literal("success"), data: charge });

export type Ask = (path: string) => Promise<ProviderReply>;
type Days = { from: string; to?: string };

/** A page of one of the provider's lists, newest first; undefined where it cannot be read. */
export async function readPage<Row>(
  ask: Ask,
  { path, row }: List<Row>,
  { page, ...days }: Days & { page: number },
) {
  const reply = await ask(`${path}?${new URLSearchParams({ ...days, page: String(page) })}`);
  const answer = z.object({ status: z.literal("success"), meta, data: z.array(row) });
  const parsed = reply.type === "response" && reply.status === 200 ? answer.safeParse(reply.body) : undefined;
  if (!parsed?.success) return undefined;
  const { data, meta: its } = parsed.data;
  return { data, isLast: data.length === 0 || page >= (its?.page_info?.total_pages ?? page + 1) };
}

export type List<Row> = { path: string; name: string; row: z.ZodType<Row> };

const meta = z
  .looseObject({ page_info: z.looseObject({ total_pages: z.int().nonnegative() }).optional() })
  .nullish();

/** Pages of one list that one night reads at most. */
const NIGHT_PAGES = 200;

/** All rows of these days, as far as the list could be read: `reason` says why it ended earlier. Counts rows it had to leave out. */
export async function readPages<Row>(
  ask: Ask,
  list: List<Row>,
  days: Days,
): Promise<{ rows: Row[]; unread: number; reason?: string }> {
  const rows: Row[] = [];
  const lenient = { ...list, row: list.row.nullable().catch(null) };
  let unread = 0;
  for (let page = 1; page <= NIGHT_PAGES; page++) {
    const read = await readPage(ask, lenient, { ...days, page });
    if (!read) return { rows, unread, reason: `the list of ${list.name} could not be read` };
    const good = read.data.flatMap((row) => (row === null ? [] : [row]));
    unread += read.data.length - good.length;
    rows.push(...good);
    if (read.isLast) return { rows, unread };
  }
  return { rows, unread, reason: `the list of ${list.name} is too long to be read in one night` };
}

const CHARGES = { path: "/v3/transactions", name: "charges", row: charge };

/** All charges of these days (docs/payments.md, "List of transactions"). */
export async function listCharges(ask: Ask, days: Required<Days>) {
  const { rows, ...end } = await readPages(ask, CHARGES, days);
  return { charges: rows, ...end };
}
