import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { shop } from "../../shop.ts";
import type { PlatformConfig } from "../config.server.ts";
import { BUSY } from "../database/db.server.ts";
import type { Log } from "../log.server.ts";
import { isApi, isFile, pathOf } from "./address.server.ts";
import { PERMISSIONS } from "./http.server.ts";
import type { PreRoutingHandler } from "./pre-routing.server.ts";

/** Concurrency limit. A fifth is reserved for each kind of request. */
const MAX_IN_FLIGHT = 100;
const RESERVED = MAX_IN_FLIGHT / 5;
/** Event loop delay and page duration, in milliseconds, beyond which the limit for browsing shrinks. */
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

type Kind = "money" | "checkout" | "browsing";
type Slot = {
  kind: Kind;
  request: IncomingMessage;
  response: ServerResponse;
  since: number;
  isResponded?: boolean;
  disconnectedAt?: number;
};

/**
 * Load shedding by concurrent requests, as a pre-routing handler. Beyond its limit a request gets 503 with Retry-After at
 * once, as JSON or as a small page. The limit for browsing shrinks while the event loop is late, and recovers slowly.
 */
export function createLoadShedder({
  config,
  log,
  serveStale,
}: {
  config: PlatformConfig;
  log: Log;
  serveStale: PreRoutingHandler;
}) {
  const inFlight = { money: 0, checkout: 0, browsing: 0 };
  const slots = new Set<Slot>();
  const byRequest = new WeakMap<IncomingMessage, Slot>();
  const reject = busyResponse(config);
  let browsingLimit = MAX_IN_FLIGHT - RESERVED;
  let shed = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;

  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  const adjusting = setInterval(adjust, ADJUST_EVERY).unref();

  function adjust() {
    const late = delay.max / 1e6 - RESOLUTION;
    delay.reset();
    browsingLimit =
      late > LATE || isSlow()
        ? Math.max(RESERVED, Math.floor(browsingLimit * 0.8))
        : Math.min(MAX_IN_FLIGHT - RESERVED, browsingLimit + 2);
    for (const slot of slots)
      if (isOver(slot)) release(slot);
      else if (isWaitingForBody(slot)) releaseUntilRead(slot);
    logShed(late);
  }

  function isSlow(): boolean {
    const longAgo = performance.now() - SLOW;
    // a Set iterates in order of arrival: the first is the oldest
    for (const { kind, since } of slots) if (kind === "browsing") return since < longAgo;
    return false;
  }

  function logShed(late: number) {
    if (shed === 0 || performance.now() - loggedAt < LOG_EVERY) return;
    log.warn(
      { refused: shed, ...inFlight, browsingMax: browsingLimit, late: Math.round(late) },
      "too many at once",
    );
    loggedAt = performance.now();
    shed = 0;
  }

  function hasCapacity(kind: Kind): boolean {
    if (inFlight[kind] < RESERVED) return true;
    if (inFlight.money + inFlight.checkout + inFlight.browsing >= MAX_IN_FLIGHT) return false;
    return kind !== "browsing" || inFlight.browsing < browsingLimit;
  }

  function acquire(slot: Slot) {
    slots.add(slot);
    inFlight[slot.kind] += 1;
  }

  function release(slot: Slot) {
    if (slots.delete(slot)) inFlight[slot.kind] -= 1;
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
    const kind = kindOf(path);
    if (!hasCapacity(kind)) {
      // a cached page that is due for a refresh is still good enough
      if (serveStale(request, response)) return true;
      shed += 1;
      reject(request, response);
      return true;
    }
    const slot: Slot = { kind, request, response, since: performance.now() };
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

/** Requests that move money or orders: webhooks, payment prompts, placing and confirming orders. */
const MONEY = /^\/+(hooks\/|token\/|api\/order\/(placeOrder|mpesa|flutterwave)$|api\/payment\/)/;
/** The way to them: logging in, and the pages of the checkout. */
const CHECKOUT =
  /^\/+(api\/user\/(login|verify-email)$|(place-order|mpesa|mpesa-verification|flutterwave|login|verify-email)(\.data)?$)/;

function kindOf(path: string): Kind {
  if (MONEY.test(path)) return "money";
  return CHECKOUT.test(path) ? "checkout" : "browsing";
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

// the shop's colours and stripe in few bytes
const STYLE =
  "html{background:linear-gradient(120deg,#cf2c14 60%,#f7b733 60% 78%,#0d5635 78% 90%,#1b1618 90%) top/100% 6px no-repeat #fbf6ec;color:#1b1618}body{font:1.125rem/1.5 system-ui,sans-serif;max-width:30rem;margin:18vh auto;padding:0 1rem}b{color:#981a06}h1{font-size:2.25rem;line-height:1.1;margin:.5rem 0}";

/** Writes the 503 by hand, because it must be cheap. The headers are those of every response. */
function busyResponse(config: PlatformConfig) {
  const json = JSON.stringify({ success: false, message: BUSY });
  // the push call's errors carry `error` as well (specification §7)
  const push = JSON.stringify({ success: false, message: BUSY, error: BUSY });
  const styleHash = createHash("sha256").update(STYLE).digest("base64");
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
    const body = !calls ? busyPage() : pathOf(url) === "/token/stkpush" ? push : json;
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

/** Reloads by itself, after a random delay so that the clients do not return all at once. */
function busyPage(): string {
  const seconds = RETRY_AFTER + Math.floor(Math.random() * 4);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="${seconds}"><title>One moment, please</title><style>${STYLE}</style><b>${shop.name}</b><h1>One moment, please</h1><p>Many people are in the shop right now. This page tries again by itself in ${seconds} seconds; your cart and your orders are safe.</p></html>`;
}
