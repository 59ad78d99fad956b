import { expect, test } from "vitest";
import { isPageOf, isPublicPage } from "./public-pages.server.ts";

const ID = "01M7HMRW40PNWEEXWV8N87XCPG";

test.each([
  "/",
  "/about",
  "/contact",
  "/collection",
  "/collection?category=Men&category=Women&subCategory=Topwear&sort=low-high&page=2",
  `/product/${ID}`,
  // as the browser asks when it moves to a page
  "/_root.data",
  "/about.data",
  "/collection.data?_routes=catalogue%2Fcollection-page",
  "/collection.data?category=Men&_routes=catalogue%2Fcollection-page",
  `/product/${ID}.data?_routes=catalogue%2Fproduct-page`,
])("%s is kept", (address) => expect(isPublicPage(address)).toBe(true));

test.each([
  "/?x=1",
  "/about/",
  "/About",
  "/cart",
  "/orders",
  "/verify-email?token=x",
  "/collection?",
  "/collection?x=1",
  "/collection?category=Women&category=Men",
  "/collection?category=Men&category=Men",
  "/collection?sort=relevant",
  "/collection?page=1",
  "/collection?page=02",
  "/collection?search=tee",
  "/collection/x",
  "/product/",
  "/product/a/b",
  "/product/a.b",
  `/product/${"x".repeat(65)}`,
  `/product/${ID}?x=1`,
  "/profile.data",
  "/_root.data?x=1",
  "/collection.data?_routes=root",
  "/collection.data?_routes=site%2Fhome-page&_routes=site%2Fhome-page",
  "/collection.data?_routes=catalogue%2Fcollection-page&x=1",
  "//evil.example/product/x",
])("%s is not kept", (address) => expect(isPublicPage(address)).toBe(false));

test.each([
  [`/product/${ID}`, true],
  [`/product/${ID}.data?_routes=catalogue%2Fproduct-page`, true],
  [`/product/${ID}X`, false],
  ["/", false],
  ["/collection", false],
])("%s is the product's own page: %s", (address, is) => expect(isPageOf(address, ID)).toBe(is));
