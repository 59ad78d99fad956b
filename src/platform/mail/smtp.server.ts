import { Readable } from "node:stream";
import nodemailer, { type Transporter } from "nodemailer";
import type { PlatformConfig } from "../config.server.ts";
import type { outbox } from "./tables.server.ts";

/**
 * Milliseconds for connecting, for the greeting, for any silence, for one mail in all, and for finishing it at a stop;
 * `urgent`: until the server asks for the data of an urgent mail over a pooled connection; `pooled`: idle time of those.
 */
export const TIMEOUTS = {
  connect: 10_000,
  greeting: 10_000,
  silence: 20_000,
  whole: 120_000,
  atStop: 5_000,
  urgent: 2_000,
  pooled: 10_000,
};

export type Row = typeof outbox.$inferSelect;
/** `unknown`: the server may or may not have accepted the mail. */
export type DeliveryResult =
  | { state: "sent"; fault: null }
  | { state: "waiting" | "failed" | "unknown"; fault: string };

/** How far a mail came: the server has asked for its data (DATA), the last of the data has been sent. */
type Progress = { dataRequested: boolean; dataSent: boolean; onDataRequested: () => void };
type Transport = Pick<Transporter, "sendMail" | "use" | "close">;

/**
 * Sends mails to the SMTP server, at most `connections` in parallel, over pooled connections. A pooled connection may have
 * died unnoticed: when one breaks or is silent before the server asks for the data, the mail is sent over a new one.
 * `signal` aborts the mails in flight.
 */
export function openSmtp(
  { SMTP_URL, MAIL_FROM }: Pick<PlatformConfig, "SMTP_URL" | "MAIL_FROM">,
  { connections, timeouts, signal }: { connections: number; timeouts: typeof TIMEOUTS; signal: AbortSignal },
) {
  // a setting in the URL (?socketTimeout=…) overrides these
  const settings = {
    connectionTimeout: timeouts.connect,
    dnsTimeout: timeouts.connect,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.silence,
    url: SMTP_URL,
  };
  const inFlight = new Map<unknown, Progress>();
  const pooled: Transport = nodemailer.createTransport({
    ...settings,
    pool: true,
    maxConnections: connections,
    // we decide ourselves whether a mail may be sent again
    maxRequeues: 0,
    idleTimeout: timeouts.pooled,
  });
  const single: Transport = nodemailer.createTransport(settings);
  for (const transport of [pooled, single])
    transport.use("stream", ({ data, message }, next) => {
      const progress = inFlight.get(data.messageId);
      if (progress) message.processFunc((text: Readable) => trackProgress(text, progress));
      next();
    });
  const host = /@([\w.-]+)/.exec(MAIL_FROM)?.[1] ?? "localhost";

  async function deliver(
    transport: Transport,
    mail: Row,
    dataTimeoutMs?: number,
  ): Promise<DeliveryResult & { again?: boolean }> {
    const messageId = `<${mail.id}@${host}>`;
    const silent = new AbortController();
    const timer = dataTimeoutMs && setTimeout(() => silent.abort(), dataTimeoutMs);
    const progress: Progress = {
      dataRequested: false,
      dataSent: false,
      onDataRequested: () => clearTimeout(timer),
    };
    inFlight.set(messageId, progress);
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
        signal: AbortSignal.any([signal, silent.signal, AbortSignal.timeout(timeouts.whole)]),
      });
      return { state: "sent", fault: null };
    } catch (error) {
      return resultOf(error, progress);
    } finally {
      clearTimeout(timer);
      inFlight.delete(messageId);
    }
  }

  return {
    async send(mail: Row): Promise<DeliveryResult> {
      const result = await deliver(pooled, mail, mail.urgent ? timeouts.urgent : undefined);
      return result.again && !signal.aborted ? deliver(single, mail) : result;
    },
    close: () => pooled.close(),
  };
}

/** Passes the text through. It is first read once the server has asked for the data, and ends when the last line is sent. */
function trackProgress(text: Readable, progress: Progress): Readable {
  return Readable.from(
    (async function* () {
      progress.dataRequested = true;
      progress.onDataRequested();
      yield* text;
      progress.dataSent = true;
    })(),
    { objectMode: false },
  );
}

/** A refusal is certain: try again later, or never. A connection that breaks after the last line leaves it unknown. */
function resultOf(
  error: unknown,
  { dataRequested, dataSent }: Progress,
): DeliveryResult & { again: boolean } {
  const { responseCode, command, code } = error as { responseCode?: number; command?: string; code?: string };
  const fault = [code, command, responseCode].filter(Boolean).join(" ") || "unknown fault";
  if (dataSent && !responseCode) return { state: "unknown", fault, again: false };
  // a 5xx about this mail or its recipient is final; one about us (log-in, sender) can be corrected
  const final = responseCode !== undefined && responseCode >= 500;
  const state = final && (command === "RCPT TO" || command === "DATA") ? "failed" : "waiting";
  // 421: the server closes the connection
  return { state, fault, again: !dataRequested && (!responseCode || responseCode === 421) };
}
