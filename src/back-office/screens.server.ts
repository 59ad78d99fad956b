import { existsSync } from "node:fs";
import fastifyStatic from "@fastify/static";
import type { FastifyRequest } from "fastify";
import { sendResponse } from "../platform/cache/send.server.ts";
import type { Http } from "../platform/http/http.server.ts";
import { pageRenderer } from "../platform/http/ssr.server.ts";
import type { Pages } from "../site/pages/pages.server.ts";
import type { StaffReads } from "./app/page.ts";

/** The screens of /staff: an app of its own (routes.ts). Their answers are not cached, not indexed and send no referrer. */
export async function screenRoutes(http: Http, { pages, publicUrl }: { pages: Pages; publicUrl: string }) {
  const { clientFolder } = pages;
  if (clientFolder && existsSync(clientFolder)) {
    await http.register(fastifyStatic, {
      root: clientFolder,
      prefix: "/staff/",
      wildcard: false,
      index: false,
      decorateReply: false,
      preCompressed: true,
      // a changed file has another address
      immutable: true,
      maxAge: "365d",
    });
  }
  const render = pageRenderer({ ...pages, publicUrl });
  await http.register(async (screens) => {
    screens.addHook("onSend", async (_request, reply) => {
      reply
        .header("cache-control", "no-store")
        .header("x-robots-tag", "noindex")
        // a welcome link contains a secret
        .header("referrer-policy", "no-referrer");
    });
    for (const path of ["/staff", "/staff/*"])
      screens.get(path, { schema: { hide: true } }, async (request, reply) => {
        const policy = reply.getHeader("content-security-policy");
        const context = loadContext(http, request);
        return sendResponse(request, reply, await render(request.url, { context, policy }));
      });
  });
}

/** What page loaders may read: the GET calls of the API, in process, with the cookie of the page's request. */
function loadContext(http: Http, request: FastifyRequest): StaffReads {
  const { cookie, "user-agent": agent } = request.headers;
  return {
    report: (error) => http.log.error({ err: error }, "a staff page failed"),
    async read(url) {
      const answer = await http.inject({
        method: "GET",
        url,
        // the page goes through the guard of the calls, so that the same rights apply
        headers: { ...(cookie && { cookie }), ...(agent && { "user-agent": agent }) },
        remoteAddress: request.ip,
      });
      return { status: answer.statusCode, body: answer.json() };
    },
  };
}
