import type { FastifyReply, FastifyRequest } from "fastify";
import { type AppLoadContext, createRequestHandler, type ServerBuild } from "react-router";
import { isDatabaseAway } from "./db.server.ts";
import { sendTagged, tag } from "./tagged.server.ts";

/** React Router as Fastify's last route: renders a page whole and gives it an ETag, so an unchanged page costs no bytes. */
export function pageRenderer(options: {
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: "production" | "development";
  publicUrl: string;
  context: AppLoadContext;
}) {
  const handle = createRequestHandler(options.build, options.mode);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    let away = false;
    const report = (error: unknown) => {
      away ||= isDatabaseAway(error);
      options.context.report(error);
    };
    const response = await handle(toWebRequest(request, options.publicUrl), { ...options.context, report });
    const body = Buffer.from(await response.arrayBuffer());
    // the page that says so comes as one to ask for again, not as a broken one
    if (away) reply.code(503).header("retry-after", "2");
    else reply.code(response.status);
    for (const [name, value] of response.headers) if (name !== "etag") reply.header(name, value);
    if (reply.statusCode === 200) return sendTagged(request, reply, tag(body));
    return reply.send(body);
  };
}

// a page needs nothing else; React Router's own control headers must not come from outside (CVE-2025-43864)
const PASSED_ON = ["accept", "accept-language", "save-data"];

/** The address is ours, never the caller's Host; `//x` and `/\\x` would be read as one. */
function toWebRequest(request: FastifyRequest, publicUrl: string): Request {
  const headers = new Headers();
  for (const name of PASSED_ON) {
    const value = request.headers[name];
    if (typeof value === "string") headers.set(name, value);
  }
  return new Request(new URL(request.url.replace(/^[/\\]+/, "/"), publicUrl), {
    method: request.method,
    headers,
  });
}
