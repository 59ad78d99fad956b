import { AsyncLocalStorage } from "node:async_hooks";
import { DrizzleQueryError } from "drizzle-orm";
import pg from "pg";
import { type DestinationStream, pino } from "pino";

export type Log = ReturnType<typeof createLog>;

/** Fields that every log line of a piece of work has: of a request its id and path, of a job its kind and key. */
type Work = { reqId: string; path: string } | { job: string; subject?: string } | { subject: string };

const work = new AsyncLocalStorage<object>();
const ofRequest = Symbol("a request's own log");

/** Adds `fields` to every line that is logged in `doing` and in what it starts, whichever log writes it. */
export function logWithin<T>(fields: Work, doing: () => T): T {
  const around = "subject" in fields && !("job" in fields) ? work.getStore() : {};
  return work.run({ ...around, ...fields }, doing);
}

/** Logs without such fields, for something shared such as a pooled connection, which belongs to no single piece of work. */
export function logOutside<T>(doing: () => T): T {
  return work.exit(doing);
}

/** The log of one request, whose lines all have its id and its path. */
export function requestLog<L extends Pick<Log, "child">>(log: L, fields: { reqId: string; path: string }) {
  return Object.assign(log.child(fields), { [ofRequest]: true });
}

/**
 * Structured logs: no headers, no query strings, no bodies, and of an error only what names no person or secret.
 * They go to standard output, or to `destination`.
 */
export function createLog(level: string, destination?: DestinationStream) {
  const options = {
    level,
    mixin: (_line: object, _level: number, logger: object) =>
      ofRequest in logger ? {} : { ...work.getStore() },
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

/** The error beneath errors whose message is a statement with its values. */
function tellable(error: Error): Error {
  const { cause } = error;
  if (error instanceof DrizzleQueryError)
    return cause instanceof Error ? tellable(cause) : new Error("a statement failed");
  return cause instanceof DrizzleQueryError || cause instanceof pg.DatabaseError ? tellable(cause) : error;
}

/** Hides quoted values, which may be what a person typed. */
function shorten(message: string): string {
  return message
    .replace(/"[^"]*"/g, '"…"')
    .replace(/'[^']*'/g, "'…'")
    .slice(0, 300);
}
