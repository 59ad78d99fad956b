import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addProduct, type Goods } from "../../test/goods.ts";
import { type OpenPages, openPages } from "../../test/pages.ts";
import { openTestShop, type TestShop } from "../../test/shop.ts";
import type { Http } from "../platform/http.server.ts";

const SITE = "https://shop.example";

let shop: TestShop;
let pages: OpenPages;
let http: Http;
let tee: Goods;

beforeAll(async () => {
  shop = await openTestShop();
  pages = await openPages(shop, { PUBLIC_URL: SITE });
  http = pages.http;
});
afterAll(async () => {
  await pages.close();
  await shop.close();
});

const get = async (url: string) => (await http.inject({ method: "GET", url })).body;

/** The head as robots read it: each tag's attributes, entities resolved. */
function tagsOf(html: string): Record<string, string>[] {
  return [...html.matchAll(/<(meta|link)\s([^>]*?)\/?>/g)].map(([, , attributes = ""]) =>
    Object.fromEntries(
      [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [
        name,
        plain(value),
      ]),
    ),
  );
}
function plain(html: string): string {
  return html
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
const contents = (html: string, key: string) =>
  tagsOf(html)
    .filter(({ name, property }) => (property ?? name) === key)
    .map(({ content }) => content);
const canonicals = (html: string) =>
  tagsOf(html)
    .filter(({ rel }) => rel === "canonical")
    .map(({ href }) => href);

// biome-ignore lint/suspicious/noExplicitAny: read as a search engine would, whatever is in it
type Facts = Record<string, any>[];
function factsOf(html: string): Facts {
  const [script, ...more] = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  expect(more).toEqual([]);
  const found = JSON.parse(script?.[1] ?? "null");
  expect(found["@context"]).toBe("https://schema.org");
  return found["@graph"];
}

describe("what a shared link shows", () => {
  test.each([
    ["/", "Wear what you listen to"],
    ["/collection", "All collections"],
    ["/about", "About us"],
    ["/contact", "Contact us"],
  ])("%s: title, description, address and the shop's own picture", async (path, title) => {
    const html = await get(path);
    expect(html).toContain(`<title>${title} | Sauti</title>`);
    expect(canonicals(html)).toEqual([SITE + path]);
    const [description] = contents(html, "description");
    expect(description?.length).toBeGreaterThan(50);
    expect(
      Object.fromEntries(
        tagsOf(html).flatMap(({ property, content }) => (property ? [[property, content]] : [])),
      ),
    ).toEqual({
      "og:site_name": "Sauti",
      "og:locale": "en_KE",
      "og:type": "website",
      "og:title": title,
      "og:description": description,
      "og:url": SITE + path,
      "og:image": `${SITE}/share.jpg`,
      "og:image:type": "image/jpeg",
      "og:image:width": "1200",
      "og:image:height": "630",
      "og:image:alt": "Sauti: Wear what you listen to",
    });
    expect(contents(html, "twitter:card")).toEqual(["summary_large_image"]);
    expect(contents(html, "robots")).toEqual([]);
  });

  test("a product's link shows its name, price and own picture, or the shop's while it has none to show", async () => {
    tee = await addProduct(shop, { name: 'Mic "Tee" & co', price: 1650 });
    const path = `/product/${tee._id}`;
    const drawn = await get(path);
    expect(contents(drawn, "og:image")).toEqual([`${SITE}/share.jpg`]);
    expect(contents(drawn, "og:title")).toEqual(['Mic "Tee" & co, Ksh 1,650']);
    const cap = await addProduct(shop, { name: "Cap" });
    await shop.query("update products set images = $1 where id = $2", [
      ["/pictures/cap-front-0a1b2c3d/720.jpg", "/pictures/cap-back-0a1b2c3d/720.jpg"],
      cap._id,
    ]);
    const html = await get(`/product/${cap._id}`);
    expect(canonicals(html)).toEqual([`${SITE}/product/${cap._id}`]);
    for (const [key, value] of [
      ["og:type", "product"],
      ["og:url", `${SITE}/product/${cap._id}`],
      ["og:image", `${SITE}/pictures/cap-front-0a1b2c3d/share.jpg`],
      ["og:image:alt", "Cap"],
      ["product:price:amount", "1500"],
      ["product:price:currency", "KES"],
    ] as const)
      expect(contents(html, key), key).toEqual([value]);
  });

  test("the browser is given icons, a manifest and its colour", async () => {
    const links = tagsOf(await get("/"));
    expect(links).toContainEqual({ rel: "icon", href: "/favicon.ico", sizes: "32x32" });
    expect(links).toContainEqual({ rel: "apple-touch-icon", href: "/apple-touch-icon.png" });
    expect(links).toContainEqual({ rel: "manifest", href: "/manifest.webmanifest" });
    expect(links).toContainEqual({ name: "theme-color", content: "#fbf6ec" });
    for (const path of ["/favicon.ico", "/apple-touch-icon.png", "/icon-192.png", "/share.jpg"])
      expect((await http.inject(path)).statusCode, path).toBe(200);
  });
});

describe("what search engines keep", () => {
  test.each([
    ["/collection?sort=low-high", "/collection"],
    ["/collection?category=Women", "/collection?category=Women"],
    [
      "/collection?subCategory=Topwear&category=Women&sort=high-low",
      "/collection?category=Women&subCategory=Topwear",
    ],
    ["/collection?category=Women&category=Men", "/collection"],
    ["/collection?category=Women&category=Men&subCategory=Topwear", "/collection?subCategory=Topwear"],
    ["/collection?category=Kids&nothing=1", "/collection"],
    ["/collection?page=2", "/collection?page=2"],
    ["/collection?page=1", "/collection"],
    ["/collection?page=2&sort=low-high", "/collection?page=2"],
    ["/collection/", "/collection"],
  ])("%s is kept as %s", async (path, kept) => {
    const html = await get(path);
    expect(canonicals(html)).toEqual([SITE + kept]);
    expect(contents(html, "robots")).toEqual([]);
    expect(contents(html, "og:url")).toEqual([SITE + kept]);
  });

  test("a page past the end is the last one", async () => {
    const [row] = await shop.query<{ count: number }>("select count(*)::int from products where published");
    const last = Math.ceil(Number(row?.count) / 24);
    expect(last).toBeGreaterThan(1);
    const html = await get("/collection?page=99");
    expect(canonicals(html)).toEqual([`${SITE}/collection?page=${last}`]);
    expect(html).toContain(`<title>All collections, page ${last} | Sauti</title>`);
  });

  test.each([
    "/collection?search=tee",
    "/collection?search=nothing-is-called-this",
    "/cart",
    "/login",
    "/place-order",
    "/mpesa-verification",
    "/mpesa",
    "/flutterwave",
    "/orders",
    "/profile",
    "/verify-email",
    "/forgot-password",
    "/reset-password",
    "/product/none",
    "/nothing",
  ])("%s is left out", async (path) => {
    const html = await get(path);
    expect(contents(html, "robots")).toEqual(["noindex"]);
    expect(canonicals(html)).toEqual([]);
  });
});

describe("a product's facts agree with its row and its page", () => {
  test("Product, Offer and Breadcrumb", async () => {
    const [row] = await shop.query<{
      id: string;
      name: string;
      description: string;
      price: number;
      images: string[];
      category: string;
      kind: string;
    }>(
      `select id, name, description, price, images, category, sub_category as kind from products
       where published and exists (select from stock where product_id = products.id and on_hand > 0) order by id limit 1`,
    );
    const html = await get(`/product/${row?.id}`);
    const [product, crumbs, ...more] = factsOf(html);
    expect(more).toEqual([]);
    expect(product).toEqual({
      "@type": "Product",
      "@id": `${SITE}/product/${row?.id}#product`,
      name: row?.name,
      description: row?.description,
      image: row?.images?.map((image) => SITE + image),
      sku: row?.id,
      category: `${row?.category} > ${row?.kind}`,
      brand: { "@type": "Brand", name: "Sauti" },
      offers: {
        "@type": "Offer",
        url: `${SITE}/product/${row?.id}`,
        price: row?.price,
        priceCurrency: "KES",
        availability: "https://schema.org/InStock",
        itemCondition: "https://schema.org/NewCondition",
        seller: { "@type": "Organization", "@id": `${SITE}/#shop`, name: "Sauti", url: `${SITE}/` },
        hasMerchantReturnPolicy: {
          "@type": "MerchantReturnPolicy",
          applicableCountry: "KE",
          returnPolicyCategory: "https://schema.org/MerchantReturnFiniteReturnWindow",
          merchantReturnDays: 7,
        },
      },
    });
    expect(plain(/<h1>(.*?)<\/h1>/.exec(html)?.[1] ?? "")).toBe(product?.name);
    expect(html).toContain(`>Ksh ${product?.offers.price.toLocaleString("en-KE")}</p>`);
    const shown = [
      ...(/<nav aria-label="Breadcrumb".*?<\/nav>/s.exec(html)?.[0] ?? "").matchAll(
        /href="([^"]*)"[^>]*>([^<]*)</g,
      ),
    ];
    expect(shown).toHaveLength(3);
    expect(crumbs).toEqual({
      "@type": "BreadcrumbList",
      itemListElement: shown.map(([, href = "", name], at) => ({
        "@type": "ListItem",
        position: at + 1,
        name,
        item: SITE + plain(href),
      })),
    });
    for (const [, href = ""] of shown) expect((await http.inject(plain(href))).statusCode).toBe(200);
  });

  test("sold out in every size it comes in is out of stock, whatever lies on the shelf in another", async () => {
    const gone = await addProduct(shop, { name: "Gone", stock: { S: 0, M: 0, L: 3 } });
    await shop.query("update products set sizes = '{S,M}' where id = $1", [gone._id]);
    const html = await get(`/product/${gone._id}`);
    expect(html).toContain("Every size is sold out");
    expect(factsOf(html)[0]?.offers.availability).toBe("https://schema.org/OutOfStock");
  });

  test("no rating is claimed: nobody gave one", async () => {
    expect(JSON.stringify(factsOf(await get(`/product/${tee._id}`)))).not.toMatch(/rating|review/i);
  });

  test("a name full of markup stays a name", async () => {
    const name = "</script><script>alert(1)</script><!--\u2028<b>&amp;";
    const evil = await addProduct(shop, { name });
    const html = await get(`/product/${evil._id}`);
    expect(html).not.toContain("<script>alert(1)");
    const [product] = factsOf(html);
    expect(product?.name).toBe(name);
    expect(contents(html, "og:title")[0]).toContain(name.slice(0, 20));
  });
});

test("home says who the shop is and where to search it", async () => {
  const [organization, site, ...more] = factsOf(await get("/"));
  expect(more).toEqual([]);
  expect(organization).toMatchObject({
    "@type": "Organization",
    "@id": `${SITE}/#shop`,
    name: "Sauti",
    url: `${SITE}/`,
    logo: `${SITE}/icon-512.png`,
    telephone: "+254 700 000 000",
    address: { addressLocality: "Nairobi", addressCountry: "KE" },
  });
  expect(site).toMatchObject({ "@type": "WebSite", name: "Sauti", url: `${SITE}/` });
  const found = site?.potentialAction.target.urlTemplate.replace("{search_term_string}", "hood");
  expect(found).toBe(`${SITE}/collection?search=hood`);
  expect(await get(found.slice(SITE.length))).toContain('value="hood"');
});

/** The styles in a page have a budget of their own. */
const withoutStyles = (html: string) => html.replace(/<style data-precedence[\s\S]*?<\/style>/, "");

test("the pages first seen stay within 15 kB of HTML", async () => {
  for (const path of ["/", "/collection", `/product/${tee._id}`])
    expect(brotliCompressSync(withoutStyles(await get(path))).length, path).toBeLessThan(15_000);
});
