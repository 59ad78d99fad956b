import type { IncomingMessage, ServerResponse } from "node:http";

/** Concurrency limit. A fifth is reserved for each priority. */
const MAX_IN_FLIGHT = 100;
const RESERVED = MAX_IN_FLIGHT / 5;
/** Orders in flight at most: those of one size wait for each other, and none let in shall wait longer than a second. */
const MAX_ORDERS = MAX_IN_FLIGHT / 2;
/** Milliseconds that the oldest request of normal priority may take before the limit for these shrinks. */
const SLOW = 500;
/** Milliseconds a body may take to arrive before its request stops counting as in flight. */
const MAX_BODY_WAIT = 100;
/** Milliseconds a request counts at most after its client disconnected: its statements have timed out by then. */
const MAX_AFTER_DISCONNECT = 10_000;

/** What a request is worth while there are too many; only orders and normal ones are shed before the limit is reached. */
export type Priority = "staff" | "critical" | "order" | "high" | "normal";
type Slot = {
  priority: Priority;
  request: IncomingMessage;
  response: ServerResponse;
  since: number;
  isResponded?: boolean;
  disconnectedAt?: number;
};

/** The requests in flight, counted by priority, and the limit for those of normal priority. */
export function createSlots() {
  const inFlight = { staff: 0, critical: 0, order: 0, high: 0, normal: 0 };
  const slots = new Set<Slot>();
  const byRequest = new WeakMap<IncomingMessage, Slot>();
  let normalLimit = MAX_IN_FLIGHT - RESERVED;

  function add(slot: Slot) {
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
      add(slot);
    });
  }

  return {
    /** Takes a slot until the response exists; false when there is none for this priority. */
    tryAcquire(priority: Priority, request: IncomingMessage, response: ServerResponse): boolean {
      if (!hasCapacity(priority, inFlight, { order: MAX_ORDERS, normal: normalLimit })) return false;
      const slot: Slot = { priority, request, response, since: performance.now() };
      byRequest.set(request, slot);
      add(slot);
      response.on("close", () => isOver(slot) && release(slot));
      return true;
    },
    markResponded(request: IncomingMessage): void {
      const slot = byRequest.get(request);
      if (slot) slot.isResponded = true;
    },
    /** Shrinks the limit by a fifth while the process is overloaded or the oldest normal request is slow; else it grows. */
    adjust(isOverloaded: boolean): void {
      normalLimit =
        isOverloaded || isSlow(slots)
          ? Math.max(RESERVED, Math.floor(normalLimit * 0.8))
          : Math.min(MAX_IN_FLIGHT - RESERVED, normalLimit + 2);
      for (const slot of slots)
        if (isOver(slot)) release(slot);
        else if (isWaitingForBody(slot)) releaseUntilRead(slot);
    },
    /** For the log. */
    counts: () => ({ ...inFlight, normalLimit }),
  };
}

function hasCapacity(
  priority: Priority,
  inFlight: Record<Priority, number>,
  limits: { [of in Priority]?: number },
): boolean {
  const own = inFlight[priority];
  if (own < RESERVED) return true;
  const all = Object.values(inFlight).reduce((sum, each) => sum + each, 0);
  return all < MAX_IN_FLIGHT && own < (limits[priority] ?? MAX_IN_FLIGHT);
}

function isSlow(slots: Set<Slot>): boolean {
  const longAgo = performance.now() - SLOW;
  // a Set iterates in order of arrival: the first is the oldest
  for (const { priority, since } of slots) if (priority === "normal") return since < longAgo;
  return false;
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
