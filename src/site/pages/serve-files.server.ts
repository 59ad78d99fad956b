import { existsSync } from "node:fs";
import { resolve } from "node:path";
import fastifyStatic from "@fastify/static";
import type { Config } from "../../config.server.ts";
import { serviceWorkerRoute } from "../../offline/worker-file.server.ts";
import type { Http } from "../../platform/http/http.server.ts";
import type { Snapshot } from "../../settings/live-settings.server.ts";

/** Files that are never opened as a page, as a drawing in /images may be; the worker's, which has rights of its own, is not among them. */
const PARTS = /^\/(?:assets|pictures)\//;
/** What an answer says about the page it is, and means nothing for a part of one: more bytes than many a script has. */
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

/** Pictures and, of a finished build, the browser's files. */
export async function serveFiles(http: Http, { folder, config, settings }: FileOptions): Promise<void> {
  http.addHook("onSend", async ({ url }, reply) => {
    if (reply.statusCode >= 400 || !PARTS.test(url)) return;
    for (const name of OF_PAGES) {
      reply.removeHeader(name);
      // most are set there
      reply.raw.removeHeader(name);
    }
  });
  // a changed picture has another address, a drawing has not
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
