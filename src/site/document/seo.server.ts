import { LRUCache } from "lru-cache";
import { publishedIds } from "../../catalogue/queries.server.ts";
import type { RenderedResponse } from "../../platform/cache/response-cache.server.ts";
import { sendResponse } from "../../platform/cache/send.server.ts";
import type { Db } from "../../platform/database/db.server.ts";
import { escapeHtml } from "../../platform/http/html.server.ts";
import type { Http } from "../../platform/http/http.server.ts";
import { episodesOnSale } from "../../podcast/queries.server.ts";
import { policiesNow } from "../../policies/find-policy.server.ts";
import { policyPath } from "../../policies/rules.ts";
import { currentShop } from "../../settings/current-settings.server.ts";
import { PAPER } from "../../shop.ts";

/** Products and episodes in the site map, the newest; its protocol allows 50,000 addresses in a file (sitemaps.org). */
const PRODUCTS = 40_000;
const EPISODES = 5_000;
/** How long the site map is cached, in milliseconds; the cache reads the clock each time. */
const FRESH = { ttl: 1_000, ttlResolution: 0, max: 1 };

/** What search engines and phones request besides pages: /robots.txt, /sitemap.xml, the manifest. */
export function seoRoutes(http: Http, { db, publicUrl }: { db: Db; publicUrl: string }): void {
  const map = new LRUCache<"map", RenderedResponse>({
    ...FRESH,
    fetchMethod: async () => file(await siteMap(db, publicUrl), "application/xml", 600),
  });
  const serve = (path: string, make: () => Promise<RenderedResponse | undefined>) =>
    http.get(path, { schema: { hide: true } }, async (request, reply) => {
      const made = await make();
      return made ? sendResponse(request, reply, made) : reply.callNotFound();
    });
  serve("/robots.txt", async () => file(robots(publicUrl), "text/plain", 3_600));
  serve("/manifest.webmanifest", async () => file(manifest(), "application/manifest+json", 3_600));
  serve("/sitemap.xml", () => map.fetch("map"));
}

/** `seconds`: how long browsers and proxies may cache it. */
function file(text: string, type: string, seconds: number): RenderedResponse {
  return {
    status: 200,
    headers: [
      ["cache-control", `public, max-age=${seconds}`],
      ["content-type", `${type}; charset=utf-8`],
    ],
    body: Buffer.from(text),
  };
}

/** Pages that are a shopper's own are marked noindex; a robot that is kept out of them could not read that. */
function robots(publicUrl: string): string {
  return `User-agent: *
Disallow: /api/
Disallow: /token/
Disallow: /hooks/
Disallow: /mailbox

Sitemap: ${publicUrl}/sitemap.xml
`;
}

/**
 * Every page worth finding: the fixed ones, the policies, the episodes with something on sale, the products. No
 * lastmod, as it is not recorded when a product changed.
 */
async function siteMap(db: Db, publicUrl: string): Promise<string> {
  const policies = policiesNow().map(({ slug }) => policyPath(slug));
  const episodes = (await episodesOnSale(db, EPISODES)).map(({ slug }) => `/episodes/${slug}`);
  const products = (await publishedIds(db, PRODUCTS)).map((id) => `/product/${encodeURIComponent(id)}`);
  const paths = ["/", "/collection", "/about", "/contact", ...policies, ...episodes, ...products];
  const urls = paths.map((path) => `<url><loc>${escapeHtml(publicUrl + path)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join("\n")}
</urlset>
`;
}

/** How the shop looks once it is put on a phone's home screen (w3.org/TR/appmanifest). */
function manifest(): string {
  const shop = currentShop();
  const icon = (src: string, size: number, purpose: string) => ({
    src,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose,
  });
  return JSON.stringify({
    id: "/",
    name: `${shop.name}: ${shop.tagline}`,
    short_name: shop.name,
    description: `The shop of ${shop.podcast.name}.`,
    lang: shop.language,
    dir: "ltr",
    start_url: "/",
    scope: "/",
    display: "standalone",
    theme_color: PAPER,
    background_color: PAPER,
    categories: ["shopping"],
    icons: [
      icon("/icon-192.png", 192, "any"),
      icon("/icon-512.png", 512, "any"),
      icon("/icon-maskable-192.png", 192, "maskable"),
      icon("/icon-maskable-512.png", 512, "maskable"),
    ],
    shortcuts: [
      { name: "Collection", url: "/collection" },
      { name: "Cart", url: "/cart" },
      { name: "My orders", url: "/orders" },
    ],
  });
}
