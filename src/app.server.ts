import { accountsFeature } from "./accounts/api.server.ts";
import { passwords } from "./accounts/password/password.server.ts";
import { guardSignedIn } from "./accounts/sign-in/session.server.ts";
import { backInStockFeature } from "./back-in-stock/api.server.ts";
import { backOfficeFeature } from "./back-office/api.server.ts";
import { guardStaff, staffErrorFields } from "./back-office/guard-staff.server.ts";
import { type StaffCookie, staffCookie } from "./back-office/sign-in/staff-cookie.server.ts";
import { cartFeature } from "./cart/api.server.ts";
import { catalogueFeature } from "./catalogue/api.server.ts";
import { pictureBytes } from "./catalogue/pictures/stored-pictures.server.ts";
import type { Config } from "./config.server.ts";
import { deliveryApi } from "./delivery/api.server.ts";
import { openHttp } from "./open-http.server.ts";
import { findHeldFor } from "./ordering/holds.server.ts";
import { HAS_ORDERS, moveOrders, orderedUnder } from "./ordering/move-orders.server.ts";
import { orderingFeature } from "./ordering/ordering.server.ts";
import { findOrderedLines } from "./ordering/queries.server.ts";
import { moveAddresses } from "./ordering/saved-addresses.server.ts";
import { pushErrorFields } from "./payments/mpesa/push/api.server.ts";
import { paymentsFeature, paymentsOfOrders } from "./payments/payments.server.ts";
import { createPaymentContext } from "./payments/providers.server.ts";
import { createResponseCache, type ResponseCache } from "./platform/cache/response-cache.server.ts";
import type { connectDatabase } from "./platform/database/db.server.ts";
import { type Feature, jobsOf, readingsOf, subscribeAll } from "./platform/feature.server.ts";
import type { Http } from "./platform/http/http.server.ts";
import { limitsIn } from "./platform/http/limits.server.ts";
import type { Log } from "./platform/log.server.ts";
import { openObjectStore } from "./platform/objects/object-store.server.ts";
import { platformFeature } from "./platform/platform.server.ts";
import { deriveKey, readSecret } from "./platform/secret.server.ts";
import { podcastFeature } from "./podcast/read-feed.server.ts";
import { reviewsFeature } from "./reviews/api.server.ts";
import { moveReviews } from "./reviews/queries.server.ts";
import { withSettings } from "./settings/current-settings.server.ts";
import { settingsFeature } from "./settings/feature.server.ts";
import type { LiveSettings } from "./settings/live-settings.server.ts";
import { shop } from "./shop.ts";
import { seoRoutes } from "./site/document/seo.server.ts";
import { drawMailbox } from "./site/mailbox-html.server.ts";
import { type Pages, sitePages } from "./site/pages/pages.server.ts";

/** Functions for guests' data in features that src/accounts must not import. */
const GUEST_RECORDS = {
  moves: [moveOrders, moveAddresses, moveReviews],
  orderedUnder,
  hasAny: HAS_ORDERS,
};

type Parts = {
  config: Config;
  log: Log;
  database: ReturnType<typeof connectDatabase>;
  pages?: (Pages & { staff?: Pages }) | undefined;
};

/** What all features need; without a secret there is no back office, and mails have no links to orders. */
type Floor = {
  cache: ResponseCache;
  live: LiveSettings;
  secret: string | undefined;
  cookie: StaffCookie | undefined;
};

/**
 * Builds the server in order: the HTTP layer, then every feature, then the pages.
 * Without `pages` (tests of the API) unknown paths answer 404 only.
 */
export async function buildApp(parts: Parts) {
  const { config, log, database } = parts;
  const secret = readSecret(config);
  const cookie = secret ? staffCookie(config.PUBLIC_URL, deriveKey(secret, "staff-cookie")) : undefined;
  const cache = createResponseCache();
  const features: Feature[] = [];
  const http = await openHttp({
    ...parts,
    cache,
    errorFields: (path, failure) => pushErrorFields(path, failure) ?? staffErrorFields(path, failure),
    isStaff: (headers) => cookie?.read(headers) !== undefined,
    readings: () => readingsOf(features),
  });
  const settings = settingsFeature(http, { db: database.db, log, config, onChange: cache.drop });
  const { live } = settings;
  const platform = await platformFeature(http, { ...parts, title: `${shop.name} shop API`, drawMailbox });
  features.push(settings, platform);
  features.push(...(await registerFeatures(http, { ...parts, cache, live, secret, cookie })));
  await sitePages(http, {
    ...parts,
    db: database.reading,
    pages: parts.pages,
    cache,
    settings: live.current,
  });
  subscribeAll(http, { database, log, features });
  return {
    http,
    /** Where stored mails are shown, while there is such a page. */
    mailbox: platform.mailbox,
    /** What `startJobs` takes; each job uses the settings of the moment it begins. */
    jobs: jobsOf(features, (work) => withSettings(live.current(), work)),
  };
}

/** Each feature gets what it needs; what it needs of a feature that it must not import is passed to it here. */
async function registerFeatures(http: Http, floor: Parts & Floor): Promise<Feature[]> {
  const { config, log, database, live, secret, cookie } = floor;
  const { db, reading } = database;
  const { PUBLIC_URL: publicUrl } = config;
  const payments = createPaymentContext({ db, config, log });
  const parts = {
    ...floor,
    db,
    reading,
    publicUrl,
    context: payments,
    links: payments.links,
    delivery: payments.delivery,
    settings: live.current,
    methods: () => live.current().payments.methods,
    limits: limitsIn(database.pool, http),
    passwords: passwords({ memory: config.PASSWORD_HASH_MEMORY, pepper: config.PASSWORD_PEPPER }),
    pictures: pictureBytes(config.PICTURES_URL && openObjectStore(config.PICTURES_URL, log)),
  };
  // before the routes that they guard
  guardSignedIn(http, parts);
  if (cookie) guardStaff(http, { db, cookie, publicUrl });
  deliveryApi(http);
  seoRoutes(http, { db: reading, publicUrl });
  const features = [
    catalogueFeature(http, parts),
    cartFeature(http, { db, orderedIn: findOrderedLines, heldFor: findHeldFor }),
    accountsFeature(http, { ...parts, guestRecords: GUEST_RECORDS }),
    await orderingFeature(http, { ...parts, ...paymentsOfOrders(config) }),
    backInStockFeature(http, parts),
    await reviewsFeature(http, parts),
    await paymentsFeature(http, parts),
    podcastFeature(parts),
  ];
  if (!secret || !cookie) return features;
  const staff = { ...parts, secret, cookie, payments, settingDefaults: live.defaults };
  return [...features, await backOfficeFeature(http, { ...staff, pages: floor.pages?.staff })];
}
