import type { IncomingMessage, ServerResponse } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { PlatformConfig } from "../config.server.ts";
import type { Log } from "../log.server.ts";
import { isFile, pathOf, plainUrl } from "./address.server.ts";
import { type BusyPage, busyResponse } from "./busy-response.server.ts";
import type { ErrorFields } from "./error-response.server.ts";
import type { PreRoutingHandler } from "./pre-routing.server.ts";

/**
 * What a request is for. Browsing has a limit of its own; all other kinds share one. `money`: callbacks and staff;
 * `payment`: what shoppers ask about a payment of theirs.
 */
export type RequestKind = "money" | "order" | "checkout" | "payment" | "browsing";

/** Most requests in flight. All but browsing together have 100, of which orders may take half and checkouts a fifth. */
const MAX = { money: 100, order: 50, checkout: 20, payment: 80, browsing: 80 };
/** Most of these 100 that shoppers may take together: the rest is reserved for callbacks and staff. */
const MAX_SHOPPERS = 80;
/** Where the limit for browsing stops shrinking. */
const MIN_BROWSING = 20;
/** Event loop delay, and age of the oldest browsing request, in milliseconds, beyond which the limit for browsing shrinks. */
const LATE = 100;
const SLOW = 500;
/** Milliseconds that a body may take to arrive; a slower request does not count until it is here. */
const MAX_BODY_WAIT = 100;
/** Milliseconds for which a request counts at most after its client has disconnected: its statements have timed out by then. */
const MAX_DISCONNECTED = 10_000;
/** Milliseconds between two adjustments, between two samples of the event loop, and between two lines in the log. */
const ADJUST_EVERY = 100;
const RESOLUTION = 10;
const LOG_EVERY = 10_000;

type InFlight = {
  kind: RequestKind;
  request: IncomingMessage;
  response: ServerResponse;
  since: number;
  disconnectedAt?: number;
};

/**
 * Load shedding by concurrent requests, as a pre-routing handler (decision 17). Beyond the limit of its kind a request gets
 * 503 with Retry-After immediately, as JSON or as a small page. The limit for browsing shrinks by a fifth while the event loop
 * is late or a page is slow, and recovers slowly.
 */
export function createLoadShedder(parts: {
  config: PlatformConfig;
  log: Log;
  serveDueForRefresh: PreRoutingHandler;
  kindOf: (path: string, request: IncomingMessage) => RequestKind;
  busyPage: BusyPage;
  errorFields?: ErrorFields;
}) {
  const inFlight = new Set<InFlight>();
  const responded = new WeakSet<IncomingMessage>();
  const reject = busyResponse(parts.config, parts.busyPage, parts.errorFields);
  let browsingLimit = MAX.browsing;
  let shed = 0;

  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  const adjusting = setInterval(() => {
    const late = delay.max / 1e6 - RESOLUTION;
    delay.reset();
    const isSlow = [...inFlight].some(
      (each) =>
        each.kind === "browsing" && ageOf(each) > SLOW && !isOver(each, responded) && !isBodyLate(each),
    );
    browsingLimit =
      isSlow || late > LATE
        ? Math.max(MIN_BROWSING, Math.floor(browsingLimit * 0.8))
        : Math.min(MAX.browsing, browsingLimit + 2);
  }, ADJUST_EVERY).unref();
  const logging = setInterval(() => {
    if (shed > 0) parts.log.warn({ refused: shed, browsingLimit }, "too many at once");
    shed = 0;
  }, LOG_EVERY).unref();

  function hasPlace(kind: RequestKind): boolean {
    const counts = { money: 0, order: 0, checkout: 0, payment: 0, browsing: 0 };
    for (const each of inFlight)
      if (isOver(each, responded)) inFlight.delete(each);
      else if (!isBodyLate(each)) counts[each.kind] += 1;
    if (kind === "browsing") return counts.browsing < browsingLimit;
    const shoppers = counts.order + counts.checkout + counts.payment;
    if (kind !== "money" && shoppers >= MAX_SHOPPERS) return false;
    return counts[kind] < MAX[kind] && counts.money + shoppers < MAX.money;
  }

  const handle = (request: IncomingMessage, response: ServerResponse): boolean => {
    // the path as the router will see it
    const path = pathOf(plainUrl(request.url ?? "/"));
    if (isExempt(request, path)) return false;
    const kind = parts.kindOf(path, request);
    if (hasPlace(kind)) {
      const entry: InFlight = { kind, request, response, since: performance.now() };
      inFlight.add(entry);
      // the age begins with the last byte of the body: a slow client says nothing about the shop's load
      request.once("end", () => {
        entry.since = performance.now();
      });
      return false;
    }
    // a cached page that is due for a refresh is still good enough
    if (parts.serveDueForRefresh(request, response)) return true;
    shed += 1;
    reject(request, response);
    return true;
  };
  return {
    handle,
    /** Its response exists: it does not count any more, even where its client has disconnected. */
    markResponded: (request: IncomingMessage) => void responded.add(request),
    close(): void {
      clearInterval(adjusting);
      clearInterval(logging);
      delay.disable();
    },
  };
}

/** Never limited: files and preflights cost next to nothing, and health checks and metrics must be answered under load. */
function isExempt({ method }: IncomingMessage, path: string): boolean {
  return method === "OPTIONS" || isFile(path) || /^\/(api\/(health|ready)|metrics)$/.test(path);
}

const ageOf = ({ since }: InFlight) => performance.now() - since;

/** A disconnected client's request still runs to completion, and counts until then. */
function isOver(each: InFlight, responded: WeakSet<IncomingMessage>): boolean {
  if (each.response.writableEnded) return true;
  if (!each.request.socket.destroyed) return false;
  each.disconnectedAt ??= performance.now();
  return responded.has(each.request) || performance.now() - each.disconnectedAt > MAX_DISCONNECTED;
}

/** While a slow body arrives, its request does not count. GET and HEAD are answered without reading a body. */
function isBodyLate(each: InFlight): boolean {
  const { method, complete } = each.request;
  return method !== "GET" && method !== "HEAD" && !complete && ageOf(each) > MAX_BODY_WAIT;
}
