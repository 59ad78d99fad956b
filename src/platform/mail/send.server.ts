import { and, eq, lt, type SQL, sql } from "drizzle-orm";
import type { PlatformConfig } from "../config.server.ts";
import type { Db } from "../database/db.server.ts";
import { startDueLoop } from "../jobs/due-loop.server.ts";
import type { Log } from "../log.server.ts";
import { type DeliveryResult, openSmtp, type Row, TIMEOUTS } from "./smtp.server.ts";
import { outbox } from "./tables.server.ts";

/** Mails sent at the same time, each over its own connection; and how many of them may be not urgent, and of low priority. */
const CONNECTIONS = 8;
const MAX_NOT_URGENT = 4;
const MAX_LOW_PRIORITY = 1;
/** Milliseconds between two polls of an empty outbox, and between two searches for lost mails. */
const POLL_EVERY = 250;
const LOST_EVERY = 60_000;
/** Logged when no more mails are claimed or in flight; the shop may have requests to finish after that. */
export const SENDING_ENDED = "the sending of mails has ended";

/**
 * Sends the outbox by SMTP until stopped; several processes may do so in parallel. Urgent mails go first, and half of the
 * connections are reserved for them, so that a link is sent immediately however many others wait or hang; mails of low priority
 * go last, one at a time. Stopping waits for the mails in flight. Delivery is at most once: a mail that may have been accepted
 * is `unknown` and not sent again.
 */
export function startOutbox({
  db,
  config,
  log,
  timing = { pollMs: POLL_EVERY, timeouts: TIMEOUTS },
}: {
  db: Db;
  config: Pick<PlatformConfig, "SMTP_URL" | "MAIL_FROM">;
  log: Log;
  timing?: { pollMs: number; timeouts: typeof TIMEOUTS };
}) {
  const abort = new AbortController();
  const { timeouts } = timing;
  const send = openSmtp(config, { timeouts, signal: abort.signal });
  const inFlight = new Set<Row>();
  let nextSearch = 0;
  let oldDiscarded = false;
  const loop = startDueLoop({ take: takeNext, lookEvery: timing.pollMs, log });
  return async () => {
    const forceTimer = setTimeout(() => abort.abort(), timeouts.atStop);
    await loop.stop();
    clearTimeout(forceTimer);
    log.info(SENDING_ENDED);
  };

  async function takeNext() {
    if (inFlight.size >= CONNECTIONS) return undefined;
    if (!oldDiscarded) await discardOldMails(db);
    oldDiscarded = true;
    if (performance.now() >= nextSearch) {
      await markLostUnknown(db);
      nextSearch = performance.now() + LOST_EVERY;
    }
    const mail = await claimNext(db, claimable());
    if (!mail) return undefined;
    inFlight.add(mail);
    return () => deliver(mail);
  }

  /** Which mails may be claimed now: however slow those of low priority are, connections are left for all others. */
  function claimable(): Claimable {
    const others = [...inFlight].filter(({ urgent }) => !urgent);
    if (others.length >= MAX_NOT_URGENT) return "urgent";
    const low = others.filter(({ lowPriority }) => lowPriority).length;
    return low >= MAX_LOW_PRIORITY ? "no low priority" : "all";
  }

  async function deliver(mail: Row): Promise<void> {
    try {
      const result = await send(mail);
      const { state, fault } = result;
      if (state !== "sent")
        log.warn({ mail: mail.id, attempt: mail.attempts, state, fault }, "a mail was not sent");
      await recordResult(db, mail, result);
    } catch (error) {
      // its row stays "sending" and later becomes "unknown" (markLostUnknown)
      log.warn({ mail: mail.id, err: error }, "what became of a mail could not be written down");
    } finally {
      inFlight.delete(mail);
    }
  }
}

/**
 * Marks mails as failed that are older than a day and were never tried: they waited while no SMTP server was configured,
 * or through a long stop. Their links have expired, and the first configured server should not send them all together.
 */
async function discardOldMails(db: Db): Promise<void> {
  await db
    .update(outbox)
    .set({ state: "failed", fault: "older than a day when sending began", html: "", text: "" })
    .where(
      and(
        eq(outbox.state, "waiting"),
        eq(outbox.attempts, 0),
        lt(outbox.createdAt, sql`now() - interval '1 day'`),
      ),
    );
}

/** Which mails may be claimed: all, all but those of low priority, or urgent ones alone. */
type Claimable = "all" | "no low priority" | "urgent";

const CLAIMABLE: Record<Claimable, SQL> = {
  all: sql``,
  "no low priority": sql`and not low_priority`,
  urgent: sql`and urgent`,
};

/**
 * Claims the next due mail for this process, for five minutes: urgent ones first, those of low priority last, of each the
 * oldest. Costs one index lookup when there is none.
 */
async function claimNext(db: Db, which: Claimable): Promise<Row | undefined> {
  const [mail] = await db
    .update(outbox)
    .set({
      state: "sending",
      attempts: sql`${outbox.attempts} + 1`,
      nextAttemptAt: sql`now() + interval '5 minutes'`,
    })
    .where(
      eq(
        outbox.id,
        sql`(select id from outbox where state = 'waiting' and next_attempt_at <= now() ${CLAIMABLE[which]} order by urgent desc nulls last, low_priority, next_attempt_at limit 1 for update skip locked)`,
      ),
    )
    .returning();
  return mail;
}

/** Marks mails whose process died while sending as unknown: they may have been accepted, and are not sent again. */
async function markLostUnknown(db: Db): Promise<void> {
  await db
    .update(outbox)
    .set({ state: "unknown", fault: "the shop stopped while sending" })
    .where(and(eq(outbox.state, "sending"), lt(outbox.nextAttemptAt, sql`now()`)));
}

/** Records the result: a sent mail's body is wiped; a refused one backs off 10 s, 20 s … 1 h, for three days. */
async function recordResult(db: Db, mail: Row, result: DeliveryResult): Promise<void> {
  const again = sql`now() + least(3600, 10 * power(2, ${mail.attempts - 1})) * interval '1 second'`;
  await db
    .update(outbox)
    .set({
      fault: result.fault,
      ...(result.state === "sent" ? { html: "", text: "" } : {}),
      ...(result.state === "waiting" ? { nextAttemptAt: again } : {}),
      state:
        result.state === "waiting"
          ? sql`case when ${outbox.createdAt} < now() - interval '3 days' then 'failed' else 'waiting' end`
          : result.state,
    })
    .where(eq(outbox.id, mail.id));
}
