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
 * Registers for M-Pesa's list of the till's payments (docs/payments.md, "Pull"); production only, once. "done" also where it was
 * registered before. `nominatedPhone` is a phone of the shop's owner, in any form.
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
      // required, and never called: the answers have the lists
      CallBackURL: `${merchant.publicUrl}/hooks/mm/pull`,
    },
    seconds: 30,
  });
  if (reply.type !== "response") return { type: "failed", reason: reply.reason };
  const { ResponseStatus, "Response Status": spaced } = fieldsOf(reply.body);
  const status = textOf(ResponseStatus) ?? textOf(spaced);
  // 1001: it was registered before
  if (status === "1000" || status === "1001") return { type: "done" };
  return { type: "failed", reason: faultOf(reply) };
}

/** M-Pesa lists no more than the last two days. */
export function lastTwoDays(until = new Date()): Window {
  return { from: new Date(until.getTime() - 48 * 3_600_000), until };
}

/**
 * Records the money at the till whose confirmation was lost, as M-Pesa loses some
 * (docs/payments.md, "Till confirmation"). What is stored already is not changed, unless M-Pesa names another sum; payments
 * that wait for the rest become due. Where M-Pesa breaks off (`reason`), what it sent until then counts. Throws only where the
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
    // what is missing may decide how times are to be read, and a stored row is never rewritten
    const canWait = paidAt === null && reason !== undefined;
    // a row's phone may say whose waiting money is; money that was only reported, or seen by staff, becomes proven, even if closed
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

/** Most pages to read in one night. M-Pesa chooses their size. */
const PAGES = 200;

/** Reads page after page until an empty one; `reason`: why it ended earlier. */
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
    // where M-Pesa ignores the offset, it returns the same page for ever
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
      // M-Pesa's spelling
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
 * The payments of this list that we have, with sums and times; `waits`: it is only reported or seen by staff so far, or nobody
 * has decided about it.
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

/** When prompts without a known receipt were sent, by the rows from their phones; nothing where two fit phone and sum. */
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
