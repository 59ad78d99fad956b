import { expect, test } from "vitest";
import { assetsIn, copyKey, dataKey, headingIn, kindOf, mayPreload, pageKey, pageOfCopy } from "./rules.ts";

const at = (address: string) => new URL(address, "https://shop.example");

test("public pages and shells are cached by path, without query parameters that identify a person", () => {
  for (const [address, key] of [
    ["/", "/"],
    ["/?fbclid=wanjiku", "/"],
    ["/about/", "/about"],
    ["/product/01ARZ3?utm_source=mail&email=a@b.ke", "/product/01ARZ3"],
    ["/cart", "/cart"],
    ["/policies/returns?utm_source=mail", "/policies/returns"],
    ["/collection?utm=1", "/collection"],
    ["/collection?sort=low-high&category=Men&x=1", "/collection?category=Men&sort=low-high"],
  ] as const)
    expect(pageKey(at(address)), address).toBe(key);
});

test("a page has a copy for each language", () => {
  for (const [key, kiswahili] of [
    ["/", "/?lang=sw"],
    ["/collection?category=Men", "/collection?category=Men&lang=sw"],
  ] as const) {
    expect(copyKey(key, "en")).toBe(key);
    expect(copyKey(key, "sw")).toBe(kiswahili);
    expect(pageOfCopy(at(key))).toEqual({ path: key, language: "en" });
    expect(pageOfCopy(at(kiswahili))).toEqual({ path: key, language: "sw" });
    // the address that asks for a language has no other copy
    expect(pageKey(at(kiswahili))).toBe(key);
  }
});

test("pages opened by a secret, searches and unlisted pages are never cached", () => {
  for (const address of [
    "/verify-email?token=x",
    "/reset-password?token=x",
    `/mailbox/${"k".repeat(32)}`,
    "/flutterwave",
    "/Flutterwave/",
    "/api/docs",
    "/api/product/list",
    "/hooks/card/secret",
    "/collection?search=wanjiku",
    "/product/a/b",
    "/nothing",
    "/staff",
    "/staff/orders?q=wanjiku",
    "/api/staff/orders",
  ])
    expect(pageKey(at(address)), address).toBeUndefined();
  expect(pageKey(at("/collection?category=a@b.ke"))).toBe("/collection");
});

test("nothing of the back office is cached, its data and files neither", () => {
  expect(dataKey(at("/staff/_root.data"))).toBeUndefined();
  expect(dataKey(at("/staff/orders.data?_routes=root"))).toBeUndefined();
  expect(kindOf(at("/staff/assets/root-B0Fq4LLZ.js"))).toBe("page");
  expect(pageKey(at("/staff/assets/root-B0Fq4LLZ.js"))).toBeUndefined();
});

test("a page's data is cached like its page", () => {
  expect(dataKey(at("/_root.data?_routes=site%2Fpages%2Fhome-page"))).toBe("/?_routes=site/pages/home-page");
  expect(dataKey(at("/product/01ARZ3.data"))).toBe("/product/01ARZ3?_routes=");
  expect(dataKey(at("/collection.data?category=Men&_routes=a"))).toBe("/collection?category=Men&_routes=a");
  expect(dataKey(at("/collection.data?search=wanjiku"))).toBeUndefined();
  expect(dataKey(at("/verify-email.data?token=x"))).toBeUndefined();
  expect(dataKey(at("/about.data?_routes=a@b.ke"))).toBeUndefined();
});

test("files are told from pages", () => {
  expect(
    ["/assets/a.js", "/pictures/a/360.avif", "/images/a.svg", "/about.data", "/about"].map((path) =>
      kindOf(at(path)),
    ),
  ).toEqual(["assets", "pictures", "pictures", "data", "page"]);
});

test("photographs of reviews are never cached: each may be hidden any time", () => {
  expect(kindOf(at("/pictures/review-01arz3-1a2b3c4d/720.jpg"))).toBeUndefined();
  expect(kindOf(at("/pictures/reviewer-tee-front-1a2b3c4d/720.jpg"))).toBe("pictures");
});

test("a page's files and heading are read from its HTML", () => {
  const html = `<link href="/assets/root-1a.css"><h1 class="a">Tee &amp; cap</h1><script>import "/assets/a-b_1.js";import("/assets/a-b_1.js")</script>`;
  expect(assetsIn(html)).toEqual(["/assets/root-1a.css", "/assets/a-b_1.js"]);
  expect(headingIn(html)).toBe("Tee &amp; cap");
  expect(headingIn("<h1><b>x</b></h1>")).toBe("");
});

test("In Firefox seen pages open when the connection fails immediately", () => {
  const agent = (rest: string) => mayPreload(`Mozilla/5.0 (X11; Linux x86_64${rest}`);
  expect(agent("; rv:140.0) Gecko/20100101 Firefox/140.0")).toBe(false);
  expect(agent(") AppleWebKit/537.36 (KHTML, like Gecko) Chrome/88.0.4324.0 Safari/537.36")).toBe(true);
  // Firefox on iOS is Safari within
  expect(agent(") AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/140.0 Mobile/15E148 Safari/605.1.15")).toBe(
    true,
  );
});
