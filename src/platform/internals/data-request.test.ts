import { expect, test } from "vitest";
import { dataAddress, loadAsDocument, readDataRequest } from "./data-request.ts";

test("an address of data gives its page and the routes asked for", () => {
  const read = (address: string) => Object.values(readDataRequest(address) ?? {});
  expect(read("/_root.data")).toEqual(["/", ""]);
  expect(read("/about.data?_routes=root%2Csite%2Fpages%2Fabout-page")).toEqual([
    "/about",
    "root%2Csite%2Fpages%2Fabout-page",
  ]);
  expect(read("/collection.data?category=Men&_routes=a")).toEqual(["/collection?category=Men", "a"]);
  // never written by React Router, which names them once and last
  expect(read("/about.data?_routes=a&_routes=b")).toEqual(["/about?_routes=a", "b"]);
  expect(read("/about.data?_routes=")).toEqual(["/about?_routes=", ""]);
  for (const page of ["/", "/about", "/database", "/about?x=.data"])
    expect(readDataRequest(page)).toBeUndefined();
});

test("the data of one route is asked for as React Router asks for it", () => {
  const address = dataAddress("/product/a%2Fb", "catalogue/product-page");
  expect(address).toBe("/product/a%2Fb.data?_routes=catalogue%2Fproduct-page");
  expect(readDataRequest(address)).toEqual({ page: "/product/a%2Fb", routes: "catalogue%2Fproduct-page" });
});

test("the answer that leads to the whole page is an empty one with the page's address", async () => {
  const answer = loadAsDocument("/about");
  expect([answer.status, await answer.text(), answer.headers.get("x-remix-redirect")]).toEqual([
    204,
    "",
    "/about",
  ]);
});
