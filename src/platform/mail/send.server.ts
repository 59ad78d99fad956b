import { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { and, eq, lt, sql } from "drizzle-orm";
import nodemailer from "nodemailer";
import type { Config } from "../config.server.ts";
import type { Db } from "../db.server.ts";
import type { Log } from "../log.server.ts";
import { outbox } from "./tables.server.ts";

/** Milliseconds between two looks at an empty outbox, and between two looks for mails a dead process left. */
const LOOK_EVERY = 1_000;
const LOST_EVERY = 60_000;

/** Milliseconds for connecting, for the greeting, for any silence, for the whole of one mail, and for its end at a stop. */
const PATIENCE = { connect: 10_000, greeting: 10_000, silence: 20_000, whole: 120_000, atStop: 5_000 };

type Row = typeof outbox.$inferSelect;
type Fate = { state: Row["state"]; fault: string };

/**
 * Sends the outbox by SMTP until stopped; several processes may do so at once. Stopping waits for the mail in hand.
 * A mail is sent at most once: when it cannot be known whether it left, it is `unknown` and not tried again.
 */
export function startOutbox({
  db,
  config,
  log,
  pace = { look: LOOK_EVERY, patience: PATIENCE },
}: {
  db: Db;
  config: Pick<Config, "SMTP_URL" | "MAIL_FROM">;
  log: Log;
  pace?: { look: number; patience: typeof PATIENCE };
}) {
  const stop = new AbortController();
  const cut = new AbortController();
  const send = sender(config, pace.patience, cut.signal);
  let nextSearch = 0;
  let begun = false;
  const done = run();
  return async () => {
    stop.abort();
    const hurry = globalThis.setTimeout(() => cut.abort(), pace.patience.atStop);
    await done;
    clearTimeout(hurry);
  };

  async function run() {
    while (!stop.signal.aborted) {
      const worked = await work().catch((error: unknown) => {
        log.warn({ err: error }, "the outbox could not be read");
        return false;
      });
      if (!worked) await setTimeout(pace.look, undefined, { signal: stop.signal }).catch(() => {});
    }
  }

  async function work(): Promise<boolean> {
    if (!begun) await leaveOldMails(db);
    begun = true;
    if (performance.now() >= nextSearch) {
      await giveUpLost(db);
      nextSearch = performance.now() + LOST_EVERY;
    }
    const mail = await claimNext(db);
    if (!mail) return false;
    const fate = await send(mail);
    if (fate.state !== "sent")
      log.warn({ mail: mail.id, attempt: mail.attempts, ...fate }, "a mail was not sent");
    await settle(db, mail, fate);
    return true;
  }
}

/** Hands one mail to the SMTP server and tells what became of it. */
function sender(
  { SMTP_URL, MAIL_FROM }: Pick<Config, "SMTP_URL" | "MAIL_FROM">,
  patience: typeof PATIENCE,
  cut: AbortSignal,
) {
  // a setting in the address itself (?socketTimeout=…) goes before these
  const transport = nodemailer.createTransport({
    connectionTimeout: patience.connect,
    dnsTimeout: patience.connect,
    greetingTimeout: patience.greeting,
    socketTimeout: patience.silence,
    url: SMTP_URL,
  });
  const host = /@([\w.-]+)/.exec(MAIL_FROM)?.[1] ?? "localhost";
  let handedOver = false;
  // this stream is read only once the server has said "go ahead", and is at its end when the last line has gone
  transport.use("stream", ({ message }, next) => {
    message.processFunc((words: Readable) =>
      Readable.from(
        (async function* () {
          yield* words;
          handedOver = true;
        })(),
        { objectMode: false },
      ),
    );
    next();
  });
  return async (mail: Row): Promise<Fate | { state: "sent"; fault: null }> => {
    handedOver = false;
    try {
      await transport.sendMail({
        from: MAIL_FROM,
        to: { name: "", address: mail.to },
        subject: mail.subject,
        html: mail.html,
        text: mail.text,
        messageId: `<${mail.id}@${host}>`,
        headers: { "Auto-Submitted": "auto-generated" },
        disableFileAccess: true,
        disableUrlAccess: true,
        signal: AbortSignal.any([cut, AbortSignal.timeout(patience.whole)]),
      });
      return { state: "sent", fault: null };
    } catch (error) {
      return fateOf(error, handedOver);
    }
  };
}

/** Refused for certain: again later, or never. Broken off after the last line: it may have arrived. */
function fateOf(error: unknown, handedOver: boolean): Fate {
  const { responseCode, command, code } = error as { responseCode?: number; command?: string; code?: string };
  const fault = [code, command, responseCode].filter(Boolean).join(" ") || "unknown fault";
  if (handedOver && !responseCode) return { state: "unknown", fault };
  // a 5xx about this mail or its recipient is final; one about us (log-in, sender) can be put right
  const final = responseCode !== undefined && responseCode >= 500;
  return { state: final && (command === "RCPT TO" || command === "DATA") ? "failed" : "waiting", fault };
}

/**
 * Mails of more than a day that were never tried waited in the mailbox while no SMTP server was set, or through a long
 * stop: their links are dead and their news is old, so the first server to come does not send them all at once.
 */
async function leaveOldMails(db: Db): Promise<void> {
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

/** Takes the oldest due mail for this process, which has five minutes for it. Costs an index look when there is none. */
async function claimNext(db: Db): Promise<Row | undefined> {
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
    .where(and(eq(outbox.state, "sending"), lt(outbox.nextAttemptAt, sql`now()`)));
}

/** Writes what became of the mail: its words go once it is sent; one refused waits 10 s, 20 s … 1 h, for three days. */
async function settle(db: Db, mail: Row, fate: Fate | { state: "sent"; fault: null }): Promise<void> {
  const again = sql`now() + least(3600, 10 * power(2, ${mail.attempts - 1})) * interval '1 second'`;
  await db
    .update(outbox)
    .set({
      fault: fate.fault,
      ...(fate.state === "sent" ? { html: "", text: "" } : {}),
      ...(fate.state === "waiting" ? { nextAttemptAt: again } : {}),
      state:
        fate.state === "waiting"
          ? sql`case when ${outbox.createdAt} < now() - interval '3 days' then 'failed' else 'waiting' end`
          : fate.state,
    })
    .where(eq(outbox.id, mail.id));
}
