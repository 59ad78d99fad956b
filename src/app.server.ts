import { accountsApi } from "./accounts/api.server.ts";
import { sweepGuests } from "./accounts/guest/sweep-guests.server.ts";
import { passwords } from "./accounts/password/password.server.ts";
import { guardSignedIn } from "./accounts/sign-in/session.server.ts";
import { sweepAccounts } from "./accounts/sweep.server.ts";
import { sweepAnswers } from "./back-office/answer-once.server.ts";
import { backOfficeApi } from "./back-office/api.server.ts";
import { guardStaff } from "./back-office/guard-staff.server.ts";
import { screenRoutes } from "./back-office/screens.server.ts";
import { createKnownCookies } from "./back-office/sign-in/known-cookies.server.ts";
import { staffCookie } from "./back-office/sign-in/staff-cookie.server.ts";
import { sweepStaffSessions } from "./back-office/sign-in/staff-session.server.ts";
import { staffKeys } from "./back-office/staff-context.server.ts";
import { staffErrorFields } from "./back-office/staff-error-fields.server.ts";
import { cartApi } from "./cart/api.server.ts";
import { catalogueApi } from "./catalogue/api.server.ts";
import { PRODUCT_CHANGES } from "./catalogue/changes.server.ts";
import { kindsOf } from "./catalogue/queries.server.ts";
import type { Config } from "./config.server.ts";
import { FIELD_SENTENCES } from "./field-sentences.ts";
import { moveAddresses } from "./ordering/addresses/saved-addresses.server.ts";
import { orderingApi } from "./ordering/api.server.ts";
import { findOrderedLines } from "./ordering/queries.server.ts";
import { trackLinks } from "./ordering/track/track-link.server.ts";
import { trackPage } from "./ordering/track/track-page.server.ts";
import { paymentsApi } from "./payments/api.server.ts";
import { paymentTasks, runDueWork, sweepPayments } from "./payments/core/jobs.server.ts";
import { HAS_PURCHASES, movePurchases } from "./payments/core/move-payments.server.ts";
import { createPaymentContext, type PaymentContext } from "./payments/core/payment-context.server.ts";
import { pullTillPayments } from "./payments/mpesa/pull.server.ts";
import { pushErrorFields } from "./payments/mpesa/push/push-errors.server.ts";
import { endsOfCodes } from "./payments/mpesa/till-code/code-limits.server.ts";
import { expectCode } from "./payments/mpesa/till-code/expect-code.server.ts";
import { noteCode } from "./payments/mpesa/till-code/note-code.server.ts";
import { canAskAboutCodes } from "./payments/mpesa/till-code/provider.server.ts";
import { codeStanding, retypeCode } from "./payments/mpesa/till-code/retype-code.server.ts";
import { mailWhatWaits } from "./payments/staff/daily-mail.server.ts";
import { paymentReadings } from "./payments/staff/payment-readings.server.ts";
import { listUnsettled } from "./payments/status/list-unsettled.server.ts";
import { moneyOfOrders } from "./payments/status/money-of-orders.server.ts";
import { paymentWebhooks } from "./payments/webhooks/webhook-routes.server.ts";
import { createResponseCache, type ResponseCache } from "./platform/cache/response-cache.server.ts";
import { serveFromCache } from "./platform/cache/serve-from-cache.server.ts";
import type { connectDatabase } from "./platform/database/db.server.ts";
import { subscribe } from "./platform/database/pg-listener.server.ts";
import { docsApi } from "./platform/http/docs.server.ts";
import type { ErrorFields } from "./platform/http/error-response.server.ts";
import { healthApi } from "./platform/http/health.server.ts";
import { createHttp, type Http } from "./platform/http/http.server.ts";
import { limitsIn, sweepLimits } from "./platform/http/limits.server.ts";
import { createLoadShedder } from "./platform/http/load-shedder.server.ts";
import { createMetrics, type Metrics } from "./platform/http/metrics.server.ts";
import type { PreRoutingHandler } from "./platform/http/pre-routing.server.ts";
import { jobReadings } from "./platform/jobs/job-readings.server.ts";
import type { Log } from "./platform/log.server.ts";
import { mailReadings } from "./platform/mail/mail-readings.server.ts";
import { mailboxKey, mailboxPage, mailboxPath } from "./platform/mail/mailbox.server.ts";
import { sweepOutbox } from "./platform/mail/outbox.server.ts";
import { readSecret } from "./platform/secret.server.ts";
import { reviewsApi } from "./reviews/api.server.ts";
import { moveReviews } from "./reviews/move-reviews.server.ts";
import { shop } from "./shop.ts";
import { seoRoutes } from "./site/document/seo.server.ts";
import { drawMailbox } from "./site/mailbox-html.server.ts";
import { busyPage } from "./site/pages/busy-page.server.ts";
import { type Pages, sitePages } from "./site/pages/pages.server.ts";
import { cacheHitKey, isPageOf } from "./site/pages/public-pages.server.ts";
import { priorityOf } from "./site/pages/request-priority.server.ts";

type Database = ReturnType<typeof connectDatabase>;

/** What guests leave in features that accounts may not know. */
const GUEST_RECORDS = { moves: [movePurchases, moveAddresses, moveReviews], hasAny: HAS_PURCHASES };

const errorFields: ErrorFields = (path, failure) =>
  pushErrorFields(path, failure) ?? staffErrorFields(path, failure);

/**
 * Contents page of the server: the floor, then every feature's API, then the pages.
 * Without `pages` (tests of the API) unknown paths answer 404 only.
 */
export async function buildApp(parts: {
  config: Config;
  log: Log;
  database: Database;
  pages?: Pages & { staff?: Pages };
}) {
  const { config, database, pages } = parts;
  const { db, reading } = database;
  const cache = createResponseCache();
  const kinds = kindsOf(reading, cache);
  let closing = false;
  // pre-routing handlers, in order
  const cached = { cache, cacheKeyOf: cacheHitKey, log: parts.log, isClosing: () => closing };
  const knownCookies = createKnownCookies();
  const loadShedder = createLoadShedder({
    config,
    log: parts.log,
    serveDueForRefresh: serveFromCache({ ...cached, allowDueForRefresh: true }),
    priorityOf: (path, { headers }) => priorityOf(path, () => knownCookies.standingOf(headers)),
    busyPage,
    errorFields,
  });
  const metrics = await metricsOf(config, database);
  const counted = metrics?.counted ?? ((_by, handler) => handler);
  const preRouting: PreRoutingHandler[] = [
    counted("cache", serveFromCache(cached)),
    counted("load_shedder", loadShedder.handle),
  ];
  const http = await createHttp(config, parts.log, { preRouting, sentences: FIELD_SENTENCES, errorFields });
  metrics?.api(http);
  http.addHook("onSend", async (request) => loadShedder.markResponded(request.raw));
  http.addHook("onClose", async () => loadShedder.close());
  http.addHook("preClose", async () => {
    closing = true;
  });
  const { PUBLIC_URL: publicUrl, PAYMENT_METHODS: methods, MPESA_TILL_NUMBER: till } = config;
  const limits = limitsIn(database.pool, http);
  const context = createPaymentContext({ db, config, log: parts.log });
  const key = mailboxKey(config);
  const hashing = passwords(config.PASSWORD_PEPPER);
  const secret = readSecret(config);

  await docsApi(http, `${shop.name} shop API`);
  guardSignedIn(http, { db });
  // before all routes: whichever stands under /api/staff is guarded
  if (secret) guardStaff(http, { db, cookie: staffCookie(publicUrl), knownCookies, publicUrl });
  await http.register(async () => {
    healthApi(http, database);
    catalogueApi(http, { db: reading, cache, kinds });
    cartApi(http, { db, orderedIn: findOrderedLines });
    accountsApi(http, { db, limits, passwords: hashing, publicUrl, guestRecords: GUEST_RECORDS });
    const canAsk = canAskAboutCodes(config);
    const codes = { expectPayment: expectCode({ canAsk }), noteCode, codesUntil: endsOfCodes({ canAsk }) };
    orderingApi(http, { db, methods, ...codes, links: context.links, listUnsettled, moneyOf: moneyOfOrders });
    await reviewsApi(http, { db, reading, limits });
    paymentsApi(http, { context, config, limits });
    await paymentWebhooks(http, { db, config });
    if (key) mailboxPage(http, { db, key, draw: drawMailbox });
    seoRoutes(http, { db: reading, publicUrl });
    if (secret) {
      const tracks = trackLinks(secret, publicUrl);
      await trackPage(http, { db, limits, links: tracks, till, codeStanding, retypeCode });
      const staff = { ...staffKeys(secret), payments: context, trackUrl: tracks.urlOf, knownCookies };
      await backOfficeApi(http, { db, limits, passwords: hashing, publicUrl, ...staff });
    }
  });
  if (secret && pages?.staff) await screenRoutes(http, { pages: pages.staff, publicUrl });
  await sitePages(http, { db: reading, config, pages, cache, kinds });
  invalidateOnChanges(http, { database, log: parts.log, cache });
  return {
    http,
    /** Where kept mails are shown, while there is such a page. */
    mailbox: key && mailboxPath(key),
    jobs: jobsOf({ context, config }),
  };
}

/** Metrics for Prometheus, where a token is set. */
async function metricsOf(config: Config, { db, pool }: Database): Promise<Metrics | undefined> {
  if (!config.METRICS_TOKEN) return undefined;
  const canAsk = canAskAboutCodes(config);
  const read = async () => [
    ...(await paymentReadings(db, { canAsk })),
    ...(await mailReadings(db)),
    ...(await jobReadings(db)),
  ];
  return createMetrics({ token: config.METRICS_TOKEN, pool, read });
}

/** For the job library: tasks, and what runs by the clock. */
function jobsOf({ context, config }: { context: PaymentContext; config: Config }) {
  const { db, log } = context;
  const canAsk = canAskAboutCodes(config);
  const sweeps = [
    () => sweepAccounts(db),
    () => sweepGuests(db, GUEST_RECORDS),
    () => sweepLimits(db),
    () => sweepOutbox(db),
    () => sweepPayments(context),
    () => sweepStaffSessions(db),
    () => sweepAnswers(db),
  ];
  return {
    tasks: paymentTasks(context),
    cron: {
      minute: () => runDueWork(context),
      hour: () => eachOf(sweeps),
      day: () => pullTillPayments({ db, config, log }),
      morning: () => mailWhatWaits(context, { canAsk }),
    },
  };
}

/** Invalidates this process's cache whenever products change. The database notifies every process. */
function invalidateOnChanges(
  http: Http,
  { database, log, cache }: { database: Database; log: Log; cache: ResponseCache },
): void {
  let subscription: ReturnType<typeof subscribe> | undefined;
  http.addHook("onReady", async () => {
    subscription = subscribe({
      connect: database.listenerClient,
      channel: PRODUCT_CHANGES,
      log,
      subscriber: {
        onNotification: (product) => cache.invalidate(product ? (key) => isPageOf(key, product) : undefined),
        onConnected: () => cache.setConnected(true),
        onDisconnected: () => cache.setConnected(false),
      },
    });
  });
  http.addHook("onClose", () => subscription?.close());
}

/** One that fails does not keep the others from their work. */
async function eachOf(sweeps: (() => Promise<unknown>)[]): Promise<void> {
  const failed = (await Promise.allSettled(sweeps.map((sweep) => sweep()))).find(
    (result) => result.status === "rejected",
  );
  if (failed) throw failed.reason;
}
