import { readFile } from "node:fs/promises";
import type { LoaderFunctionArgs } from "react-router";
import { expect, expectTypeOf, test } from "vitest";
import routes from "../../routes.ts";
import type { LoaderContext } from "../document/load-context.ts";
import { cacheHitKey, type PageRequest, pageKey, publicPage } from "./public-pages.server.ts";

const ID = "01M7HMRW40PNWEEXWV8N87XCPG";

/** The address for which a cached page is rendered. */
const cachedAs = (address: string) => publicPage({ address, language: "en" })?.address;

test.each([
  "/",
  "/about",
  "/contact",
  "/collection",
  "/collection?category=Men&category=Women&subCategory=Topwear&sort=low-high&page=2",
  "/collection?search=tee",
  "/collection?category=Men&search=black+tee&sort=low-high",
  `/product/${ID}`,
  "/policies/gift-cards",
  // as the browser asks when it moves to a page
  "/_root.data",
  "/about.data",
  "/collection.data?_routes=catalogue%2Fcollection-page",
  "/collection.data?category=Men&_routes=catalogue%2Fcollection-page",
  `/product/${ID}.data?_routes=catalogue%2Fproduct-page`,
])("%s is cached", (address) => expect(cachedAs(address)).toBe(address));

test("the data of each public page is cached, whether or not the browser has the root's", () => {
  const cached = routes.flatMap(({ file, path = "_root" }) => {
    const id = encodeURIComponent(file.replace(/\.tsx$/, ""));
    const address = `/${path.replace(":productId", ID).replace(":slug", "returns")}.data?_routes=`;
    return [id, `root%2C${id}`].every((ids) => cachedAs(address + ids)) ? [path] : [];
  });
  expect(cached).toEqual([
    "_root",
    "collection",
    "product/:productId",
    "episodes/:slug",
    "policies/:slug",
    "about",
    "contact",
  ]);
});

test.each([
  "/about/",
  "/About",
  "/cart",
  "/verify-email?token=x",
  "/collection?category=Women&category=Men",
  "/collection?sort=relevant",
  "/collection?page=1",
  "/collection?search=+tee",
  `/collection?search=${"x".repeat(41)}`,
  "/product/",
  "/product/a/b",
  `/product/${"x".repeat(65)}`,
  "/policies/Returns",
  `/policies/${"x".repeat(61)}`,
  "/profile.data",
  "/collection.data?_routes=root",
  "/collection.data?_routes=site%2Fpages%2Fhome-page&_routes=site%2Fpages%2Fhome-page",
  "//evil.example/product/x",
])("%s is not cached", (address) => expect(cachedAs(address)).toBeUndefined());

test.each([
  ["/?x=1", "/"],
  ["/?utm_source=instagram&utm_medium=story&fbclid=IwAR0_x-y.z", "/"],
  ["/?__proto__=1&constructor=2", "/"],
  ["/collection?gclid=x", "/collection"],
  [
    "/collection?utm_id=1&category=Men&gclid=2&sort=low-high&page=2",
    "/collection?category=Men&sort=low-high&page=2",
  ],
  [`/product/${ID}?fbclid=x%20y&_gl=1*a*b`, `/product/${ID}`],
  ["/_root.data?x=1", "/_root.data"],
  [
    "/collection.data?category=Men&utm_source=x&_routes=catalogue%2Fcollection-page&y=1",
    "/collection.data?category=Men&_routes=catalogue%2Fcollection-page",
  ],
])("%s is cached as %s", (url, address) => expect(cachedAs(url)).toBe(address));

test.each([
  "/?search=tee&utm_source=x",
  `/collection?utm_source=x&search=${"x".repeat(41)}`,
  "/collection?utm_source=x&c%61tegory=Men",
  "/collection?page=1&utm_source=x",
  `/?${"x&".repeat(1_001)}`,
  "/verify-email?utm_source=x&token=y",
])("%.60s is not cached, whatever else it says", (url) => expect(cachedAs(url)).toBeUndefined());

test.each([
  ["/api/product/list", "/api/product/list"],
  ["/api/product/list?x=1", "/api/product/list"],
  [`/api/product/list?utm_source=x&id=${ID}&fbclid=y`, `/api/product/list?id=${ID}`],
  [
    "/api/product/list?search=tee&sort=low-high&limit=5&z",
    "/api/product/list?search=tee&sort=low-high&limit=5",
  ],
])("the list of products at %s is cached as %s", (url, key) => expect(cacheHitKey(url, {})).toBe(key));

test("all that a page knows of its request is in its key", () => {
  const page: PageRequest = { address: "/about", language: "en" };
  const keys = [page, { ...page, address: "/contact" }, { ...page, language: "sw" as const }].map(pageKey);
  expect(new Set(keys).size).toBe(3);
  // what else may be added to it comes into the key, too
  expect(pageKey({ ...page, cookie: "a=b" } as PageRequest)).not.toBe(pageKey(page));
});

test("A page reads nothing of a request beyond its cache key", async () => {
  type Page = { params: never; url: URL; context: LoaderContext };
  type Loader = (page: Page) => unknown;
  type Loaders = {
    "root.tsx": typeof import("../../root.tsx").loader;
    "site/pages/home-page.tsx": typeof import("./home-page.tsx").loader;
    "catalogue/collection-page.tsx": typeof import("../../catalogue/collection-page.tsx").loader;
    "catalogue/product-page.tsx": typeof import("../../catalogue/product-page.tsx").loader;
    "podcast/episode-page.tsx": typeof import("../../podcast/episode-page.tsx").loader;
    "policies/policy-page.tsx": typeof import("../../policies/policy-page.tsx").loader;
    "site/pages/not-found-page.tsx": typeof import("./not-found-page.tsx").loader;
  };
  expectTypeOf<Loaders>().toExtend<Record<string, Loader>>();
  expectTypeOf<({ request }: LoaderFunctionArgs) => unknown>().not.toExtend<Loader>();
  expectTypeOf<({ context }: { context: { cookie: string } }) => unknown>().not.toExtend<Loader>();
  // and each page with a loader is among these
  const named = (await readFile(import.meta.filename, "utf8")).matchAll(/"(\S+\.tsx)": typeof import/g);
  const files = ["root.tsx", ...routes.map(({ file }) => file)];
  const texts = await Promise.all(files.map((file) => readFile(`src/${file}`, "utf8")));
  const loading = files.filter((_, at) => /export (?:async )?function loader\b/.test(texts[at] ?? ""));
  expect([...named].map(([, file]) => file)).toEqual(loading);
});
