import { setTimeout } from "node:timers/promises";
import { and, eq, lt, sql } from "drizzle-orm";
import nodemailer from "nodemailer";
import type { Config } from "../config.server.ts";
import type { Db } from "../db.server.ts";
import type { Log } from "../log.server.ts";
import { outbox } from "./tables.server.ts";

/** Milliseconds between two looks at an empty outbox. */
const LOOK_EVERY = 1_000;
/** After this many refusals a mail is given up. */
const ATTEMPTS_MAX = 12;

type Row = typeof outbox.$inferSelect;

/** Sends the outbox by SMTP until stopped; several processes may do so at once. Stopping waits for the mail in hand. */
export function startOutbox({
  db,
  config,
  log,
}: {
  db: Db;
  config: Pick<Config, "SMTP_URL" | "MAIL_FROM">;
  log: Log;
}) {
  const transport = nodemailer.createTransport(config.SMTP_URL, {});
  const stop = new AbortController();
  const done = run();
  return async () => {
    stop.abort();
    await done;
    transport.close();
  };

  async function run() {
    while (!stop.signal.aborted) {
      const sent = await sendNext().catch((error: unknown) => {
        log.warn({ err: error }, "the outbox could not be read");
        return false;
      });
      if (!sent) await setTimeout(LOOK_EVERY, undefined, { signal: stop.signal }).catch(() => {});
    }
  }

  async function sendNext(): Promise<boolean> {
    await giveUpLost(db);
    const mail = await claimNext(db);
    if (!mail) return false;
    try {
      await transport.sendMail({
        from: config.MAIL_FROM,
        to: { name: "", address: mail.to },
        subject: mail.subject,
        html: mail.html,
        text: mail.text,
        messageId: `<${mail.id}@sauti-shop>`,
      });
      await settle(db, mail, { state: "sent", html: "", text: "", fault: null });
    } catch (error) {
      const fate = fateOf(error, mail);
      log.warn(
        { mail: mail.id, attempt: mail.attempts, state: fate.state, fault: fate.fault },
        "a mail was not sent",
      );
      await settle(db, mail, fate);
    }
    return true;
  }
}

/** Takes the oldest due mail for this process; its next turn, should it be refused, is already set. */
async function claimNext(db: Db): Promise<Row | undefined> {
  const [mail] = await db
    .update(outbox)
    .set({
      state: "sending",
      attempts: sql`${outbox.attempts} + 1`,
      // 10 s, 20 s, 40 s … up to an hour
      nextAttemptAt: sql`now() + least(3600, 10 * power(2, ${outbox.attempts})) * interval '1 second'`,
    })
    .where(
      eq(
        outbox.id,
        sql`(select id from outbox where state = 'waiting' and next_attempt_at <= now() order by next_attempt_at limit 1 for update skip locked)`,
      ),
    )
    .returning();
  return mail;
}

/** A process died with the mail in hand: it may have left, and is not sent twice. */
async function giveUpLost(db: Db): Promise<void> {
  await db
    .update(outbox)
    .set({ state: "unknown", fault: "the shop stopped while sending" })
    .where(and(eq(outbox.state, "sending"), lt(outbox.nextAttemptAt, sql`now() - interval '5 minutes'`)));
}

async function settle(db: Db, mail: Row, change: Partial<typeof outbox.$inferInsert>): Promise<void> {
  await db.update(outbox).set(change).where(eq(outbox.id, mail.id));
}

/** Refused for certain: again later. Broken off after the text was handed over: it may have arrived. */
function fateOf(error: unknown, mail: Row): Pick<Row, "state" | "fault"> {
  const { responseCode, command, code } = error as { responseCode?: number; command?: string; code?: string };
  const fault = [code, command, responseCode].filter(Boolean).join(" ") || "unknown fault";
  if (command === "DATA" && !responseCode) return { state: "unknown", fault };
  const hopeless = responseCode !== undefined && responseCode >= 550 && responseCode < 560;
  return { state: hopeless || mail.attempts >= ATTEMPTS_MAX ? "failed" : "waiting", fault };
}
