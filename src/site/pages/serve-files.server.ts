import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import fastifyStatic from "@fastify/static";
import type { Config } from "../../config.server.ts";
import type { RenderedResponse } from "../../platform/cache/response-cache.server.ts";
import { sendResponse } from "../../platform/cache/send.server.ts";
import type { Http } from "../../platform/http/http.server.ts";
import type { Snapshot } from "../../settings/live-settings.server.ts";
import { shop } from "../../shop.ts";
import { telLink } from "../../ui/tel-link.ts";

/** A worker that deletes all caches and unregisters itself; open tabs go on without it. */
const UNREGISTER = `addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
})()));
`;

/**
 * GET /sw.js: the service worker, revalidated each time so that a fixed one arrives immediately. With SERVICE_WORKER=off it is
 * one that unregisters itself and deletes its caches, on every device that had it. Its offline page shows `phone`.
 */
function serviceWorkerRoute(
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

/** The offline page was built with the phone of shop.ts: replaces that. A number of digits, spaces and + needs no escaping. */
function withPhone(script: string, phone: string): string {
  if (phone === shop.phone) return script;
  return script.replaceAll(telLink(shop.phone), telLink(phone)).replaceAll(shop.phone, phone);
}

/** Files that are never opened as a page, unlike a drawing in /images; the service worker, which has its own rules, is excluded. */
const PARTS = /^\/(?:assets|pictures)\//;
/** Headers that matter only for pages: on a small script they would be more bytes than the script itself. */
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

type FileOptions = {
  /** The built browser files; served with immutable caching. */
  folder: string | undefined;
  config: Config;
  settings: () => Snapshot;
};

/** Serves pictures and, of a finished build, the browser's files. */
export async function serveFiles(http: Http, { folder, config, settings }: FileOptions): Promise<void> {
  http.addHook("onSend", async ({ url }, reply) => {
    if (reply.statusCode >= 400 || !PARTS.test(url)) return;
    for (const name of OF_PAGES) {
      reply.removeHeader(name);
      // most are set there
      reply.raw.removeHeader(name);
    }
  });
  // a changed picture has another address, but a changed drawing does not
  const caching = { images: { maxAge: "1d" }, pictures: { maxAge: "365d", immutable: true } };
  for (const [name, options] of Object.entries(caching))
    await http.register(fastifyStatic, {
      ...options,
      root: resolve("seed", name),
      prefix: `/${name}/`,
      decorateReply: false,
      index: false,
    });
  if (folder && existsSync(folder)) {
    await http.register(fastifyStatic, {
      root: folder,
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
      folder,
      wanted: config.SERVICE_WORKER === "on",
      phone: () => settings().shop.phone,
    });
  }
}
