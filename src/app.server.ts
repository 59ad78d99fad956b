import { accountsApi } from "./accounts/api.server.ts";
import { sweepGuests } from "./accounts/guest/move-guests.server.ts";
import { passwords } from "./accounts/password/password.server.ts";
import { guardSignedIn } from "./accounts/sign-in/session.server.ts";
import { sweepAccounts } from "./accounts/sweep.server.ts";
import { backInStockApi } from "./back-in-stock/api.server.ts";
import { mailBackInStock, sweepBackInStock } from "./back-in-stock/mail-back.server.ts";
import { sweepAnswers } from "./back-office/answer-once.server.ts";
import { backOfficeApi } from "./back-office/api.server.ts";
import { guardStaff } from "./back-office/guard-staff.server.ts";
import { screenRoutes } from "./back-office/screens.server.ts";
import { staffCookie } from "./back-office/sign-in/staff-cookie.server.ts";
import { sweepStaffSessions } from "./back-office/sign-in/staff-session.server.ts";
import { type StaffContext, staffKeys } from "./back-office/staff-context.server.ts";
import { staffErrorFields } from "./back-office/staff-error-fields.server.ts";
import { cartApi } from "./cart/api.server.ts";
import { catalogueApi } from "./catalogue/api.server.ts";
import { applyChange, CATALOGUE_CHANGES } from "./catalogue/changes.server.ts";
import { createDropClock, DROP_CHANGES } from "./catalogue/drop-clock.server.ts";
import { servePictures } from "./catalogue/picture-routes.server.ts";
import { mailLowStock } from "./catalogue/staff/low-stock-mail.server.ts";
import { pictureBytes } from "./catalogue/stored-pictures.server.ts";
import type { Config } from "./config.server.ts";
import { FIELD_SENTENCES } from "./field-sentences.ts";
import { hearLanguages } from "./language/language.server.ts";
import { moveAddresses } from "./ordering/addresses/saved-addresses.server.ts";
import { orderingApi } from "./ordering/api.server.ts";
import { orderedUnder } from "./ordering/move-orders.server.ts";
import { mailNewOrders } from "./ordering/new-order-mail.server.ts";
import { findOrderedLines } from "./ordering/queries.server.ts";
import { trackLinks } from "./ordering/track/track-link.server.ts";
import { trackPage } from "./ordering/track/track-page.server.ts";
import { paymentsApi } from "./payments/api.server.ts";
import { paymentTasks, runDueChecks, runDueWork, sweepPayments } from "./payments/core/jobs.server.ts";
import { HAS_PURCHASES, movePurchases } from "./payments/core/move-payments.server.ts";
import { createPaymentContext, type PaymentContext } from "./payments/core/payment-context.server.ts";
import { idsOfNamed } from "./payments/core/queries.server.ts";
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
import { jobReadings } from "./platform/jobs/jobs.server.ts";
import type { Log } from "./platform/log.server.ts";
import { mailReadings } from "./platform/mail/mail-readings.server.ts";
import { mailboxKey, mailboxPage, mailboxPath } from "./platform/mail/mailbox.server.ts";
import { sweepOutbox } from "./platform/mail/outbox.server.ts";
import { openObjectStore } from "./platform/objects/object-store.server.ts";
import { deriveKey, readSecret } from "./platform/secret.server.ts";
import { readFeed } from "./podcast/read-feed.server.ts";
import { reviewsApi } from "./reviews/api.server.ts";
import { moveReviews } from "./reviews/move-reviews.server.ts";
import { handOverSettings, withSettings } from "./settings/current-settings.server.ts";
import { createLiveSettings, type LiveSettings, SETTING_CHANGES } from "./settings/live-settings.server.ts";
import { shop } from "./shop.ts";
import { seoRoutes } from "./site/document/seo.server.ts";
import { drawMailbox } from "./site/mailbox-html.server.ts";
import { busyPage } from "./site/pages/busy-page.server.ts";
import { type Pages, sitePages } from "./site/pages/pages.server.ts";
import { cacheHitKey } from "./site/pages/public-pages.server.ts";
import { kindOf } from "./site/pages/request-kind.server.ts";

type Database = ReturnType<typeof connectDatabase>;

/** What guests leave in features that accounts may not know. */
const GUEST_RECORDS = {
  moves: [movePurchases, moveAddresses, moveReviews],
  orderedUnder,
  hasAny: HAS_PURCHASES,
};

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
  const live = createLiveSettings({ db, log: parts.log, config, onChange: cache.drop });
  let closing = false;
  // pre-routing handlers, in order
  const cached = { cache, cacheKeyOf: cacheHitKey, log: parts.log, isClosing: () => closing };
  const { PUBLIC_URL: publicUrl } = config;
  const secret = readSecret(config);
  const cookie = secret ? staffCookie(publicUrl, deriveKey(secret, "staff-cookie")) : undefined;
  const loadShedder = createLoadShedder({
    config,
    log: parts.log,
    serveDueForRefresh: serveFromCache({ ...cached, allowDueForRefresh: true }),
    kindOf: (path, { headers }) => kindOf(path, () => cookie?.read(headers) !== undefined),
    busyPage,
    errorFields,
  });
  const metrics = await metricsOf(config, database);
  const counted = metrics?.counted ?? ((_by, handler) => handler);
  const preRouting: PreRoutingHandler[] = [
    counted("cache", serveFromCache(cached)),
    counted("load_shedder", loadShedder.handle),
  ];
  const http = await openHttp({ ...parts, preRouting, metrics, live });
  http.addHook("onSend", async (request) => loadShedder.markResponded(request.raw));
  http.addHook("onClose", async () => loadShedder.close());
  http.addHook("preClose", async () => {
    closing = true;
  });
  const methods = () => live.current().payments.methods;
  const limits = limitsIn(database.pool, http);
  const context = createPaymentContext({ db, config, log: parts.log });
  const key = mailboxKey(config);
  const hashing = passwords({ memory: config.PASSWORD_HASH_MEMORY, pepper: config.PASSWORD_PEPPER });
  const pictures = pictureBytes(config.PICTURES_URL && openObjectStore(config.PICTURES_URL, parts.log));

  await docsApi(http, `${shop.name} shop API`);
  guardSignedIn(http, { db });
  // before all routes: whichever stands under /api/staff is guarded
  if (cookie) guardStaff(http, { db, cookie, publicUrl });
  await http.register(async () => {
    healthApi(http, database);
    catalogueApi(http, { db: reading, cache });
    servePictures(http, { db: reading, pictures });
    cartApi(http, { db, orderedIn: findOrderedLines });
    accountsApi(http, { db, limits, passwords: hashing, publicUrl, guestRecords: GUEST_RECORDS });
    orderingApi(http, { ...context, limits, methods, ...codeRules(config), ...OF_PAYMENTS });
    backInStockApi(http, { db, limits });
    await reviewsApi(http, { db, reading, limits, pictures });
    paymentsApi(http, { context, config, methods, limits });
    await paymentWebhooks(http, { db, config });
    if (key) mailboxPage(http, { db, key, draw: drawMailbox });
    seoRoutes(http, { db: reading, publicUrl });
    const staff = { db, limits, passwords: hashing, publicUrl, payments: context, pictures };
    if (secret && cookie) await staffApis(http, secret, { ...staff, cookie, settingDefaults: live.defaults });
  });
  if (secret && pages?.staff) await screenRoutes(http, { pages: pages.staff, publicUrl });
  await sitePages(http, { db: reading, config, pages, cache, settings: live.current });
  invalidateOnChanges(http, { database, log: parts.log, cache, live });
  return {
    http,
    /** Where kept mails are shown, while there is such a page. */
    mailbox: key && mailboxPath(key),
    jobs: jobsOf({ context, config, live }),
  };
}

/** What orders ask of payments, whatever the settings are. */
const OF_PAYMENTS = { noteCode, listUnsettled, moneyOf: moneyOfOrders, paymentsNamed: idsOfNamed };

/** When an order by code is paid, and until when its goods are held; `takesCodes`: this server is set up for them. */
function codeRules(config: Config) {
  const canAsk = canAskAboutCodes(config);
  const takesCodes = config.PAYMENT_METHODS.includes("cod");
  return { takesCodes, expectPayment: expectCode({ canAsk }), codesUntil: endsOfCodes({ canAsk }) };
}

/** What needs the shop's secret: the pages that links of mails lead to, and the back office. */
async function staffApis(
  http: Http,
  secret: string,
  parts: Omit<StaffContext, "trackUrl" | "totpKey" | "answerKey">,
): Promise<void> {
  const { db, limits, publicUrl } = parts;
  const tracks = trackLinks(secret, publicUrl);
  await trackPage(http, { db, limits, links: tracks, codeStanding, retypeCode });
  await backOfficeApi(http, { ...parts, ...staffKeys(secret), trackUrl: tracks.urlOf });
}

async function openHttp({
  config,
  log,
  preRouting,
  metrics,
  live,
}: {
  config: Config;
  log: Log;
  preRouting: PreRoutingHandler[];
  metrics: Metrics | undefined;
  live: LiveSettings;
}): Promise<Http> {
  const http = await createHttp(config, log, { preRouting, sentences: FIELD_SENTENCES, errorFields });
  handOverSettings(http, live.current);
  hearLanguages(http);
  metrics?.api(http);
  return http;
}

/** Metrics for Prometheus, where a token is set. */
async function metricsOf(config: Config, { db, pool, readers }: Database): Promise<Metrics | undefined> {
  if (!config.METRICS_TOKEN) return undefined;
  const canAsk = canAskAboutCodes(config);
  const read = async () => [
    ...(await paymentReadings(db, { canAsk })),
    ...(await mailReadings(db)),
    ...(await jobReadings(db)),
  ];
  return createMetrics({ token: config.METRICS_TOKEN, pools: [pool, readers], read });
}

/** What `startJobs` takes: tasks by kind, and what runs by the clock. */
function jobsOf({ context, config, live }: { context: PaymentContext; config: Config; live: LiveSettings }) {
  const { db, log } = context;
  const canAsk = canAskAboutCodes(config);
  /** Each goes by the settings of the moment it begins. */
  const asNow =
    <Given extends unknown[], T>(work: (...given: Given) => T) =>
    (...given: Given) =>
      withSettings(live.current(), () => work(...given));
  const sweeps = [
    () => sweepAccounts(db),
    () => sweepGuests(db, GUEST_RECORDS),
    () => sweepLimits(db),
    () => sweepOutbox(db),
    () => sweepPayments(context),
    () => sweepStaffSessions(db),
    () => sweepAnswers(db),
    () => sweepBackInStock(db),
    () => readPodcast({ ...context, publicUrl: config.PUBLIC_URL }, live),
  ];
  const tasks = paymentTasks(context);
  const minutely = [
    () => runDueWork(context),
    () => mailNewOrders(db, context.links),
    () => mailBackInStock(db, config.PUBLIC_URL),
  ];
  return {
    tasks: Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, asNow(task)])),
    cron: {
      second: asNow(() => runDueChecks(context)),
      minute: asNow(() => eachOf(minutely)),
      hour: asNow(() => eachOf(sweeps)),
      day: asNow(() => pullTillPayments({ db, config, log })),
      morning: asNow(() =>
        eachOf([() => mailWhatWaits(context, { canAsk }), () => mailLowStock(db, context.links)]),
      ),
    },
  };
}

/**
 * Applies what changes of products to this process's cache, drops it when settings change, after they were read again, and
 * at the moment of a drop. The database notifies every process.
 */
function invalidateOnChanges(
  http: Http,
  { database, log, cache, live }: { database: Database; log: Log; cache: ResponseCache; live: LiveSettings },
): void {
  const drops = createDropClock({ db: database.db, log, cache });
  let subscription: ReturnType<typeof subscribe> | undefined;
  http.addHook("onReady", async () => {
    await live.reload();
    subscription = subscribe({
      connect: database.listenerClient,
      channels: [CATALOGUE_CHANGES, SETTING_CHANGES, DROP_CHANGES],
      log,
      subscriber: {
        onNotification: (payload, channel) => {
          if (channel === SETTING_CHANGES) void live.reload();
          else if (channel === DROP_CHANGES) void drops.read();
          else applyChange(cache, payload);
        },
        onConnected: () => {
          cache.setConnected(true);
          void drops.read();
          live.setConnected(true);
        },
        onDisconnected: () => {
          cache.setConnected(false);
          live.setConnected(false);
        },
      },
    });
  });
  http.addHook("onClose", async () => {
    live.close();
    drops.close();
    await subscription?.close();
  });
}

/** New episodes, where a feed is set; why it cannot be read, the owner is told in the back office. */
async function readPodcast(
  context: PaymentContext & { publicUrl: string },
  live: LiveSettings,
): Promise<void> {
  const { feed } = live.current().values.podcast;
  if (feed) await readFeed(context, feed);
}

/** One that fails does not keep the others from their work. */
async function eachOf(sweeps: (() => Promise<unknown>)[]): Promise<void> {
  const failed = (await Promise.allSettled(sweeps.map((sweep) => sweep()))).find(
    (result) => result.status === "rejected",
  );
  if (failed) throw failed.reason;
}
