import type { IncomingMessage, ServerResponse } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { PlatformConfig } from "../config.server.ts";
import type { Log } from "../log.server.ts";
import { isFile, pathOf } from "./address.server.ts";
import { type BusyPage, busyResponse } from "./busy-response.server.ts";
import type { ErrorFields } from "./error-response.server.ts";
import { createSlots, type Priority } from "./load-shedder-slots.server.ts";
import type { PreRoutingHandler } from "./pre-routing.server.ts";

/** Event loop delay, in milliseconds, beyond which the limit for normal requests shrinks. */
const LATE = 100;
/** Milliseconds between two adjustments of that limit. */
const ADJUST_EVERY = 100;
/** Sampling interval of the event loop monitor, in milliseconds. */
const RESOLUTION = 10;
/** Milliseconds between two log lines about shed requests. */
const LOG_EVERY = 10_000;

/**
 * Load shedding by concurrent requests, as a pre-routing handler. Beyond its limit a request gets 503 with Retry-After at
 * once, as JSON or as a small page. The limit for normal requests shrinks while the event loop is late, and recovers slowly.
 */
export function createLoadShedder({
  config,
  log,
  serveDueForRefresh,
  priorityOf,
  busyPage,
  errorFields,
}: {
  config: PlatformConfig;
  log: Log;
  serveDueForRefresh: PreRoutingHandler;
  priorityOf: (path: string, request: IncomingMessage) => Priority;
  busyPage: BusyPage;
  errorFields?: ErrorFields;
}) {
  const slots = createSlots();
  const reject = busyResponse(config, busyPage, errorFields);
  let shed = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;

  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  const adjusting = setInterval(() => {
    const late = delay.max / 1e6 - RESOLUTION;
    delay.reset();
    slots.adjust(late > LATE);
    logShed(late);
  }, ADJUST_EVERY).unref();

  function logShed(late: number) {
    if (shed === 0 || performance.now() - loggedAt < LOG_EVERY) return;
    log.warn({ refused: shed, ...slots.counts(), late: Math.round(late) }, "too many at once");
    loggedAt = performance.now();
    shed = 0;
  }

  const handle = (request: IncomingMessage, response: ServerResponse): boolean => {
    const path = pathOf(request.url ?? "/");
    if (isExempt(request, path) || slots.tryAcquire(priorityOf(path, request), request, response))
      return false;
    // a cached page that is due for a refresh is still good enough
    if (serveDueForRefresh(request, response)) return true;
    shed += 1;
    reject(request, response);
    return true;
  };
  return {
    handle,
    /** Marks the request as done: its response exists, also when its client has disconnected. */
    markResponded: slots.markResponded,
    close(): void {
      clearInterval(adjusting);
      delay.disable();
    },
  };
}

/** Never limited: files and preflights cost next to nothing, and health checks and metrics must be answered under load. */
function isExempt({ method }: IncomingMessage, path: string): boolean {
  return method === "OPTIONS" || isFile(path) || /^\/(api\/(health|ready)|metrics)$/.test(path);
}
