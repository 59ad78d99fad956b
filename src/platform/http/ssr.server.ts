import { type AppLoadContext, createRequestHandler, type ServerBuild } from "react-router";
import type { RenderedResponse } from "../cache/response-cache.server.ts";
import { isDatabaseAway } from "../database/db.server.ts";

/** What pages get from an app for every answer; what belongs to one answer is added, and their loaders know the rest. */
export type PageContext = Pick<AppLoadContext, "report">;

/**
 * React Router as a function: renders the whole page at this address. It sees nothing of the request but the context.
 * `policy`: the Content-Security-Policy, to which the page's own inline scripts are added.
 */
export function pageRenderer(options: {
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: "production" | "development";
  publicUrl: string;
}) {
  const handle = createRequestHandler(options.build, options.mode);

  return async (
    address: string,
    { context, policy }: { context: PageContext; policy: unknown },
  ): Promise<RenderedResponse> => {
    let away = false;
    let page: string | undefined;
    let allowed = policy;
    const whole = {
      ...context,
      report(error: unknown) {
        away ||= isDatabaseAway(error);
        context.report(error);
      },
      give({ html, hashes }: { html: string; hashes: string[] }) {
        page = html;
        if (typeof policy === "string")
          allowed = policy.replace("script-src 'self'", ["$&", ...hashes].join(" "));
      },
    };
    // each app's context has the fields that its loaders ask for
    const response = await handle(toWebRequest(address, options.publicUrl), whole as AppLoadContext);
    const headers = [...response.headers].filter(([name]) => name !== "etag");
    if (typeof allowed === "string") headers.push(["content-security-policy", allowed]);
    // the page about an unreachable database says when to try again
    if (away) headers.push(["retry-after", "2"]);
    const status = away ? 503 : response.status;
    if (status === 200 && !response.headers.has("cache-control")) headers.push(["cache-control", "no-cache"]);
    const body = page === undefined ? Buffer.from(await response.arrayBuffer()) : Buffer.from(page);
    return { status, headers, body };
  };
}

/**
 * The origin is ours, never the caller's Host; leading slashes are reduced, as `//x` and `/\\x` would be read as hosts. No header
 * is passed on: a page needs none, so that it is the same for everybody, and React Router's own control headers must not
 * come from outside (CVE-2025-43864).
 */
function toWebRequest(address: string, publicUrl: string): Request {
  return new Request(new URL(address.replace(/^[/\\]+/, "/"), publicUrl));
}
