import { DrizzleQueryError } from "drizzle-orm";
import pg from "pg";
import { type DestinationStream, pino } from "pino";

export type Log = ReturnType<typeof createLog>;

/**
 * Structured logs: no headers, no query strings, no bodies, and of an error only what names no person or secret.
 * They go to standard output, or to `destination`.
 */
export function createLog(level: string, destination?: DestinationStream) {
  const options = {
    level,
    serializers: { err: describeError },
    redact: { paths: SECRET.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "[hidden]" },
  };
  return destination ? pino(options, destination) : pino(options);
}

const SECRET = [
  "token",
  "password",
  "mpesaCode",
  "code",
  "phone",
  "phoneNumber",
  "email",
  "authorization",
  "to",
  "html",
  "text",
];

/** PostgreSQL and Drizzle put the values of a failed statement into their messages: leave those out. */
function describeError(error: unknown): { type: string; message: string; stack: string } {
  if (!(error instanceof Error)) return { type: typeof error, message: "not an error", stack: "" };
  const safe = tellable(error);
  const message =
    safe instanceof pg.DatabaseError
      ? `${safe.code} ${safe.constraint ?? ""} ${shorten(safe.message)}`
      : shorten(safe.message);
  const stack = (error.stack ?? "")
    .replace(error.message, "")
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .join("\n");
  return { type: safe.name, message, stack };
}

/** What really failed, beneath every error whose message is the statement with its values. */
function tellable(error: Error): Error {
  const { cause } = error;
  if (error instanceof DrizzleQueryError)
    return cause instanceof Error ? tellable(cause) : new Error("a statement failed");
  return cause instanceof DrizzleQueryError || cause instanceof pg.DatabaseError ? tellable(cause) : error;
}

/** Quoted values may be what a person typed. */
function shorten(message: string): string {
  return message
    .replace(/"[^"]*"/g, '"…"')
    .replace(/'[^']*'/g, "'…'")
    .slice(0, 300);
}
