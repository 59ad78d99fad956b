import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { resolve } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AppLoadContext, ServerBuild } from "react-router";
import { findAnnounced, listAnnounced } from "../../catalogue/announced.server.ts";
import { nearestIn } from "../../catalogue/catalogue-words.server.ts";
import {
  findProduct,
  hasOffers,
  latestProducts,
  listProducts,
  markedProducts,
  relatedProducts,
  spanOf,
} from "../../catalogue/queries.server.ts";
import type { Config } from "../../config.server.ts";
import { needsAllDelivery } from "../../delivery/summary.server.ts";
import { askedLanguage, languageCookie, languageOf } from "../../language/language.server.ts";
import { serviceWorkerRoute } from "../../offline/worker-file.server.ts";
import { isCardPage } from "../../payments/card/card-address.ts";
import { openForCard } from "../../payments/card/card-policy.server.ts";
import type { ResponseCache } from "../../platform/cache/response-cache.server.ts";
import type { Db } from "../../platform/database/db.server.ts";
import { isApi, isFile, pathOf } from "../../platform/http/address.server.ts";
import type { Http } from "../../platform/http/http.server.ts";
import { pageRenderer } from "../../platform/http/ssr.server.ts";
import { readDataRequest } from "../../platform/internals/data-request.ts";
import { episodesOf, episodesOnSale, findEpisode } from "../../podcast/queries.server.ts";
import { findPolicy } from "../../policies/find-policy.server.ts";
import { findRating, listShown } from "../../reviews/queries.server.ts";
import type { Snapshot } from "../../settings/live-settings.server.ts";
import { showsSamples } from "../../settings/ratings-now.server.ts";
import { shop } from "../../shop.ts";
import type { Settings } from "../document/load-context.ts";
import { addressOfKey, keyAt, pageCacheKey } from "./public-pages.server.ts";

/** Where the pages come from: a finished build, or Vite while developing. */
export type Pages = {
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: "production" | "development";
  /** The built browser files; served with immutable caching. */
  clientFolder?: string;
  /** Vite's own answers (source modules, hot updates), while developing. */
  middleware?: (request: IncomingMessage, response: ServerResponse, next: (error?: Error) => void) => void;
};

type Parts = {
  db: Db;
  config: Config;
  cache: ResponseCache;
  settings: () => Snapshot;
};

/** Files that are never opened as a page, as a drawing in /images may be; the worker's, which has rights of its own, is not among them. */
const PARTS = /^\/(?:assets|pictures)\//;
/** What an answer says about the page it is, and means nothing for a part of one: more bytes than many a script has. */
const OF_PAGES = [
  "content-security-policy",
  "cross-origin-opener-policy",
  "origin-agent-cluster",
  "permissions-policy",
  "referrer-policy",
  "x-dns-prefetch-control",
  "x-download-options",
  "x-frame-options",
  "x-permitted-cross-domain-policies",
  "x-xss-protection",
];

/** Pictures, browser files and pages, and the 404 of every path nobody knows. */
export async function sitePages(http: Http, { pages, ...parts }: Parts & { pages: Pages | undefined }) {
  http.addHook("onSend", async ({ url }, reply) => {
    if (reply.statusCode >= 400 || !PARTS.test(url)) return;
    for (const name of OF_PAGES) {
      reply.removeHeader(name);
      // most are set there
      reply.raw.removeHeader(name);
    }
  });
  await serveFiles(http, pages, parts);
  const { middleware } = pages ?? {};
  if (middleware) {
    http.addHook("onRequest", (request, reply, done) => {
      if (isApi(request.url)) return done();
      // hot updates come over a socket of Vite's own
      reply.removeHeader("content-security-policy");
      middleware(request.raw, reply.raw, done);
    });
  }
  if (pages) renderPages(http, pages, parts);
  http.setNotFoundHandler((request, reply) => {
    const reading = request.method === "GET" || request.method === "HEAD";
    if (!reading && !isApi(request.url)) return reply.code(405).header("allow", "GET, HEAD").send("");
    return notFound(request, reply);
  });
}

/** Pictures and, of a finished build, the browser's files. */
async function serveFiles(http: Http, pages: Pages | undefined, { config, settings }: Parts) {
  await http.register(fastifyStatic, {
    root: resolve("seed/images"),
    prefix: "/images/",
    immutable: false,
    maxAge: "1d",
    decorateReply: false,
    index: false,
  });
  await http.register(fastifyStatic, {
    root: resolve("seed/pictures"),
    prefix: "/pictures/",
    // a changed picture has another address
    immutable: true,
    maxAge: "365d",
    decorateReply: false,
    index: false,
  });
  if (pages?.clientFolder && existsSync(pages.clientFolder)) {
    await http.register(fastifyStatic, {
      root: pages.clientFolder,
      wildcard: false,
      globIgnore: ["sw.js*"],
      index: false,
      decorateReply: false,
      preCompressed: true,
      // or its own header would win over ours
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.setHeader(
          "cache-control",
          path.includes("/assets/") ? "public, max-age=31536000, immutable" : "public, max-age=3600",
        );
      },
    });
    serviceWorkerRoute(http, {
      folder: pages.clientFolder,
      wanted: config.SERVICE_WORKER === "on",
      phone: () => settings().shop.phone,
    });
  }
}

function renderPages(http: Http, pages: Pages, parts: Parts) {
  const { config, cache } = parts;
  const letCardIn = (request: FastifyRequest, reply: FastifyReply) => {
    const script = cardScript(config);
    const policy = reply.getHeader("content-security-policy");
    if (!script || typeof policy !== "string" || !isCardPage(pathOf(request.url))) return reply;
    return reply.header("content-security-policy", openForCard(policy, script));
  };
  const context = pageContext(http, parts);
  const render = pageRenderer({
    ...pages,
    publicUrl: config.PUBLIC_URL,
    context: ({ url, headers }) => ({
      ...context,
      settings: { ...context.settings, ...toldOf(parts.settings(), config, url) },
      language: languageOf(url, headers),
    }),
    cached: { cache, keyOf: pageCacheKey, addressOf: addressOfKey, keyAt },
  });
  http.get("/*", { schema: { hide: true } }, (request, reply) => {
    if (isApi(request.url) || isFile(request.url)) return reply.callNotFound();
    const asked = askedLanguage(request.url);
    if (asked) reply.header("set-cookie", languageCookie(asked));
    return render(request, letCardIn(request, letClipsIn(request, reply)));
  });
}

/** A clip of an episode is played from where the podcast keeps it, on whichever page a shopper came in. */
function letClipsIn({ url }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const policy = reply.getHeader("content-security-policy");
  if (typeof policy !== "string" || readDataRequest(url)) return reply;
  return reply.header("content-security-policy", `${policy};media-src https:`);
}

/** Reviews that stand in a product's page; older ones are fetched. */
const REVIEWS_AT_FIRST = 5;

/** How long the result of a page's query is used again, in milliseconds. */
const MEMOIZE = { ms: 1_000, max: 100 };

/** What page loaders may ask: the same queries as the API, in process. */
function pageContext(
  http: Http,
  { db, config, cache, settings }: Parts,
): Pick<AppLoadContext, "store" | "report"> & { settings: Pick<Settings, "backendUrl" | "publicUrl"> } {
  const memoized = <Asked extends unknown[], T>(ask: (...asked: Asked) => Promise<T>) => {
    const memo = cache.memoize(MEMOIZE, (key) => ask(...JSON.parse(key)));
    return (...asked: Asked) => memo(JSON.stringify(asked));
  };
  return {
    report: (error) => http.log.error({ err: error }, "a page failed"),
    settings: {
      backendUrl: config.BACKEND_URL ?? "",
      publicUrl: config.PUBLIC_URL,
    },
    store: {
      products: memoized(async (query) => {
        const found = await listProducts(db, query);
        return { ...found, span: spanOf(query, found.products) };
      }),
      nearestWords: nearestIn(db),
      product: memoized((id) => findProduct(db, id)),
      announced: memoized((id) => findAnnounced(db, id)),
      announcedNext: memoized((limit) => listAnnounced(db, limit)),
      rating: memoized((productId) => findRating(db, productId, { withSamples: showsSamples(settings()) })),
      reviews: memoized((productId) => listShown(db, productId, { limit: REVIEWS_AT_FIRST })),
      latest: memoized((limit) => latestProducts(db, limit)),
      related: memoized((product) => relatedProducts(db, product)),
      marked: memoized((mark, limit) => markedProducts(db, mark, limit)),
      heardIn: memoized((productId) => episodesOf(db, productId)),
      episode: memoized((slug) => findEpisode(db, slug)),
      policy: findPolicy,
      episodesOnSale: memoized((limit) => episodesOnSale(db, limit)),
      hasOffers: memoized((category) => hasOffers(db, category)),
    },
  };
}

/** What pages are told of settings. */
function toldOf(snapshot: Snapshot, config: Config, url: string) {
  const { changes, values } = snapshot;
  const { methods, till } = snapshot.payments;
  const delivery = needsAllDelivery(pathOf(url)) ? snapshot.delivery : snapshot.deliverySummary;
  return {
    methods: [...methods],
    tillNumber: till ?? shop.sampleTill,
    sample: till === undefined,
    cardScript: cardScript(config),
    policies: values.policies.pages.map(({ slug, title }) => ({ slug, title })),
    ...(changes && { shop: changes }),
    ...(delivery && { delivery }),
  };
}

/** Empty where this server takes no cards. Where the owner has switched them off, a payment under way still goes on by it. */
function cardScript({ FLW_CHECKOUT_SCRIPT_URL = "", PAYMENT_METHODS }: Config): string {
  return PAYMENT_METHODS.includes("flutterwave") ? FLW_CHECKOUT_SCRIPT_URL : "";
}

function notFound(request: FastifyRequest, reply: FastifyReply) {
  const message = "There is nothing at this address.";
  if (isApi(request.url)) return reply.code(404).send({ success: false, message });
  return reply.code(404).type("text/plain; charset=utf-8").send(message);
}
