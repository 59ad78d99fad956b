import { brotliCompressSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { addProduct, type Goods } from "../../../test/goods.ts";
import { canonicals, contents, openSite, SITE, tagsOf } from "../../../test/page-head.ts";

let tee: Goods;

const site = await openSite();
const { shop, http, get } = site;
afterAll(() => site.close());

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
  ])("%s is cached as %s", async (path, kept) => {
    const html = await get(path);
    expect(canonicals(html)).toEqual([SITE + kept]);
    expect(contents(html, "robots")).toEqual([]);
    expect(contents(html, "og:url")).toEqual([SITE + kept]);
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

/** The styles in a page have a budget of their own. */
const withoutStyles = (html: string) => html.replace(/<style data-precedence[\s\S]*?<\/style>/, "");

test("the pages first seen stay within 15 kB of HTML", async () => {
  for (const path of ["/", "/collection", `/product/${tee._id}`])
    expect(brotliCompressSync(withoutStyles(await get(path))).length, path).toBeLessThan(15_000);
});
