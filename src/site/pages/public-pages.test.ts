import { expect, test } from "vitest";
import routes from "../../routes.ts";
import { cacheHitKey, isTouched, pageCacheKey } from "./public-pages.server.ts";

const ID = "01M7HMRW40PNWEEXWV8N87XCPG";

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
])("%s is cached", (address) => expect(pageCacheKey(address)).toBe(address));

test("the data of each public page is cached, whether or not the browser has the root's", () => {
  const cached = routes.flatMap(({ file, path = "_root" }) => {
    const id = encodeURIComponent(file.replace(/\.tsx$/, ""));
    const address = `/${path.replace(":productId", ID).replace(":slug", "returns")}.data?_routes=`;
    return [id, `root%2C${id}`].every((ids) => pageCacheKey(address + ids)) ? [path] : [];
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
  "/orders",
  "/verify-email?token=x",
  "/collection?category=Women&category=Men",
  "/collection?category=Men&category=Men",
  "/collection?sort=relevant",
  "/collection?page=1",
  "/collection?page=02",
  "/collection?search=+tee",
  `/collection?search=${"x".repeat(41)}`,
  "/collection/x",
  "/product/",
  "/product/a/b",
  "/product/a.b",
  `/product/${"x".repeat(65)}`,
  "/policies/Returns",
  "/policies/returns/x",
  `/policies/${"x".repeat(61)}`,
  "/profile.data",
  "/collection.data?_routes=root",
  "/collection.data?_routes=catalogue%2Fother-page",
  "/collection.data?_routes=site%2Fpages%2Fhome-page&_routes=site%2Fpages%2Fhome-page",
  "//evil.example/product/x",
])("%s is not cached", (address) => expect(pageCacheKey(address)).toBeUndefined());

test.each([
  ["/?x=1", "/"],
  ["/?utm_source=instagram&utm_medium=story&fbclid=IwAR0_x-y.z", "/"],
  ["/?&&&=&?", "/"],
  ["/?%", "/"],
  ["/?__proto__=1&constructor=2", "/"],
  ["/collection?", "/collection"],
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
])("%s is cached as %s", (url, address) => expect(pageCacheKey(url)).toBe(address));

test.each([
  "/?search=tee&utm_source=x",
  "/?s%65arch=tee",
  `/collection?utm_source=x&search=${"x".repeat(41)}`,
  "/collection?utm_source=x&c%61tegory=Men",
  "/collection?page=1&utm_source=x",
  `/?${"x&".repeat(1_001)}`,
  "/verify-email?utm_source=x&token=y",
  "/cart?utm_source=x",
])("%.60s is not cached, whatever else it says", (url) => expect(pageCacheKey(url)).toBeUndefined());

test.each([
  ["/api/product/list", undefined],
  ["/api/product/list?x=1", "/api/product/list"],
  [`/api/product/list?utm_source=x&id=${ID}&fbclid=y`, `/api/product/list?id=${ID}`],
  [
    "/api/product/list?search=tee&sort=low-high&limit=5&z",
    "/api/product/list?search=tee&sort=low-high&limit=5",
  ],
])("the list of products at %s is cached as %s", (url, key) => expect(cacheHitKey(url, {})).toBe(key));

const LISTS = [
  "/collection",
  "/collection?sort=low-high",
  "/collection?search=tee",
  "/api/product/list?sort=high-low",
];
const DATA = `/product/${ID}.data?_routes=catalogue%2Fproduct-page`;

test.each([
  ["page", [`/product/${ID}`, DATA], [`/product/${ID}X`, "/", ...LISTS]],
  ["look", [`/product/${ID}`, DATA], ["/", ...LISTS]],
  [
    "look price",
    [`/product/${ID}`, "/collection?sort=low-high", "/api/product/list?sort=high-low"],
    ["/", "/collection"],
  ],
  ["look name", [`/product/${ID}`, "/collection?search=tee"], ["/", "/collection?sort=low-high"]],
  ["look place", [`/product/${ID}`, "/", "/about", ...LISTS], []],
])(
  "a change of a product's %s touches %j, and of what does not show it not %j",
  (touches, touched, untouched) => {
    const change = { id: ID, touches: touches.split(" ") };
    for (const key of touched) expect(isTouched(change, key, { shows: () => false }), key).toBe(true);
    for (const key of untouched) expect(isTouched(change, key, { shows: () => false }), key).toBe(false);
    // whatever shows it, but for what its own page alone says
    expect(isTouched(change, "/", { shows: (id) => id === ID })).toBe(touches !== "page");
  },
);

test.each([
  [
    "look price",
    [
      `/product/${ID}`,
      "/collection?sort=low-high",
      "/collection?category=Men&sort=low-high&page=2",
      "/collection?category=Men&category=Women&subCategory=Topwear&sort=high-low",
      "/collection?category=Men&sort=high-low sw",
      "/collection.data?category=Men&sort=low-high&_routes=catalogue%2Fcollection-page",
      "/api/product/list?category=Men&sort=high-low",
    ],
    [
      "/collection?category=Women&sort=low-high",
      "/collection?category=Men&subCategory=Bottomwear&sort=high-low",
      "/collection?category=Women&sort=high-low sw",
      "/collection.data?category=Women&sort=low-high&_routes=catalogue%2Fcollection-page",
      "/api/product/list?category=Unisex&sort=high-low",
      "/collection?category=Men",
    ],
  ],
  [
    "look name",
    ["/collection?search=tee", "/collection?category=Men&search=tee"],
    ["/collection?category=Women&search=tee", "/collection?category=Men&sort=low-high"],
  ],
])("a change of a Men's Topwear product's %s touches %j, and not %j", (touches, touched, untouched) => {
  const kind = { category: "Men", subCategory: "Topwear" } as const;
  const change = { id: ID, touches: touches.split(" "), kind };
  const isTouchedBy = (key: string) => isTouched(change, key, { shows: () => false });
  expect([...touched, ...untouched].filter(isTouchedBy)).toEqual(touched);
  // what shows it is touched, whatever it selects
  for (const key of untouched) expect(isTouched(change, key, { shows: (id) => id === ID }), key).toBe(true);
});

test.each([
  // whose list by price has gone from 500 to 900 KES
  ["below it", [100, 499], false],
  ["above it", [901, 1_000], false],
  ["its lower end", [100, 500], true],
  ["its upper end", [900, 1_000], true],
  ["within", [600, 700], true],
  ["from below to above", [100, 1_000], true],
  ["unknown", undefined, true],
] as const)("a new price that was and is %s, of %j, touches the list: %s", (_, prices, isSo) => {
  const change = { id: ID, touches: ["look", "price"], ...(prices && { prices }) };
  const shows = () => false;
  for (const sort of ["low-high", "high-low"])
    expect(isTouched(change, `/collection?sort=${sort}&page=2`, { shows, span: [500, 900] })).toBe(isSo);
  // what tells no span, and what shows it, is touched by any
  expect(isTouched(change, "/collection?sort=low-high", { shows })).toBe(true);
  expect(isTouched(change, "/collection?sort=low-high", { shows: () => true, span: [500, 900] })).toBe(true);
});
