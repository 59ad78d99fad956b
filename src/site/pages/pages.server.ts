import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ServerBuild } from "react-router";
import type { Config } from "../../config.server.ts";
import { askedLanguage, languageCookie } from "../../language/language.server.ts";
import { openForCard } from "../../payments/card/card-policy.server.ts";
import { isCardPage } from "../../payments/rules.ts";
import type { CacheableResponse, ResponseCache } from "../../platform/cache/response-cache.server.ts";
import { sendResponse } from "../../platform/cache/send.server.ts";
import type { Db } from "../../platform/database/db.server.ts";
import { isApi, isFile, pathOf } from "../../platform/http/address.server.ts";
import type { Http } from "../../platform/http/http.server.ts";
import { pageRenderer } from "../../platform/http/ssr.server.ts";
import { readDataRequest } from "../../platform/internals/data-request.ts";
import type { Snapshot } from "../../settings/live-settings.server.ts";
import { cardScript, pageContext } from "./page-context.server.ts";
import { type PageRequest, pageKey, publicPage, readPageRequest } from "./public-pages.server.ts";
import { serveFiles } from "./serve-files.server.ts";

/** Where the pages come from: a finished build, or Vite while developing. */
export type Pages = {
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: "production" | "development";
  /** The built browser files; served with immutable caching. */
  clientFolder?: string;
  /** Vite's own answers (source modules, hot updates), while developing. */
  middleware?: (request: IncomingMessage, response: ServerResponse, next: (error?: Error) => void) => void;
};

type SiteOptions = {
  db: Db;
  config: Config;
  cache: ResponseCache;
  settings: () => Snapshot;
};

/** Pictures, browser files and pages, and the 404 of every unknown path. */
export async function sitePages(http: Http, { pages, ...parts }: SiteOptions & { pages: Pages | undefined }) {
  await serveFiles(http, { folder: pages?.clientFolder, ...parts });
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

function renderPages(http: Http, pages: Pages, parts: SiteOptions) {
  const { config, cache } = parts;
  const letCardIn = (request: FastifyRequest, reply: FastifyReply) => {
    const script = cardScript(config);
    const policy = reply.getHeader("content-security-policy");
    if (!script || typeof policy !== "string" || !isCardPage(pathOf(request.url))) return reply;
    return reply.header("content-security-policy", openForCard(policy, script));
  };
  const render = pageRenderer({ ...pages, publicUrl: config.PUBLIC_URL });
  const contextOf = pageContext(parts);
  const make = async (page: PageRequest, policy: unknown): Promise<CacheableResponse> => {
    const tags = new Set<string>();
    const context = {
      report: (error: unknown) => http.log.error({ err: error }, "a page failed"),
      ...contextOf(page, tags),
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

/** How long a page is cached, in milliseconds, if no change affects it. */
const LASTS = 60_000;
/** How long it is still served after a change: a little less than the promised 2 and 5 seconds. */
const STALE_FOR = { page: 1_800, collection: 4_800 };
const NEVER = { lasts: 0, staleFor: 0 };

function cachedFor({ address }: PageRequest) {
  return { lasts: LASTS, staleFor: STALE_FOR[address.startsWith("/collection") ? "collection" : "page"] };
}

/** Allows clips of episodes, which are played from the podcast's host, on any page that a shopper opens first. */
function letClipsIn({ url }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const policy = reply.getHeader("content-security-policy");
  if (typeof policy !== "string" || readDataRequest(url)) return reply;
  return reply.header("content-security-policy", `${policy};media-src https:`);
}

function notFound(request: FastifyRequest, reply: FastifyReply) {
  const message = "There is nothing at this address.";
  if (isApi(request.url)) return reply.code(404).send({ success: false, message });
  return reply.code(404).type("text/plain; charset=utf-8").send(message);
}
