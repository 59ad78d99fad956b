import type { IncomingHttpHeaders } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type AppLoadContext, createRequestHandler, type ServerBuild } from "react-router";
import type { RenderedResponse, Span } from "../cache/cache-entries.server.ts";
import type { ResponseCache } from "../cache/response-cache.server.ts";
import { sendResponse } from "../cache/send.server.ts";
import { isDatabaseAway } from "../database/db.server.ts";

/** What the pages of an app are told, but for what belongs to one answer; their loaders know the rest of it. */
export type PageContext = Pick<AppLoadContext, "report">;

/** Milliseconds a rendered page may be served from the cache. Changes invalidate it at once. */
const CACHE_MS = 60_000;

/** Which pages are cached, and where. */
type CachedPages = {
  cache: ResponseCache;
  /** Undefined for a page that is not cached. */
  keyOf: (url: string, headers: IncomingHttpHeaders) => string | undefined;
  /** What a page of this key is rendered for, instead of the requested URL. */
  addressOf: (key: string) => string;
  /** The key of the page at another address, in all else as this one's. */
  keyAt: (key: string, address: string) => string;
};

/**
 * React Router as Fastify's last route: renders a page whole and gives it an ETag, so an unchanged page costs no bytes.
 */
export function pageRenderer(options: {
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: "production" | "development";
  publicUrl: string;
  context: (request: FastifyRequest) => PageContext;
  /** Without it no page is cached. */
  cached?: CachedPages;
}) {
  const handle = createRequestHandler(options.build, options.mode);

  async function render(
    address: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<RenderedResponse & { address: string | undefined }> {
    const context = options.context(request);
    let away = false;
    let page: string | undefined;
    let span: Span | undefined;
    let sameAs: string | undefined;
    let policy = reply.getHeader("content-security-policy");
    const whole = {
      ...context,
      report(error: unknown) {
        away ||= isDatabaseAway(error);
        context.report(error);
      },
      tellSpan(given: Span | undefined) {
        span = given;
      },
      tellSameAs(address: string) {
        sameAs = address;
      },
      give({ html, hashes }: { html: string; hashes: string[] }) {
        page = html;
        if (typeof policy === "string")
          policy = policy.replace("script-src 'self'", ["$&", ...hashes].join(" "));
      },
    };
    // each app gives its loaders what they ask for
    const response = await handle(toWebRequest(address, options.publicUrl), whole as AppLoadContext);
    const headers = [...response.headers].filter(([name]) => name !== "etag");
    if (typeof policy === "string") headers.push(["content-security-policy", policy]);
    // the page that says so comes as one to ask for again, not as a broken one
    if (away) headers.push(["retry-after", "2"]);
    const status = away ? 503 : response.status;
    if (status === 200 && !response.headers.has("cache-control")) headers.push(["cache-control", "no-cache"]);
    const body = page === undefined ? Buffer.from(await response.arrayBuffer()) : Buffer.from(page);
    const expiresAt = status === 200 ? performance.now() + CACHE_MS : 0;
    // of a document alone: what is told is the address of one, and data have their own
    return { status, headers, body, span, expiresAt, address: page && sameAs };
  }

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { cached } = options;
    const key = options.mode === "production" ? cached?.keyOf(request.url, request.headers) : undefined;
    if (!cached || !key) return sendResponse(request, reply, await render(request.url, request, reply));
    const make = async (of: string) => {
      const { address, ...response } = await render(cached.addressOf(of), request, reply);
      return { ...response, sameAs: address && cached.keyAt(of, address) };
    };
    return sendResponse(request, reply, await cached.cache.getOrRender(key, make));
  };
}

/**
 * The address is ours, never the caller's Host; `//x` and `/\\x` would be read as one. No header is passed on: a page
 * needs none, so that it is the same for everybody, and React Router's own control headers must not come from outside
 * (CVE-2025-43864).
 */
function toWebRequest(address: string, publicUrl: string): Request {
  return new Request(new URL(address.replace(/^[/\\]+/, "/"), publicUrl));
}
