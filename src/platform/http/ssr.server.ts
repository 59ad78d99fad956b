import type { FastifyReply, FastifyRequest } from "fastify";
import { type AppLoadContext, createRequestHandler, type ServerBuild } from "react-router";
import type { RenderedResponse, ResponseCache } from "../cache/response-cache.server.ts";
import { sendResponse } from "../cache/send.server.ts";
import { isDatabaseAway } from "../database/db.server.ts";

/** What pages are told, but for what belongs to one answer. */
export type PageContext = Pick<AppLoadContext, "settings" | "store" | "report">;

/** Milliseconds a rendered page may be served from the cache. Changes invalidate it at once. */
const CACHE_MS = 60_000;

/**
 * React Router as Fastify's last route: renders a page whole and gives it an ETag, so an unchanged page costs no bytes.
 * Pages with a cache key are rendered for that key instead of the requested URL, and cached.
 */
export function pageRenderer(options: {
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: "production" | "development";
  publicUrl: string;
  context: PageContext;
  cache: ResponseCache;
  cacheKeyOf: (url: string) => string | undefined;
}) {
  const handle = createRequestHandler(options.build, options.mode);

  async function render(address: string, reply: FastifyReply): Promise<RenderedResponse> {
    let away = false;
    let page: string | undefined;
    let policy = reply.getHeader("content-security-policy");
    const response = await handle(toWebRequest(address, options.publicUrl), {
      ...options.context,
      report(error) {
        away ||= isDatabaseAway(error);
        options.context.report(error);
      },
      give({ html, hashes }) {
        page = html;
        if (typeof policy === "string")
          policy = policy.replace("script-src 'self'", ["$&", ...hashes].join(" "));
      },
    });
    const headers = [...response.headers].filter(([name]) => name !== "etag");
    if (typeof policy === "string") headers.push(["content-security-policy", policy]);
    // the page that says so comes as one to ask for again, not as a broken one
    if (away) headers.push(["retry-after", "2"]);
    const status = away ? 503 : response.status;
    if (status === 200 && !response.headers.has("cache-control")) headers.push(["cache-control", "no-cache"]);
    const body = page === undefined ? Buffer.from(await response.arrayBuffer()) : Buffer.from(page);
    return { status, headers, body, expiresAt: status === 200 ? performance.now() + CACHE_MS : 0 };
  }

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const address = options.mode === "production" ? options.cacheKeyOf(request.url) : undefined;
    const make = () => render(address ?? request.url, reply);
    return sendResponse(
      request,
      reply,
      address ? await options.cache.getOrRender(address, make) : await make(),
    );
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
