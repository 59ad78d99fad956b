import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RenderedResponse } from "../platform/cache/response-cache.server.ts";
import { sendResponse } from "../platform/cache/send.server.ts";
import type { Http } from "../platform/http/http.server.ts";

/** Lets go of everything kept and of itself; the tabs that are open go on without it. */
const GOODBYE = `addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
})()));
`;

/**
 * GET /sw.js: the worker that opens seen pages offline; asked for anew each time, so that a mended one is there at once.
 * With SERVICE_WORKER=off it is one that takes itself and its copies away, on every device that had it.
 */
export function workerFile(http: Http, { folder, wanted }: { folder: string; wanted: boolean }): void {
  const worker: RenderedResponse = {
    status: 200,
    headers: [
      ["cache-control", "no-cache"],
      ["content-type", "text/javascript; charset=utf-8"],
    ],
    body: wanted ? readFileSync(join(folder, "sw.js")) : Buffer.from(GOODBYE),
    expiresAt: 0,
  };
  http.get("/sw.js", { schema: { hide: true } }, (request, reply) => sendResponse(request, reply, worker));
}
