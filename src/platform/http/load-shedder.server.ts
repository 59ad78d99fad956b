import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { shop } from "../../shop.ts";
import type { Config } from "../config.server.ts";
import { BUSY } from "../database/db.server.ts";
import type { Log } from "../log.server.ts";
import { isApi, isFile, pathOf } from "./address.server.ts";
import { PERMISSIONS } from "./http.server.ts";
import type { Front } from "./pre-routing.server.ts";

/** Requests at work at once. Each kind keeps a fifth of them, whatever the others take. */
const AT_WORK = 100;
const KEPT = AT_WORK / 5;
/** Milliseconds the event loop may run late, or a page take, before browsing is let in more slowly. */
const LATE = 100;
const SLOW = 500;
/** Milliseconds between two looks at that. */
const LOOK_EVERY = 100;
/** Milliseconds between two turns of the loop's own clock. */
const RESOLUTION = 10;
/** Milliseconds a body may take before its request counts as waiting, not as work. */
const BODY_MAX = 100;
/** Milliseconds that work counts for at most once nobody waits for its answer: its statements have ended by then. */
const LEFT_MAX = 10_000;
/** Seconds after which whoever was refused should come again. */
const RETRY_AFTER = 2;
/** Milliseconds between two lines of the log about refusals. */
const TELL_EVERY = 10_000;

type Kind = "money" | "checkout" | "browsing";
type Work = {
  kind: Kind;
  request: IncomingMessage;
  response: ServerResponse;
  since: number;
  isMade?: boolean;
  left?: number;
};

/**
 * Stands before the router and keeps what it lets in quick: beyond what the shop can do at once the rest is told so at
 * once, 503 with Retry-After, in the one shape or as a small page. What can be done at once is counted in requests at
 * work; for browsing it shrinks while the event loop runs late, and grows again. True when it has answered.
 */
export function guardCrowd({ config, log, kept }: { config: Config; log: Log; kept: Front }) {
  const atWork = { money: 0, checkout: 0, browsing: 0 };
  const inside = new Set<Work>();
  const byRequest = new WeakMap<IncomingMessage, Work>();
  const refuse = refusal(config);
  let browsingMax = AT_WORK - KEPT;
  let refused = 0;
  let told = Number.NEGATIVE_INFINITY;

  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  const looking = setInterval(look, LOOK_EVERY).unref();

  function look() {
    const late = delay.max / 1e6 - RESOLUTION;
    delay.reset();
    browsingMax =
      late > LATE || isSlow()
        ? Math.max(KEPT, Math.floor(browsingMax * 0.8))
        : Math.min(AT_WORK - KEPT, browsingMax + 2);
    for (const work of inside)
      if (isOver(work)) leave(work);
      else if (onlyWaits(work)) leaveUntilRead(work);
    tell(late);
  }

  function isSlow(): boolean {
    const longAgo = performance.now() - SLOW;
    // in the order they came
    for (const { kind, since } of inside) if (kind === "browsing") return since < longAgo;
    return false;
  }

  function tell(late: number) {
    if (refused === 0 || performance.now() - told < TELL_EVERY) return;
    log.warn({ refused, ...atWork, browsingMax, late: Math.round(late) }, "too many at once");
    told = performance.now();
    refused = 0;
  }

  function mayEnter(kind: Kind): boolean {
    if (atWork[kind] < KEPT) return true;
    if (atWork.money + atWork.checkout + atWork.browsing >= AT_WORK) return false;
    return kind !== "browsing" || atWork.browsing < browsingMax;
  }

  function enter(work: Work) {
    inside.add(work);
    atWork[work.kind] += 1;
  }

  function leave(work: Work) {
    if (inside.delete(work)) atWork[work.kind] -= 1;
  }

  function leaveUntilRead(work: Work) {
    leave(work);
    work.request.once("end", () => {
      work.since = performance.now();
      enter(work);
    });
  }

  const handle = (request: IncomingMessage, response: ServerResponse): boolean => {
    const path = pathOf(request.url ?? "/");
    if (isFree(request, path)) return false;
    const kind = kindOf(path);
    if (!mayEnter(kind)) {
      // what is about to be made anew is still good
      if (kept(request, response)) return true;
      refused += 1;
      refuse(request, response);
      return true;
    }
    const work: Work = { kind, request, response, since: performance.now() };
    byRequest.set(request, work);
    enter(work);
    response.on("close", () => isOver(work) && leave(work));
    return false;
  };
  return {
    handle,
    /** Tells that the answer is there; who asked for it may be gone. */
    made(request: IncomingMessage): void {
      const work = byRequest.get(request);
      if (work) work.isMade = true;
    },
    close(): void {
      clearInterval(looking);
      delay.disable();
    },
  };
}

/** Where money or an order is on its way: callbacks, pushes, placing and confirming orders. */
const MONEY = /^\/+(hooks\/|token\/|api\/order\/(placeOrder|mpesa|flutterwave)$|api\/payment\/)/;
/** What leads there: signing in, and the pages of paying. */
const CHECKOUT =
  /^\/+(api\/user\/(login|verify-email)$|(place-order|mpesa|mpesa-verification|flutterwave|login|verify-email)(\.data)?$)/;

function kindOf(path: string): Kind {
  if (MONEY.test(path)) return "money";
  return CHECKOUT.test(path) ? "checkout" : "browsing";
}

/** Files and preflights cost next to nothing, and who watches over the shop must hear from it. */
function isFree({ method }: IncomingMessage, path: string): boolean {
  return method === "OPTIONS" || isFile(path) || /^\/api\/(health|ready)$/.test(path);
}

/** Answered, however slowly that is read. Who hangs up ends nothing: what they asked for is made to its end. */
function isOver(work: Work): boolean {
  const { request, response, isMade } = work;
  if (response.writableEnded) return true;
  if (!request.socket.destroyed) return false;
  if (isMade) return true;
  work.left ??= performance.now();
  return performance.now() - work.left > LEFT_MAX;
}

/** A body that comes in drops is no work until it is there: whoever sends it must not keep others out. */
function onlyWaits({ request, since }: Work): boolean {
  // who only asks is answered without the body he announced
  if (request.method === "GET" || request.method === "HEAD") return false;
  return !request.complete && performance.now() - since > BODY_MAX;
}

// the shop's colours and stripe, in as few bytes as will do
const STYLE =
  "html{background:linear-gradient(120deg,#cf2c14 60%,#f7b733 60% 78%,#0d5635 78% 90%,#1b1618 90%) top/100% 6px no-repeat #fbf6ec;color:#1b1618}body{font:1.125rem/1.5 system-ui,sans-serif;max-width:30rem;margin:18vh auto;padding:0 1rem}b{color:#981a06}h1{font-size:2.25rem;line-height:1.1;margin:.5rem 0}";

/** By hand, because it must cost as little as it can; the headers are those of every answer. */
function refusal(config: Config) {
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

/** Comes again by itself, not with everybody else at the same moment. */
function busyPage(): string {
  const seconds = RETRY_AFTER + Math.floor(Math.random() * 4);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="${seconds}"><title>One moment, please</title><style>${STYLE}</style><b>${shop.name}</b><h1>One moment, please</h1><p>Many people are in the shop right now. This page tries again by itself in ${seconds} seconds; your cart and your orders are safe.</p></html>`;
}
