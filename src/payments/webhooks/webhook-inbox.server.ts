import { and, eq, isNull, sql } from "drizzle-orm";
import { type Db, isConnectionLost, type Tx, transaction } from "../../platform/database/db.server.ts";
import { newId } from "../../platform/id.server.ts";
import { newJob } from "../../platform/jobs/jobs.server.ts";
import { readWebhook } from "../card/webhook.server.ts";
import type { PaymentContext } from "../core/provider.server.ts";
import { findPayment } from "../core/queries.server.ts";
import { readTillPayment } from "../mpesa/confirmation.ts";
import { addException } from "../transactions/queries.server.ts";
import type { MoneyProvider } from "../transactions/rules.ts";
import { exceptions, transactions } from "../transactions/tables.server.ts";
import { webhookInbox } from "./tables.server.ts";

/** `age`: seconds since it came. */
export type Webhook = Pick<typeof webhookInbox.$inferSelect, "id" | "kind" | "about" | "body" | "tries"> & {
  age: number;
};

export const WEBHOOK = {
  id: webhookInbox.id,
  kind: webhookInbox.kind,
  about: webhookInbox.about,
  body: webhookInbox.body,
  tries: webhookInbox.tries,
  age: sql<number>`extract(epoch from now() - ${webhookInbox.receivedAt})::float8`,
};

/** Neither processed nor given to the owner, and not in a pause after a failed try. */
export const IS_WAITING = sql`${webhookInbox.processedAt} is null and ${webhookInbox.parkedAt} is null
  and (${webhookInbox.nextTryAt} is null or ${webhookInbox.nextTryAt} <= now())`;

/** Seconds after each try that failed; the fifth parks it. */
const PAUSES = [15, 60, 300, 900];

type NewWebhook = Pick<Webhook, "kind" | "about" | "body">;

/** Stores the body as it came and adds the job that reads it, in one statement, before the caller is answered. */
export async function storeWebhook(db: Db, { kind, about, body }: NewWebhook): Promise<void> {
  const [task, id] = kind === "stk" ? ["payment", about] : ["webhook", kind];
  await db.execute(sql`
    with kept as (
      insert into ${webhookInbox} (id, kind, about, body) values (${newId()}, ${kind}, ${about}, ${body})
    ) select from ${newJob(task, sql`${id}::text`)}`);
}

/** How many claims of one shopper may wait at the same time. */
const CLAIMS = 10;

/**
 * Stores a browser's claim of a card transaction that could not be verified now: like a webhook, once, so that the provider is
 * asked about this transaction later. One that is known already, or one too many at a time, is not stored.
 */
export async function storeClaim(
  db: Db,
  { userId, transactionId, txRef }: { userId: string; transactionId: string; txRef?: string | undefined },
): Promise<void> {
  const body = JSON.stringify({ data: { id: transactionId, ...(txRef && { tx_ref: txRef }) } });
  const waiting = sql`select from ${webhookInbox} where about = ${userId} and processed_at is null and kind = 'card'`;
  await db.execute(sql`
    with kept as (
      insert into ${webhookInbox} (id, kind, about, body) select ${newId()}, 'card', ${userId}, ${body}
      where not exists (${waiting} and body = ${body}) and (select count(*) from (${waiting}) as claims) < ${CLAIMS}
        and not exists (select from ${transactions} where provider = 'card' and receipt = ${transactionId})
      returning id
    ) select from kept, ${newJob("webhook", sql`case when kept.id is null then '' else 'card' end`)}`);
}

/**
 * Processing is not possible yet, which is no error: it is tried again, with pauses, while the webhook is younger than `within`
 * seconds. After that its outcome is `outcome`, or, where money may be behind it, it waits for the owner.
 */
export class NotYet extends Error {
  readonly within: number;
  readonly outcome: string | undefined;
  constructor(message: string, { within, outcome }: { within: number; outcome?: string }) {
    super(message);
    this.within = within;
    this.outcome = outcome;
  }
}

/** The outcome of a body that cannot be read. */
export const UNREADABLE = "unreadable";

/** Records its outcome. What cannot be read waits for the owner: it may have been money. */
export async function closeWebhook(tx: Tx | Db, webhook: Webhook, outcome: string): Promise<void> {
  await tx
    .update(webhookInbox)
    .set({ processedAt: sql`now()`, outcome, ...namesIn(webhook) })
    .where(eq(webhookInbox.id, webhook.id));
  if (outcome === UNREADABLE) await noteMessage(tx as Tx, webhook, "could not be read");
  // an earlier try failed, and now nothing is left for the owner to decide
  else if (webhook.tries > 0)
    await tx
      .update(exceptions)
      .set({ reason: outcome, closedAt: sql`now()`, closedBy: "the shop" })
      .where(and(eq(exceptions.webhookId, webhook.id), isNull(exceptions.closedAt)));
}

/**
 * Postpones a webhook whose processing failed; after five tries it waits for the owner. Others are processed meanwhile. A lost
 * connection to the database does not count as a try. @throws the error itself, when the database is away
 */
export async function postponeWebhook(
  context: PaymentContext,
  webhook: Webhook,
  error: unknown,
): Promise<void> {
  if (isConnectionLost(error)) throw error;
  const level = error instanceof NotYet ? "info" : "error";
  context.log[level](
    { err: error, webhook: webhook.id, tries: webhook.tries + 1 },
    "a webhook could not be processed",
  );
  await transaction(context.db, async (tx) => {
    const pause = pauseAfter(webhook, error);
    const outcome = pause === undefined && error instanceof NotYet ? error.outcome : undefined;
    if (outcome) return closeWebhook(tx, webhook, outcome);
    const postponed = await tx
      .update(webhookInbox)
      .set({
        tries: webhook.tries + 1,
        ...(pause === undefined
          ? { parkedAt: sql`now()` }
          : { nextTryAt: sql`now() + make_interval(secs => ${pause})` }),
      })
      // where two processes fail at the same time, one try is counted
      .where(
        and(
          eq(webhookInbox.id, webhook.id),
          eq(webhookInbox.tries, webhook.tries),
          isNull(webhookInbox.processedAt),
          isNull(webhookInbox.parkedAt),
        ),
      )
      .returning({ id: webhookInbox.id });
    if (postponed.length > 0 && pause === undefined) await noteMessage(tx, webhook, "could not be worked on");
  });
}

/** Seconds until it is tried again; undefined where it is not. */
function pauseAfter({ tries, age }: Webhook, error: unknown): number | undefined {
  if (error instanceof NotYet) return age < error.within ? (PAUSES[tries] ?? 3_600) : undefined;
  return PAUSES[tries];
}

const FROM: Record<Webhook["kind"], { who: string; provider: MoneyProvider }> = {
  stk: { who: "M-Pesa's message about a prompt", provider: "mpesa" },
  c2b: { who: "M-Pesa's report of money at the till", provider: "mpesa" },
  result: { who: "M-Pesa's answer", provider: "mpesa" },
  timeout: { who: "M-Pesa's answer", provider: "mpesa" },
  card: { who: "a message of the card company", provider: "card" },
};

const CLAIM = { who: "a card payment that a shopper's browser names", provider: "card" } as const;

async function noteMessage(tx: Tx, { id, kind, about }: Webhook, how: string): Promise<void> {
  const { who, provider } = kind === "card" && about ? CLAIM : FROM[kind];
  // a push's callback came to an address of its payment
  const payment = kind === "stk" ? await findPayment(tx, about ?? "") : undefined;
  await addException(
    tx,
    {
      key: `webhook:${id}`,
      kind: "message",
      webhookId: id,
      provider,
      text: `${who} ${how}`,
    },
    { payment },
  );
}

/**
 * The ids in a webhook by which its payment finds it: the provider's receipt and our reference. A webhook that came to an address
 * of its own needs none.
 */
function namesIn({ kind, body }: Pick<typeof webhookInbox.$inferSelect, "kind" | "body">): {
  receipt: string | null;
  reference: string | null;
} {
  if (kind === "c2b") {
    const { code, billRef } = readTillPayment(body) ?? {};
    return { receipt: code ?? null, reference: billRef || null };
  }
  if (kind !== "card") return { receipt: null, reference: null };
  const { transactionId, txRef } = readWebhook(body) ?? {};
  return { receipt: transactionId ?? null, reference: txRef ?? null };
}
