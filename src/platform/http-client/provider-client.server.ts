import CircuitBreaker from "opossum";
import { parseJson } from "../json.ts";
import type { Log } from "../log.server.ts";

/** The outcome of a request to a provider. */
export type ProviderReply =
  /** `body`: parsed JSON, or undefined when it is none (HTML, empty, truncated). */
  | { type: "response"; status: number; body: unknown }
  /** Certainly not received: no address, connection refused or timed out, a bad certificate, the circuit breaker open. */
  | { type: "notSent"; reason: string }
  /** Sent, without a complete response: timeout, reset, a truncated or too large body. It may have been received. */
  | { type: "indeterminate"; reason: string };

/** `path` begins with a slash; `seconds` is the limit for the whole answer, body included. */
type ProviderRequest = {
  method: "GET" | "POST";
  path: string;
  headers?: Record<string, string>;
  json?: unknown;
  seconds: number;
};

export type ProviderClient = (request: ProviderRequest) => Promise<ProviderReply>;

/**
 * An HTTP client for one provider; it never throws and follows no redirect. Each path has a circuit breaker: it opens for
 * 20 s when half of at least five requests got no response, then lets one through to try.
 * It logs the provider, the path without ids, the status and the milliseconds.
 */
export function createProviderClient(parts: { name: string; baseUrl: string; log: Log }): ProviderClient {
  const breakers = new Map<string, Breaker>();

  return async (request) => {
    const path = withoutIds(request.path);
    const key = `${request.method} ${path}`;
    const breaker = breakers.get(key) ?? breakerFor(parts.baseUrl);
    breakers.set(key, breaker);
    const startedAt = performance.now();
    const reply = await breaker.fire(request).catch(replyFromError);
    const fields = { provider: parts.name, asked: path, ms: Math.round(performance.now() - startedAt) };
    if (reply.type === "response")
      parts.log[isProviderDown(reply) ? "warn" : "debug"](
        { ...fields, status: reply.status },
        "a provider answered",
      );
    else
      parts.log.warn({ ...fields, outcome: reply.type, reason: reply.reason }, "a provider did not answer");
    return reply;
  };
}

type Breaker = CircuitBreaker<[ProviderRequest], ProviderReply>;

const MAX_RESPONSE_BYTES = 256 * 1024;

/** "/v3/transactions/:id/verify": a part that is no plain word or version may identify a person's payment. */
function withoutIds(path: string): string {
  const [plain = ""] = path.split("?");
  return plain.replace(/[^/]+/g, (part) => (/^([a-z_-]{1,30}|v\d)$/i.test(part) ? part : ":id"));
}

function breakerFor(baseUrl: string): Breaker {
  const work = async (request: ProviderRequest) => {
    const reply = await send(baseUrl, request);
    if (isProviderDown(reply)) throw new Error("away", { cause: reply });
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

/** The reply that a failed request carries as its cause; any other error is the breaker's. */
function replyFromError(error: unknown): ProviderReply {
  const cause = error instanceof Error && (error.cause as ProviderReply | undefined);
  return cause || { type: "notSent", reason: "breaker open" };
}

/** A 500 in JSON does not count: Daraja says even "still being processed" so. */
function isProviderDown(reply: ProviderReply): boolean {
  if (reply.type !== "response") return true;
  return reply.status > 500 || (reply.status === 500 && reply.body === undefined);
}

async function send(
  baseUrl: string,
  { method, path, headers, json, seconds }: ProviderRequest,
): Promise<ProviderReply> {
  try {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      redirect: "manual",
      signal: AbortSignal.timeout(seconds * 1000),
      headers: {
        accept: "application/json",
        // no keep-alive: a reused connection may be dead, and then the outcome is indeterminate
        connection: "close",
        ...(json === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    const text = await readText(response);
    if (text === undefined) return { type: "indeterminate", reason: "answer too large" };
    return { type: "response", status: response.status, body: parseJson(text) };
  } catch (error) {
    return replyFromFetchError(error);
  }
}

/** The body, or undefined when it exceeds the limit. */
async function readText(response: Response): Promise<string | undefined> {
  if (!response.body) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.length;
    if (size > MAX_RESPONSE_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function replyFromFetchError(error: unknown): ProviderReply {
  if (error instanceof Error && error.name === "TimeoutError")
    return { type: "indeterminate", reason: "timeout" };
  const cause = error instanceof Error ? error.cause : undefined;
  const reason = codeOf(cause) ?? "broken off";
  return { type: isNeverSent(cause) ? "notSent" : "indeterminate", reason };
}

/** An error that can also occur after the request was sent counts as sent. */
function isNeverSent(cause: unknown): boolean {
  if (cause instanceof AggregateError && cause.errors.length > 0) return cause.errors.every(isNeverSent);
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
