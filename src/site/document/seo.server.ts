import { LRUCache } from "lru-cache";
import { countPublished, publishedIds } from "../../catalogue/queries.server.ts";
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

/** Products in one file of the site map; the protocol allows 50,000 addresses (sitemaps.org), so one file is never large. */
const PART = 10_000;
/** How long a file is given again without asking the database, in milliseconds. */
const FRESH = { ttl: 1_000, max: 4 };
/** Episodes in the site map, the newest. */
const EPISODES = 5_000;

/** What search engines and phones look for beside the pages: /robots.txt, /sitemap.xml and its parts, the manifest. */
export function seoRoutes(http: Http, { db, publicUrl }: { db: Db; publicUrl: string }): void {
  const fetchMethod = async (part: string) => {
    const xml = part === "" ? await siteMap(db, publicUrl) : await sitePart(db, publicUrl, Number(part));
    return xml === undefined ? undefined : file(xml, "application/xml", 600);
  };
  const map = new LRUCache<string, RenderedResponse>({ ...FRESH, fetchMethod });
  const always = (path: string, made: RenderedResponse) =>
    http.get(path, { schema: { hide: true } }, (request, reply) => sendResponse(request, reply, made));

  always("/robots.txt", file(robots(publicUrl), "text/plain", 3_600));
  // it names the podcast, which may be changed
  http.get("/manifest.webmanifest", { schema: { hide: true } }, (request, reply) =>
    sendResponse(request, reply, file(manifest(), "application/manifest+json", 3_600)),
  );
  for (const path of ["/sitemap.xml", "/sitemap-:part(^\\d{1,4}$).xml"])
    http.get<{ Params: { part?: string } }>(path, { schema: { hide: true } }, async (request, reply) => {
      const found = await map.fetch(request.params.part ?? "");
      return found ? sendResponse(request, reply, found) : reply.callNotFound();
    });
}

/** `seconds`: how long it may be kept on the way. */
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

/** Pages that are a shopper's own say so themselves; a robot kept out of them could not read it. */
function robots(publicUrl: string): string {
  return `User-agent: *
Disallow: /api/
Disallow: /token/
Disallow: /hooks/
Disallow: /mailbox

Sitemap: ${publicUrl}/sitemap.xml
`;
}

/** Every page worth finding, or, of a large catalogue, where its parts are. No lastmod: when a product changed is not kept. */
async function siteMap(db: Db, publicUrl: string): Promise<string> {
  const ids = await publishedIds(db, { limit: PART + 1, offset: 0 });
  if (ids.length <= PART) return addresses(publicUrl, await pages(db), ids);
  const parts = Math.ceil((await countPublished(db)) / PART);
  return inXml(
    "sitemapindex",
    Array.from(
      { length: parts },
      (_, at) => `<sitemap><loc>${publicUrl}/sitemap-${at + 1}.xml</loc></sitemap>`,
    ),
  );
}

async function sitePart(db: Db, publicUrl: string, part: number): Promise<string | undefined> {
  // behind the end nothing is looked up, however far
  if (part === 0 || (part - 1) * PART >= (await countPublished(db))) return undefined;
  const ids = await publishedIds(db, { limit: PART, offset: (part - 1) * PART });
  return addresses(publicUrl, part === 1 ? await pages(db) : [], ids);
}

/** Beside the products: what stands always, the policies, and the episodes of which something is on sale. */
async function pages(db: Db): Promise<string[]> {
  const policies = policiesNow().map(({ slug }) => policyPath(slug));
  const episodes = (await episodesOnSale(db, EPISODES)).map(({ slug }) => `/episodes/${slug}`);
  return ["/", "/collection", "/about", "/contact", ...policies, ...episodes];
}

function addresses(publicUrl: string, others: string[], ids: string[]): string {
  const paths = [...others, ...ids.map((id) => `/product/${encodeURIComponent(id)}`)];
  return inXml(
    "urlset",
    paths.map((path) => `<url><loc>${escapeHtml(publicUrl + path)}</loc></url>`),
  );
}

function inXml(root: string, entries: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join("\n")}
</${root}>
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
