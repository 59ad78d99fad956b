import { Readable } from "node:stream";
import nodemailer from "nodemailer";
import type { PlatformConfig } from "../config.server.ts";
import type { outbox } from "./tables.server.ts";

/** Milliseconds for connecting, for the greeting, for any silence, for one whole mail, and for finishing it at a stop. */
export const TIMEOUTS = { connect: 10_000, greeting: 10_000, silence: 20_000, whole: 120_000, atStop: 5_000 };

export type Row = typeof outbox.$inferSelect;
/** `unknown`: the server may or may not have accepted the mail. */
export type DeliveryResult =
  | { state: "sent"; fault: null }
  | { state: "waiting" | "failed" | "unknown"; fault: string };

/** Returns a function that sends a mail to the SMTP server, each over its own connection. `signal` aborts mails in flight. */
export function openSmtp(
  { SMTP_URL, MAIL_FROM }: Pick<PlatformConfig, "SMTP_URL" | "MAIL_FROM">,
  { timeouts, signal }: { timeouts: typeof TIMEOUTS; signal: AbortSignal },
): (mail: Row) => Promise<DeliveryResult> {
  const host = /@([\w.-]+)/.exec(MAIL_FROM)?.[1] ?? "localhost";
  return async (mail) => {
    const transport = nodemailer.createTransport({
      // a setting in the URL (?socketTimeout=…) overrides these
      connectionTimeout: timeouts.connect,
      dnsTimeout: timeouts.connect,
      greetingTimeout: timeouts.greeting,
      socketTimeout: timeouts.silence,
      url: SMTP_URL,
    });
    let dataSent = false;
    transport.use("stream", ({ message }, next) => {
      message.processFunc((text: Readable) =>
        withEnd(text, () => {
          dataSent = true;
        }),
      );
      next();
    });
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
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeouts.whole)]),
      });
      return { state: "sent", fault: null };
    } catch (error) {
      return resultOf(error, dataSent);
    }
  };
}

/** Passes the text through. Its end is read when the last line is sent: `onEnd` is called then. */
function withEnd(text: Readable, onEnd: () => void): Readable {
  return Readable.from(
    (async function* () {
      yield* text;
      onEnd();
    })(),
    { objectMode: false },
  );
}

/** A refusal is certain: try again later, or never. A connection that breaks after the last line leaves it unknown. */
function resultOf(error: unknown, dataSent: boolean): DeliveryResult {
  const { responseCode, command, code } = error as { responseCode?: number; command?: string; code?: string };
  const fault = [code, command, responseCode].filter(Boolean).join(" ") || "unknown fault";
  if (dataSent && !responseCode) return { state: "unknown", fault };
  // a 5xx about this mail or its recipient is final; one about us (log-in, sender) can be corrected
  const final = responseCode !== undefined && responseCode >= 500;
  return { state: final && (command === "RCPT TO" || command === "DATA") ? "failed" : "waiting", fault };
}
