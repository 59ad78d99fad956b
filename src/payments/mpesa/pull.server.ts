import { and, eq, isNull, sql } from "drizzle-orm";
import type { Config } from "../../config.server.ts";
import { readMobile } from "../../phone-rules.ts";
import { ConfigError } from "../../platform/config.server.ts";
import { type Db, isDatabaseAway, transaction } from "../../platform/database/db.server.ts";
import type { ProviderReply } from "../../platform/http-client/provider-client.server.ts";
import type { Log } from "../../platform/log.server.ts";
import { payments } from "../core/tables.server.ts";
import { recordReport } from "../transactions/record-report.server.ts";
import { transactions } from "../transactions/tables.server.ts";
import { type Daraja, openDaraja } from "./daraja.server.ts";
import { readFault } from "./faults.ts";
import { fieldsOf, textOf } from "./fields.ts";
import { readMerchant } from "./merchant.server.ts";
import { calibrate, eatText, momentOf, type PullRow, readPullRow, rowsOf } from "./pull-rows.ts";

type Parts = { db: Db; config: Config; log: Log };
type Window = { from: Date; until: Date };

/**
 * Has M-Pesa list the till's payments on demand (docs/payments.md, "Pull"); production only, once. It was registered
 * before: done as well. `nominatedPhone` is a phone of the shop's owner, in any form.
 * @throws ConfigError when M-Pesa is not set up, or it is no phone
 */
export async function registerPull(
  { db, config, log }: Parts,
  nominatedPhone: string,
): Promise<{ type: "done" } | { type: "failed"; reason: string }> {
  const merchant = readMerchant(config);
  if (!merchant) throw new ConfigError("M-Pesa is not set up");
  const phone = readMobile(nominatedPhone);
  if (!phone) throw new ConfigError("Pull needs a Safaricom phone of yours, as 0712345678");
  const reply = await openDaraja({ db, merchant, log }).post({
    path: "/pulltransactions/v1/register",
    json: {
      ShortCode: merchant.shortcode,
      RequestType: "Pull",
      NominatedNumber: phone,
      // demanded, and never called: the lists are the answers
      CallBackURL: `${merchant.publicUrl}/hooks/mm/pull`,
    },
    seconds: 30,
  });
  if (reply.type !== "response") return { type: "failed", reason: reply.reason };
  const { ResponseStatus, "Response Status": spaced } = fieldsOf(reply.body);
  const status = textOf(ResponseStatus) ?? textOf(spaced);
  // 1001: it was before
  if (status === "1000" || status === "1001") return { type: "done" };
  return { type: "failed", reason: faultOf(reply) };
}

/** M-Pesa lists no more than the last two days. */
export function lastTwoDays(until = new Date()): Window {
  return { from: new Date(until.getTime() - 48 * 3_600_000), until };
}

/**
 * Takes in the money at the till whose confirmation was lost: M-Pesa loses some
 * (docs/payments.md, "Till confirmation"). What is stored already stays as it is, unless M-Pesa names another sum; payments
 * that wait for the rest become due. Where M-Pesa breaks off (`reason`), what it sent until then counts. Throws only when the
 * database does.
 */
export async function pullTillPayments(
  { db, config, log }: Parts,
  window = lastTwoDays(),
): Promise<{ added: number; reason?: string }> {
  const merchant = readMerchant(config);
  if (!merchant) return { added: 0, reason: "M-Pesa is not set up" };
  const { rows, reason } = await readPages(openDaraja({ db, merchant, log }), window);
  const held = await heldOf(db, rows);
  const known = new Map([...held].map(([code, { paidAt }]) => [code, paidAt] as const));
  const zone = calibrate(rows, new Map([...(await promptTimes(db, rows)), ...known]));
  let added = 0;
  for (const { trxDate, ...row } of rows) {
    const paidAt = momentOf(trxDate, zone) ?? null;
    const before = held.get(row.code);
    // what was not told may say how the time is to be read, and a row once kept is never rewritten
    const canWait = paidAt === null && reason !== undefined;
    // of money that waits its phone may say whose it is; what was only reported, or seen by staff, is proven, even if closed
    if (before ? !before.waits && before.amount === row.amount : canWait) continue;
    // the list is of our shortcode, and names no till
    if ((await storeRow(db, log, { ...row, till: merchant.shortcode, paidAt })) && !before) added += 1;
  }
  log.info(
    { provider: "mpesa", rows: rows.length, added, ...(reason && { reason: reason }) },
    "the till was pulled",
  );
  return reason === undefined ? { added } : { added, reason };
}

/** Pages one night reads at most. Their size is M-Pesa's to choose. */
const PAGES = 200;

/** Page after page until an empty one; `reason` is there when it ended earlier. */
async function readPages(daraja: Daraja, window: Window): Promise<{ rows: PullRow[]; reason?: string }> {
  const rows: PullRow[] = [];
  let last = "";
  for (let page = 0, offset = 0; page < PAGES; page++) {
    const reply = await daraja.post(pageAt(daraja, window, offset));
    if (reply.type !== "response") return { rows, reason: reply.reason };
    const code = textOf(fieldsOf(reply.body).ResponseCode);
    if (code !== "1000" && code !== "1001") return { rows, reason: faultOf(reply) };
    const found = rowsOf(reply.body);
    const text = JSON.stringify(found);
    // an offset that is not heeded gives the same page for ever
    if (found.length === 0 || text === last) return { rows };
    last = text;
    offset += found.length;
    rows.push(...found.map(readPullRow).filter((row) => row !== undefined));
  }
  return { rows, reason: "more pages than are read in one night" };
}

function pageAt({ merchant }: Daraja, { from, until }: Window, offset: number) {
  return {
    path: "/pulltransactions/v1/query",
    json: {
      ShortCode: merchant.shortcode,
      StartDate: eatText(from),
      EndDate: eatText(until),
      // spelt so
      OffSetValue: String(offset),
    },
    seconds: 30,
  };
}

/** For owner and log: the fault's code or the status. */
function faultOf({ status, body }: Extract<ProviderReply, { type: "response" }>): string {
  const fault = readFault(status, body);
  return fault.type === "token" ? "token" : fault.reason;
}

/**
 * Of these payments those we hold, with sums and times; `waits`: it is only reported or seen by staff until now, or nobody has
 * decided about it.
 */
async function heldOf(
  db: Db,
  rows: readonly PullRow[],
): Promise<Map<string, { amount: number; paidAt: Date | null; waits: boolean }>> {
  const codes = sql.param(rows.map(({ code }) => code));
  const held = await db
    .select({
      code: sql<string>`${transactions.receipt}`,
      amount: transactions.amount,
      paidAt: transactions.paidAt,
      waits: sql<boolean>`(not ${transactions.verified} or ${transactions.source} = 'staff'
        or ${transactions.unallocated} = ${transactions.amount} and ${transactions.closedAt} is null)`,
    })
    .from(transactions)
    .where(sql`${transactions.provider} = 'mpesa' and ${transactions.receipt} = any(${codes})`);
  return new Map(held.map(({ code, ...row }) => [code, row]));
}

/** When prompts left whose receipts are not known, by the rows from their phones; two of one phone and sum say nothing. */
async function promptTimes(db: Db, rows: readonly PullRow[]): Promise<Map<string, Date | null>> {
  const phones = rows.flatMap(({ payer }) => payer.phone ?? []);
  const prompts = await db
    .select({ phone: payments.phone, amount: payments.amount, at: payments.submittedAt })
    .from(payments)
    .innerJoin(transactions, eq(transactions.id, payments.transactionId))
    .where(
      and(
        isNull(transactions.receipt),
        sql`${payments.phone} = any(${sql.param(phones)}) and ${payments.createdAt} > now() - interval '3 days'`,
      ),
    );
  const times = rows.map(({ code, amount, payer }) => {
    const [its, ...others] = prompts.filter((one) => one.phone === payer.phone && one.amount === amount);
    return [code, others.length === 0 ? (its?.at ?? null) : null] as const;
  });
  return new Map(times);
}

type Row = Omit<PullRow, "trxDate"> & { till: string; paidAt: Date | null };

/** Stores one row; when that fails, it is logged and the others go on. */
async function storeRow(db: Db, log: Log, { code: receipt, ...row }: Row): Promise<boolean> {
  const money = { ...row, provider: "mpesa", receipt, source: "pull", verified: true } as const;
  try {
    await transaction(db, (tx) => recordReport(tx, money));
    return true;
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    log.error({ err: error }, "money at the till could not be recorded");
    return false;
  }
}
