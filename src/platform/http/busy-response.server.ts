import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { PlatformConfig } from "../config.server.ts";
import { BUSY } from "../database/db.server.ts";
import { isApi, pathOf } from "./address.server.ts";
import type { ErrorFields } from "./error-response.server.ts";
import { PERMISSIONS } from "./http.server.ts";

/** Seconds for the Retry-After header. */
const RETRY_AFTER = 2;

/** The page for people whose request was shed: its style sheet, and its HTML, which reloads itself after so many seconds. */
export type BusyPage = { style: string; html(seconds: number, request: IncomingMessage): string };

/** Writes the 503 by hand, because it must be cheap. The headers are those of every response. */
export function busyResponse(config: PlatformConfig, page: BusyPage, errorFields?: ErrorFields) {
  const styleHash = createHash("sha256").update(page.style).digest("base64");
  const headers = {
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "cross-origin-resource-policy": "same-origin",
    "content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    "permissions-policy": PERMISSIONS,
    "referrer-policy": "strict-origin-when-cross-origin",
    "retry-after": String(RETRY_AFTER),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    ...(config.PUBLIC_URL.startsWith("https:") && {
      "strict-transport-security": "max-age=31536000; includeSubDomains",
    }),
  };
  return (request: IncomingMessage, response: ServerResponse) => {
    const url = request.url ?? "/";
    const calls = isApi(url);
    const error = { success: false, message: BUSY };
    // reloads at random times, so that the clients do not all return together
    const body = calls
      ? JSON.stringify({ ...error, ...errorFields?.(pathOf(url), { status: 503, message: BUSY }) })
      : page.html(RETRY_AFTER + Math.floor(Math.random() * 4), request);
    const { origin } = request.headers;
    const known = origin !== undefined && config.CORS_ORIGINS.includes(origin);
    response.writeHead(503, {
      ...headers,
      "content-type": calls ? "application/json; charset=utf-8" : "text/html; charset=utf-8",
      "content-length": Buffer.byteLength(body),
      "x-request-id": randomUUID(),
      ...(known && {
        "access-control-allow-origin": origin,
        "access-control-expose-headers": "x-request-id, retry-after",
        vary: "Origin",
      }),
    });
    response.end(request.method === "HEAD" ? undefined : body);
  };
}
