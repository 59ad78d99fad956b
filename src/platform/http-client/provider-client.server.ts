import CircuitBreaker from "opossum";
import type { Log } from "../log.server.ts";

/** What became of a request to a provider. */
export type Reply =
  /** `body`: parsed JSON, or undefined when it is none (HTML, empty, truncated). */
  | { is: "answer"; status: number; body: unknown }
  /** Surely never reached them: no address, refused, no connection in time, a bad certificate, the breaker open. */
  | { is: "unsent"; why: string }
  /** Left us, and no whole answer came: timeout, reset, the body broken off or too large. */
  | { is: "cut"; why: string };

/** `path` begins with a slash; `seconds` is the limit for the whole answer, body included. */
export type Request = {
  method: "GET" | "POST";
  path: string;
  headers?: Record<string, string>;
  json?: unknown;
  seconds: number;
};

export type Ask = (request: Request) => Promise<Reply>;

/**
 * Asks a provider over HTTP, never throws and follows no redirect. Behind each path is a circuit breaker of its own: after
 * five requests of which half went unanswered it lets none through for 20 s, then one to try.
 * Logged are the provider, the path asked without ids, status and milliseconds.
 */
export function askProvider(parts: { name: string; baseUrl: string; log: Log }): Ask {
  const breakers = new Map<string, Breaker>();

  return async (request) => {
    const path = withoutIds(request.path);
    const key = `${request.method} ${path}`;
    const breaker = breakers.get(key) ?? breakerFor(parts.baseUrl);
    breakers.set(key, breaker);
    const began = performance.now();
    const reply = await breaker.fire(request).catch(replyOf);
    const fields = { provider: parts.name, asked: path, ms: Math.round(performance.now() - began) };
    if (reply.is === "answer")
      parts.log[isAway(reply) ? "warn" : "debug"]({ ...fields, status: reply.status }, "a provider answered");
    else parts.log.warn({ ...fields, outcome: reply.is, reason: reply.why }, "a provider did not answer");
    return reply;
  };
}

type Breaker = CircuitBreaker<[Request], Reply>;

const LARGEST_ANSWER = 256 * 1024;

/** "/v3/transactions/:id/verify": whatever is no plain word or version may name a person's payment. */
function withoutIds(path: string): string {
  const [plain = ""] = path.split("?");
  return plain.replace(/[^/]+/g, (part) => (/^([a-z_-]{1,30}|v\d)$/i.test(part) ? part : ":id"));
}

function breakerFor(baseUrl: string): Breaker {
  const work = async (request: Request) => {
    const reply = await send(baseUrl, request);
    if (isAway(reply)) throw new Error("away", { cause: reply });
    return reply;
  };
  return new CircuitBreaker(work, {
    timeout: false,
    volumeThreshold: 5,
    errorThresholdPercentage: 50,
    rollingCountTimeout: 60_000,
    resetTimeout: 20_000,
    enableSnapshots: false,
  });
}

/** A failed action carries its own reply; any other failure is the breaker's. */
function replyOf(error: unknown): Reply {
  const cause = error instanceof Error && (error.cause as Reply | undefined);
  return cause || { is: "unsent", why: "breaker open" };
}

/** A 500 in JSON is an answer of somebody at work: Daraja says even "still being processed" so. */
function isAway(reply: Reply): boolean {
  if (reply.is !== "answer") return true;
  return reply.status > 500 || (reply.status === 500 && reply.body === undefined);
}

async function send(baseUrl: string, { method, path, headers, json, seconds }: Request): Promise<Reply> {
  try {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      redirect: "manual",
      signal: AbortSignal.timeout(seconds * 1000),
      headers: {
        accept: "application/json",
        // a kept connection may be dead already, and then nobody knows whether the request arrived
        connection: "close",
        ...(json === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    const text = await readText(response);
    if (text === undefined) return { is: "cut", why: "answer too large" };
    return { is: "answer", status: response.status, body: parse(text) };
  } catch (error) {
    return failure(error);
  }
}

/** The whole body; undefined when it is beyond the limit. */
async function readText(response: Response): Promise<string | undefined> {
  if (!response.body) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.length;
    if (size > LARGEST_ANSWER) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function failure(error: unknown): Reply {
  if (error instanceof Error && error.name === "TimeoutError") return { is: "cut", why: "timeout" };
  const cause = error instanceof Error ? error.cause : undefined;
  const why = codeOf(cause) ?? "broken off";
  return { is: neverArrived(cause) ? "unsent" : "cut", why };
}

/** Anything that can also happen once the request has left counts as having left. */
function neverArrived(cause: unknown): boolean {
  if (cause instanceof AggregateError && cause.errors.length > 0) return cause.errors.every(neverArrived);
  const code = codeOf(cause) ?? "";
  if (/^(ENOTFOUND|EAI_AGAIN|EAI_NODATA|UND_ERR_CONNECT_TIMEOUT)$/.test(code)) return true;
  if (/CERT|^UNABLE_TO_|^ERR_SSL_WRONG_VERSION_NUMBER$/.test(code)) return true;
  const unreachable = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/.test(code);
  return unreachable && (cause as NodeJS.ErrnoException).syscall === "connect";
}

function codeOf(cause: unknown): string | undefined {
  const code = cause instanceof Error ? (cause as NodeJS.ErrnoException).code : undefined;
  return typeof code === "string" ? code : undefined;
}
