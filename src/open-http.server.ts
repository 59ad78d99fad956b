import type { IncomingHttpHeaders } from "node:http";
import type { Config } from "./config.server.ts";
import { FIELD_SENTENCES } from "./field-sentences.ts";
import { bindLanguage } from "./language/language.server.ts";
import type { ResponseCache } from "./platform/cache/response-cache.server.ts";
import { serveFromCache } from "./platform/cache/serve-from-cache.server.ts";
import type { connectDatabase } from "./platform/database/db.server.ts";
import type { ErrorFields } from "./platform/http/error-response.server.ts";
import { createHttp, type Http } from "./platform/http/http.server.ts";
import { createLoadShedder, type RequestKind } from "./platform/http/load-shedder.server.ts";
import { createMetrics, type Reading } from "./platform/http/metrics.server.ts";
import { readDataRequest } from "./platform/internals/data-request.ts";
import type { Log } from "./platform/log.server.ts";
import { busyPage } from "./site/pages/busy-page.server.ts";
import { cacheHitKey } from "./site/pages/public-pages.server.ts";

const STAFF = /^\/+(api\/)?staff(\/|$)/;
/** Paths that ask about a payment; placing an order or beginning to pay is `ORDER`. */
const PAYMENT = /^\/+(token\/|api\/payment\/)/;
const CALLBACK = /^\/+hooks\//;
const ORDER =
  /^\/+(token\/stkpush|api\/(order\/(placeOrder|mpesa|flutterwave)|payment\/flutterwave\/intent))$/;
/** Paths that lead to an order: signing in, for staff too; the pages of the checkout; a tracked order, which takes a code. */
const CHECKOUT =
  /^\/+((api\/)?staff\/(sign-in|second-factor|welcome(\/confirm)?)|api\/user\/(login|verify-email)|place-order|mpesa|mpesa-verification|flutterwave|login|verify-email|track\/[^/]+)$/;

/** What a request is for, by its path; for the back office, by whether its cookie is one of ours. */
export function kindOf(path: string, hasStaffCookie: () => boolean): RequestKind {
  if (CALLBACK.test(path) || (STAFF.test(path) && hasStaffCookie())) return "money";
  if (ORDER.test(path)) return "order";
  if (PAYMENT.test(path)) return "payment";
  return CHECKOUT.test(readDataRequest(path)?.page ?? path) ? "checkout" : "browsing";
}

/**
 * The HTTP server, without routes yet: a request is answered from the cache, refused under load, or routed, in this order.
 * `isStaff`: these headers have a cookie of ours. `readings`: figures for the metrics, which exist where a token is set.
 */
export async function openHttp(parts: {
  config: Config;
  log: Log;
  database: ReturnType<typeof connectDatabase>;
  cache: ResponseCache;
  errorFields: ErrorFields;
  isStaff: (headers: IncomingHttpHeaders) => boolean;
  readings: () => Promise<Reading[]>;
}): Promise<Http> {
  const { config, log, database, cache, errorFields } = parts;
  let closing = false;
  const cached = { cache, cacheKeyOf: cacheHitKey, log, isClosing: () => closing };
  const loadShedder = createLoadShedder({
    config,
    log,
    serveDueForRefresh: serveFromCache({ ...cached, allowDueForRefresh: true }),
    kindOf: (path, { headers }) => kindOf(path, () => parts.isStaff(headers)),
    busyPage,
    errorFields,
  });
  const pools = [database.pool, database.readers];
  const metrics =
    config.METRICS_TOKEN === undefined
      ? undefined
      : await createMetrics({ token: config.METRICS_TOKEN, pools, read: parts.readings });
  const counted = metrics?.counted ?? ((_by, handler) => handler);
  const preRouting = [counted("cache", serveFromCache(cached)), counted("load_shedder", loadShedder.handle)];
  const http = await createHttp(config, log, { preRouting, sentences: FIELD_SENTENCES, errorFields });
  bindLanguage(http);
  metrics?.api(http);
  http.addHook("onSend", async (request) => loadShedder.markResponded(request.raw));
  http.addHook("onClose", async () => loadShedder.close());
  http.addHook("preClose", async () => {
    closing = true;
  });
  return http;
}
