import type { PlatformConfig } from "../config.server.ts";
import type { Db } from "../database/db.server.ts";
import { startDueLoop } from "../jobs/due-loop.server.ts";
import type { Log } from "../log.server.ts";
import { type Claimable, claimNext, discardOldMails, markLostUnknown, recordResult } from "./queue.server.ts";
import { openSmtp, type Row, TIMEOUTS } from "./smtp.server.ts";

/** Mails sent at the same time, each over a connection of its own; how many may be not urgent, and of low priority. */
const CONNECTIONS = 8;
const MAX_NOT_URGENT = 4;
const MAX_LOW_PRIORITY = 1;
/** Milliseconds between two polls of an empty outbox, and between two searches for lost mails. */
const POLL_EVERY = 250;
const LOST_EVERY = 60_000;
/** Logged when nothing more is claimed or in flight; the shop may have requests to finish after that. */
export const SENDING_ENDED = "the sending of mails has ended";

/**
 * Sends the outbox by SMTP until stopped; several processes may do so in parallel. Urgent mails go first, and half of the
 * connections are reserved for them, so that a link is sent immediately however many others wait or hang; those of low priority
 * go last, one at a time. Stopping waits for
 * the mails in flight. Delivery is at most once: a mail that may have been accepted is `unknown` and not sent again.
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
  const smtp = openSmtp(config, { connections: CONNECTIONS, timeouts, signal: abort.signal });
  const inFlight = new Set<Row>();
  let nextSearch = 0;
  let oldDiscarded = false;
  const loop = startDueLoop({ take: takeNext, lookEvery: timing.pollMs, log });
  return async () => {
    const forceTimer = setTimeout(() => abort.abort(), timeouts.atStop);
    await loop.stop();
    clearTimeout(forceTimer);
    smtp.close();
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

  /** However slow the server is to those of low priority, connections are left for all others. */
  function claimable(): Claimable {
    const others = [...inFlight].filter(({ urgent }) => !urgent);
    if (others.length >= MAX_NOT_URGENT) return "urgent";
    const low = others.filter(({ lowPriority }) => lowPriority).length;
    return low >= MAX_LOW_PRIORITY ? "no low priority" : "all";
  }

  async function deliver(mail: Row): Promise<void> {
    try {
      const result = await smtp.send(mail);
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
