import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { resolve } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ServerBuild } from "react-router";
import { findAnnounced, listAnnounced } from "../../catalogue/announced.server.ts";
import { listTags } from "../../catalogue/changes.server.ts";
import { nearestIn } from "../../catalogue/nearest-words.server.ts";
import {
  findProduct,
  hasOffers,
  latestProducts,
  listProducts,
  markedProducts,
  relatedProducts,
} from "../../catalogue/queries.server.ts";
import type { Config } from "../../config.server.ts";
import { needsAllDelivery } from "../../delivery/summary.server.ts";
import { askedLanguage, languageCookie } from "../../language/language.server.ts";
import { serviceWorkerRoute } from "../../offline/worker-file.server.ts";
import { isCardPage } from "../../payments/card/card-address.ts";
import { openForCard } from "../../payments/card/card-policy.server.ts";
import type { CacheableResponse, ResponseCache } from "../../platform/cache/response-cache.server.ts";
import { sendResponse } from "../../platform/cache/send.server.ts";
import type { Db } from "../../platform/database/db.server.ts";
import { isApi, isFile, pathOf } from "../../platform/http/address.server.ts";
import type { Http } from "../../platform/http/http.server.ts";
import { pageRenderer } from "../../platform/http/ssr.server.ts";
import { readDataRequest } from "../../platform/internals/data-request.ts";
import { episodesOf, episodesOnSale, findEpisode } from "../../podcast/queries.server.ts";
import { findPolicy } from "../../policies/find-policy.server.ts";
import { findRating, listShown } from "../../reviews/queries.server.ts";
import { showsSamples } from "../../settings/current-settings.server.ts";
import type { Snapshot } from "../../settings/live-settings.server.ts";
import { shop } from "../../shop.ts";
import type { LoaderContext, Settings } from "../document/load-context.ts";
import { type PageRequest, pageKey, publicPage, readPageRequest } from "./public-pages.server.ts";

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
  const render = pageRenderer({ ...pages, publicUrl: config.PUBLIC_URL });
  const store = pageStore(parts);
  const make = async (page: PageRequest, policy: unknown): Promise<CacheableResponse> => {
    const tags = new Set<string>();
    const context = {
      report: (error: unknown) => http.log.error({ err: error }, "a page failed"),
      settings: settingsFor(parts, page),
      language: page.language,
      store: store(tags),
    };
    const response = await render(page.address, { context, policy });
    return { ...response, tags, ...(response.status === 200 ? cachedFor(page) : NEVER) };
  };
  http.get("/*", { schema: { hide: true } }, async (request, reply) => {
    const { url, headers } = request;
    if (isApi(url) || isFile(url)) return reply.callNotFound();
    const asked = askedLanguage(url);
    if (asked) reply.header("set-cookie", languageCookie(asked));
    const policy = letCardIn(request, letClipsIn(request, reply)).getHeader("content-security-policy");
    const page = readPageRequest(url, headers);
    const cached = pages.mode === "production" ? publicPage(page) : undefined;
    const response = cached
      ? cache.getOrRender(pageKey(cached), () => make(cached, policy))
      : make(page, policy);
    return sendResponse(request, reply, await response);
  });
}

/** How long a page is cached, in milliseconds, unless a change touches it. */
const LASTS = 60_000;
/** How long it is still served after a change: a little less than the 2 and the 5 seconds that are promised. */
const STALE_FOR = { page: 1_800, collection: 4_800 };
const NEVER = { lasts: 0, staleFor: 0 };

function cachedFor({ address }: PageRequest) {
  return { lasts: LASTS, staleFor: STALE_FOR[address.startsWith("/collection") ? "collection" : "page"] };
}

/** A clip of an episode is played from where the podcast keeps it, on whichever page a shopper came in. */
function letClipsIn({ url }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const policy = reply.getHeader("content-security-policy");
  if (typeof policy !== "string" || readDataRequest(url)) return reply;
  return reply.header("content-security-policy", `${policy};media-src https:`);
}

/** Reviews that stand in a product's page; older ones are fetched. */
const REVIEWS_AT_FIRST = 5;

/**
 * What page loaders may ask: the same queries as the API, in process. What a page shows is added to its tags; a page of one
 * product is given its id before anything else of it.
 */
function pageStore({ db, settings }: Parts): (tags: Set<string>) => LoaderContext["store"] {
  const nearestWords = nearestIn(db);
  return (tags) => {
    const add = (...shown: string[]) => {
      for (const tag of shown) tags.add(tag);
    };
    const shown = <Shown extends { _id: string }>(products: Shown[]) => {
      add(...listTags({}, products));
      return products;
    };
    return {
      async products(query) {
        const found = await listProducts(db, query);
        add(...listTags(query, found.products));
        return found;
      },
      nearestWords,
      product: (id) => {
        add(id);
        return findProduct(db, id);
      },
      announced: (id) => findAnnounced(db, id),
      announcedNext: async (limit) => shown(await listAnnounced(db, limit)),
      rating: (productId) => findRating(db, productId, { withSamples: showsSamples(settings()) }),
      reviews: (productId) => listShown(db, productId, { limit: REVIEWS_AT_FIRST }),
      latest: async (limit) => shown(await latestProducts(db, limit)),
      related: async (product) => shown(await relatedProducts(db, product)),
      marked: async (mark, limit) => shown(await markedProducts(db, mark, limit)),
      heardIn: (productId) => episodesOf(db, productId),
      episode: (slug) => findEpisode(db, slug),
      policy: findPolicy,
      episodesOnSale: (limit) => episodesOnSale(db, limit),
      hasOffers: (category) => hasOffers(db, category),
    };
  };
}

/** What a page is given of settings. */
function settingsFor({ config, settings }: Parts, { address }: PageRequest): Settings {
  const { changes, values, payments, ...now } = settings();
  const delivery = needsAllDelivery(pathOf(address)) ? now.delivery : now.deliverySummary;
  return {
    backendUrl: config.BACKEND_URL ?? "",
    publicUrl: config.PUBLIC_URL,
    methods: [...payments.methods],
    tillNumber: payments.till ?? shop.sampleTill,
    sample: payments.till === undefined,
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
