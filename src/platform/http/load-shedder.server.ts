import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { PlatformConfig } from "../config.server.ts";
import { BUSY } from "../database/db.server.ts";
import type { Log } from "../log.server.ts";
import { isApi, isFile, pathOf } from "./address.server.ts";
import type { ErrorFields } from "./error-response.server.ts";
import { PERMISSIONS } from "./http.server.ts";
import type { PreRoutingHandler } from "./pre-routing.server.ts";

/** Concurrency limit. A fifth is reserved for each priority. */
const MAX_IN_FLIGHT = 100;
const RESERVED = MAX_IN_FLIGHT / 5;
/** Event loop delay and page duration, in milliseconds, beyond which the limit for normal requests shrinks. */
const LATE = 100;
const SLOW = 500;
/** Milliseconds between two adjustments of that limit. */
const ADJUST_EVERY = 100;
/** Sampling interval of the event loop monitor, in milliseconds. */
const RESOLUTION = 10;
/** Milliseconds a body may take to arrive before its request stops counting as in flight. */
const MAX_BODY_WAIT = 100;
/** Milliseconds a request counts at most after its client disconnected: its statements have timed out by then. */
const MAX_AFTER_DISCONNECT = 10_000;
/** Seconds for the Retry-After header. */
const RETRY_AFTER = 2;
/** Milliseconds between two log lines about shed requests. */
const LOG_EVERY = 10_000;

/** What a request is worth while there are too many; only those of normal priority are shed before the limit is reached. */
export type Priority = "critical" | "high" | "normal";
type Slot = {
  priority: Priority;
  request: IncomingMessage;
  response: ServerResponse;
  since: number;
  isResponded?: boolean;
  disconnectedAt?: number;
};

/** The page for people who are shed: its style sheet, and its HTML, which reloads itself after so many seconds. */
export type BusyPage = { style: string; html(seconds: number): string };

/**
 * Load shedding by concurrent requests, as a pre-routing handler. Beyond its limit a request gets 503 with Retry-After at
 * once, as JSON or as a small page. The limit for normal requests shrinks while the event loop is late, and recovers slowly.
 */
export function createLoadShedder({
  config,
  log,
  serveStale,
  priorityOf,
  busyPage,
  errorFields,
}: {
  config: PlatformConfig;
  log: Log;
  serveStale: PreRoutingHandler;
  priorityOf: (path: string) => Priority;
  busyPage: BusyPage;
  errorFields?: ErrorFields;
}) {
  const inFlight = { critical: 0, high: 0, normal: 0 };
  const slots = new Set<Slot>();
  const byRequest = new WeakMap<IncomingMessage, Slot>();
  const reject = busyResponse(config, busyPage, errorFields);
  let normalLimit = MAX_IN_FLIGHT - RESERVED;
  let shed = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;

  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  const adjusting = setInterval(adjust, ADJUST_EVERY).unref();

  function adjust() {
    const late = delay.max / 1e6 - RESOLUTION;
    delay.reset();
    normalLimit =
      late > LATE || isSlow()
        ? Math.max(RESERVED, Math.floor(normalLimit * 0.8))
        : Math.min(MAX_IN_FLIGHT - RESERVED, normalLimit + 2);
    for (const slot of slots)
      if (isOver(slot)) release(slot);
      else if (isWaitingForBody(slot)) releaseUntilRead(slot);
    logShed(late);
  }

  function isSlow(): boolean {
    const longAgo = performance.now() - SLOW;
    // a Set iterates in order of arrival: the first is the oldest
    for (const { priority, since } of slots) if (priority === "normal") return since < longAgo;
    return false;
  }

  function logShed(late: number) {
    if (shed === 0 || performance.now() - loggedAt < LOG_EVERY) return;
    log.warn({ refused: shed, ...inFlight, normalLimit, late: Math.round(late) }, "too many at once");
    loggedAt = performance.now();
    shed = 0;
  }

  function hasCapacity(priority: Priority): boolean {
    if (inFlight[priority] < RESERVED) return true;
    if (inFlight.critical + inFlight.high + inFlight.normal >= MAX_IN_FLIGHT) return false;
    return priority !== "normal" || inFlight.normal < normalLimit;
  }

  function acquire(slot: Slot) {
    slots.add(slot);
    inFlight[slot.priority] += 1;
  }

  function release(slot: Slot) {
    if (slots.delete(slot)) inFlight[slot.priority] -= 1;
  }

  function releaseUntilRead(slot: Slot) {
    release(slot);
    slot.request.once("end", () => {
      slot.since = performance.now();
      acquire(slot);
    });
  }

  const handle = (request: IncomingMessage, response: ServerResponse): boolean => {
    const path = pathOf(request.url ?? "/");
    if (isExempt(request, path)) return false;
    const priority = priorityOf(path);
    if (!hasCapacity(priority)) {
      // a cached page that is due for a refresh is still good enough
      if (serveStale(request, response)) return true;
      shed += 1;
      reject(request, response);
      return true;
    }
    const slot: Slot = { priority, request, response, since: performance.now() };
    byRequest.set(request, slot);
    acquire(slot);
    response.on("close", () => isOver(slot) && release(slot));
    return false;
  };
  return {
    handle,
    /** Marks the request as done: its response exists, also when its client has disconnected. */
    markResponded(request: IncomingMessage): void {
      const slot = byRequest.get(request);
      if (slot) slot.isResponded = true;
    },
    close(): void {
      clearInterval(adjusting);
      delay.disable();
    },
  };
}

/** Never limited: files and preflights cost next to nothing, and health checks must be answered under load. */
function isExempt({ method }: IncomingMessage, path: string): boolean {
  return method === "OPTIONS" || isFile(path) || /^\/api\/(health|ready)$/.test(path);
}

/** True once the response exists. A disconnected client's request still runs to completion. */
function isOver(slot: Slot): boolean {
  const { request, response, isResponded } = slot;
  if (response.writableEnded) return true;
  if (!request.socket.destroyed) return false;
  if (isResponded) return true;
  slot.disconnectedAt ??= performance.now();
  return performance.now() - slot.disconnectedAt > MAX_AFTER_DISCONNECT;
}

/** True while a slow body arrives: it must not hold a slot that others could use. */
function isWaitingForBody({ request, since }: Slot): boolean {
  // GET and HEAD are answered without reading a body
  if (request.method === "GET" || request.method === "HEAD") return false;
  return !request.complete && performance.now() - since > MAX_BODY_WAIT;
}

/** Writes the 503 by hand, because it must be cheap. The headers are those of every response. */
function busyResponse(config: PlatformConfig, page: BusyPage, errorFields?: ErrorFields) {
  const styleHash = createHash("sha256").update(page.style).digest("base64");
  const headers = {
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "cross-origin-resource-policy": "same-origin",
    "content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    "permissions-policy": PERMISSIONS,
    "referrer-policy": "strict-origin-when-cross-origin",
    "retry-after": String(RETRY_AFTER),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    ...(config.PUBLIC_URL.startsWith("https:") && {
      "strict-transport-security": "max-age=31536000; includeSubDomains",
    }),
  };
  return (request: IncomingMessage, response: ServerResponse) => {
    const url = request.url ?? "/";
    const calls = isApi(url);
    const json = () =>
      JSON.stringify({ success: false, message: BUSY, ...errorFields?.(pathOf(url), { message: BUSY }) });
    const body = calls ? json() : page.html(secondsToReload());
    const { origin } = request.headers;
    const known = origin !== undefined && config.CORS_ORIGINS.includes(origin);
    response.writeHead(503, {
      ...headers,
      "content-type": calls ? "application/json; charset=utf-8" : "text/html; charset=utf-8",
      "content-length": Buffer.byteLength(body),
      "x-request-id": randomUUID(),
      ...(known && {
        "access-control-allow-origin": origin,
        "access-control-expose-headers": "x-request-id, retry-after",
        vary: "Origin",
      }),
    });
    response.end(request.method === "HEAD" ? undefined : body);
  };
}

/** Random, so that the clients do not return all at once. */
function secondsToReload(): number {
  return RETRY_AFTER + Math.floor(Math.random() * 4);
}
