import type { PlatformConfig } from "../config.server.ts";
import type { Db } from "../database/db.server.ts";
import type { Log } from "../log.server.ts";
import { claimNext, giveUpLost, leaveOldMails, settle } from "./queue.server.ts";
import { openSmtp, PATIENCE, type Row } from "./smtp.server.ts";

/** Mails in hand at once, each over a connection of its own, and how many of them may be such as nobody waits for. */
const AT_ONCE = 8;
const NOT_URGENT = 4;
/** Milliseconds between two looks at an empty outbox, after a look that failed, and between two for mails a dead process left. */
const LOOK_EVERY = 250;
const FAILED_WAIT = 1_000;
const LOST_EVERY = 60_000;

/**
 * Sends the outbox by SMTP until stopped; several processes may do so at once. Urgent mails go first, and half of the
 * connections are theirs alone, so that however many others wait, or hang, a link leaves at once. Stopping waits for the
 * mails in hand. A mail is sent at most once: when it cannot be known whether it left, it is `unknown` and not tried again.
 */
export function startOutbox({
  db,
  config,
  log,
  pace = { look: LOOK_EVERY, patience: PATIENCE },
}: {
  db: Db;
  config: Pick<PlatformConfig, "SMTP_URL" | "MAIL_FROM">;
  log: Log;
  pace?: { look: number; patience: typeof PATIENCE };
}) {
  const cut = new AbortController();
  const { patience } = pace;
  const smtp = openSmtp(config, { connections: AT_ONCE, patience, cut: cut.signal });
  const inHand = new Map<Row, Promise<void>>();
  let nextSearch = 0;
  let begun = false;
  let stopping = false;
  let wake = () => {};
  const done = run();
  return async () => {
    stopping = true;
    wake();
    const hurry = setTimeout(() => cut.abort(), patience.atStop);
    await done;
    clearTimeout(hurry);
    smtp.close();
  };

  async function run() {
    while (!stopping) {
      let wait = pace.look;
      try {
        if (inHand.size < AT_ONCE && (await takeNext())) continue;
      } catch (error) {
        log.warn({ err: error }, "the outbox could not be read");
        wait = Math.max(wait, FAILED_WAIT);
      }
      if (!stopping) await rest(wait);
    }
    await Promise.all(inHand.values());
  }

  /** Until the time is over, a mail in hand has ended, or sending stops. */
  function rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Begins to send the next mail, if one is due. */
  async function takeNext(): Promise<boolean> {
    if (!begun) await leaveOldMails(db);
    begun = true;
    if (performance.now() >= nextSearch) {
      await giveUpLost(db);
      nextSearch = performance.now() + LOST_EVERY;
    }
    const others = [...inHand.keys()].filter(({ urgent }) => !urgent).length;
    const mail = await claimNext(db, { urgentOnly: others >= NOT_URGENT });
    if (mail) inHand.set(mail, deliver(mail));
    return mail !== undefined;
  }

  async function deliver(mail: Row): Promise<void> {
    try {
      const fate = await smtp.send(mail);
      const { state, fault } = fate;
      if (state !== "sent")
        log.warn({ mail: mail.id, attempt: mail.attempts, state, fault }, "a mail was not sent");
      await settle(db, mail, fate);
    } catch (error) {
      // it stays in hand, and is given up as one that may have left
      log.warn({ mail: mail.id, err: error }, "what became of a mail could not be written down");
    } finally {
      inHand.delete(mail);
      wake();
    }
  }
}
