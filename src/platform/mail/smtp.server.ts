import { Readable } from "node:stream";
import nodemailer, { type Transporter } from "nodemailer";
import type { PlatformConfig } from "../config.server.ts";
import type { outbox } from "./tables.server.ts";

/**
 * Milliseconds for connecting, for the greeting, for any silence, for the whole of one mail, and for its end at a stop;
 * until the server asks for the words of an urgent one over a connection kept from before; and to keep such a connection.
 */
export const PATIENCE = {
  connect: 10_000,
  greeting: 10_000,
  silence: 20_000,
  whole: 120_000,
  atStop: 5_000,
  urgent: 2_000,
  kept: 10_000,
};

export type Row = typeof outbox.$inferSelect;
/** What became of a mail: `unknown` when it cannot be known whether it left. */
export type Fate =
  | { state: "sent"; fault: null }
  | { state: "waiting" | "failed" | "unknown"; fault: string };

/** How far a mail came: its words were asked for by the server, and the last of them has gone. */
type Words = { asked: boolean; gone: boolean; onAsked: () => void };
type Transport = Pick<Transporter, "sendMail" | "use" | "close">;

/**
 * Hands mails to the SMTP server, at most `connections` at once, and tells what became of each. Connections are kept for
 * the next mail. One that breaks off or falls silent before it has asked for the words may have died unseen: then the
 * mail goes over another, made for it. `cut` ends what is under way.
 */
export function openSmtp(
  { SMTP_URL, MAIL_FROM }: Pick<PlatformConfig, "SMTP_URL" | "MAIL_FROM">,
  { connections, patience, cut }: { connections: number; patience: typeof PATIENCE; cut: AbortSignal },
) {
  // a setting in the address itself (?socketTimeout=…) goes before these
  const settings = {
    connectionTimeout: patience.connect,
    dnsTimeout: patience.connect,
    greetingTimeout: patience.greeting,
    socketTimeout: patience.silence,
    url: SMTP_URL,
  };
  const underWay = new Map<unknown, Words>();
  const kept: Transport = nodemailer.createTransport({
    ...settings,
    pool: true,
    maxConnections: connections,
    // whether a mail may be given again is ours to say
    maxRequeues: 0,
    idleTimeout: patience.kept,
  });
  const single: Transport = nodemailer.createTransport(settings);
  for (const transport of [kept, single])
    transport.use("stream", ({ data, message }, next) => {
      const words = underWay.get(data.messageId);
      if (words) message.processFunc((text: Readable) => watched(text, words));
      next();
    });
  const host = /@([\w.-]+)/.exec(MAIL_FROM)?.[1] ?? "localhost";

  async function give(
    transport: Transport,
    mail: Row,
    untilAsked?: number,
  ): Promise<Fate & { again?: boolean }> {
    const messageId = `<${mail.id}@${host}>`;
    const silent = new AbortController();
    const timer = untilAsked && setTimeout(() => silent.abort(), untilAsked);
    const words: Words = { asked: false, gone: false, onAsked: () => clearTimeout(timer) };
    underWay.set(messageId, words);
    try {
      await transport.sendMail({
        from: MAIL_FROM,
        to: { name: "", address: mail.to },
        subject: mail.subject,
        html: mail.html,
        text: mail.text,
        messageId,
        headers: { "Auto-Submitted": "auto-generated" },
        disableFileAccess: true,
        disableUrlAccess: true,
        signal: AbortSignal.any([cut, silent.signal, AbortSignal.timeout(patience.whole)]),
      });
      return { state: "sent", fault: null };
    } catch (error) {
      return fateOf(error, words);
    } finally {
      clearTimeout(timer);
      underWay.delete(messageId);
    }
  }

  return {
    async send(mail: Row): Promise<Fate> {
      const fate = await give(kept, mail, mail.urgent ? patience.urgent : undefined);
      return fate.again && !cut.aborted ? give(single, mail) : fate;
    },
    close: () => kept.close(),
  };
}

/** The words as they are: read only once the server has said "go ahead", and at their end when the last line has gone. */
function watched(text: Readable, words: Words): Readable {
  return Readable.from(
    (async function* () {
      words.asked = true;
      words.onAsked();
      yield* text;
      words.gone = true;
    })(),
    { objectMode: false },
  );
}

/** Refused for certain: again later, or never. Broken off after the last line: it may have arrived. */
function fateOf(error: unknown, { asked, gone }: Words): Fate & { again: boolean } {
  const { responseCode, command, code } = error as { responseCode?: number; command?: string; code?: string };
  const fault = [code, command, responseCode].filter(Boolean).join(" ") || "unknown fault";
  if (gone && !responseCode) return { state: "unknown", fault, again: false };
  // a 5xx about this mail or its recipient is final; one about us (log-in, sender) can be put right
  const final = responseCode !== undefined && responseCode >= 500;
  const state = final && (command === "RCPT TO" || command === "DATA") ? "failed" : "waiting";
  // 421: a server that ends a connection it has had enough of
  return { state, fault, again: !asked && (!responseCode || responseCode === 421) };
}
