import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RenderedResponse } from "../platform/cache/response-cache.server.ts";
import { sendResponse } from "../platform/cache/send.server.ts";
import type { Http } from "../platform/http/http.server.ts";
import { shop } from "../shop.ts";
import { telLink } from "../ui/tel-link.ts";

/** Deletes all caches and unregisters itself; open tabs go on without it. */
const UNREGISTER = `addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
})()));
`;

/**
 * GET /sw.js: the service worker, revalidated each time so that a fixed one arrives immediately. With SERVICE_WORKER=off it is
 * one that unregisters itself and deletes its caches, on every device that had it. Its page for being offline says `phone`.
 */
export function serviceWorkerRoute(
  http: Http,
  { folder, wanted, phone }: { folder: string; wanted: boolean; phone: () => string },
): void {
  const script = wanted ? readFileSync(join(folder, "sw.js"), "utf8") : UNREGISTER;
  const worker = (): RenderedResponse => ({
    status: 200,
    headers: [
      ["cache-control", "no-cache"],
      ["content-type", "text/javascript; charset=utf-8"],
    ],
    body: Buffer.from(withPhone(script, phone())),
  });
  http.get("/sw.js", { schema: { hide: true } }, (request, reply) => sendResponse(request, reply, worker()));
}

/** The page was drawn when the worker was built, with the phone of shop.ts; a number of digits, spaces and + fits wherever it stood. */
function withPhone(script: string, phone: string): string {
  if (phone === shop.phone) return script;
  return script.replaceAll(telLink(shop.phone), telLink(phone)).replaceAll(shop.phone, phone);
}
