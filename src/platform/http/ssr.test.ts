import type { AppLoadContext } from "react-router";
import { afterAll, describe, expect, test } from "vitest";
import { sendRaw } from "../../../test/raw.ts";
import { readConfig } from "../../config.server.ts";
import { createLiveSettings } from "../../settings/live-settings.server.ts";
import { sitePages } from "../../site/pages/pages.server.ts";
import { createResponseCache } from "../cache/response-cache.server.ts";
import { connectDatabase } from "../database/db.server.ts";
import { createLog } from "../log.server.ts";
import { createHttp } from "./http.server.ts";
import type { pageRenderer } from "./ssr.server.ts";

type Build = Extract<Parameters<typeof pageRenderer>[0]["build"], object>;

/** The smallest build there is: every address shows how the page was asked for. */
const build = {
  entry: {
    module: {
      handleError: (error: unknown, { context }: { context: AppLoadContext }) => context.report(error),
      default: async (
        request: Request,
        status: number,
        headers: Headers,
        _: object,
        { give }: AppLoadContext,
      ) => {
        if (new URL(request.url).pathname === "/broken") throw new Error("secret of the house");
        const seen = {
          url: request.url,
          method: request.method,
          headers: Object.fromEntries(request.headers),
        };
        headers.set("content-type", "text/html");
        give({ html: JSON.stringify(seen), hashes: [] });
        return new Response(null, { status, headers });
      },
    },
  },
  routes: {
    root: { id: "root", path: "", module: { default: () => null } },
    any: { id: "any", parentId: "root", path: "*", module: { default: () => null } },
    shelf: {
      id: "shelf",
      parentId: "root",
      path: "shelf",
      module: {
        default: () => null,
        loader: ({ context }: { context: AppLoadContext }) => context.store.products({}),
      },
    },
  },
  assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "1" },
  publicPath: "/",
  assetsBuildDirectory: "",
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: "initial" },
} as unknown as Exclude<Build, () => unknown>;

const config = readConfig({ LOG_LEVEL: "silent", PUBLIC_URL: "https://shop.co.ke" });
const log = createLog("silent");
const http = await createHttp(config, log);
const { db } = connectDatabase({ host: "127.0.0.1", port: 1 }, log);
const cache = createResponseCache();
await sitePages(http, {
  db,
  config,
  pages: { build, mode: "production" },
  cache,
  settings: createLiveSettings({ db, log, config, onChange: () => {} }).current,
});
const address = await http.listen({ port: 0, host: "127.0.0.1" });
const port = Number(new URL(address).port);
afterAll(() => http.close());

const page = async (path: string, headers = "", method = "GET") => {
  const answer = await sendRaw(
    port,
    `${method} ${path} HTTP/1.1\r\nHost: evil.example\r\n${headers}Connection: close\r\n\r\n`,
  );
  const [head = "", ...body] = answer.text.split("\r\n\r\n");
  return { ...answer, head: head.toLowerCase(), body: body.join("\r\n\r\n") };
};

describe("what React Router listens to from outside", () => {
  test.each([
    "X-React-Router-SPA-Mode: yes",
    "X-React-Router-Prerender-Data: %5B%5D",
    "X-React-Router-Error: 1",
    "X-Remix-Response: yes",
    "X-Forwarded-Host: evil.example",
    "Forwarded: host=evil.example",
    "Cookie: a=b",
    "Authorization: Bearer x",
    "token: x",
    "Origin: https://evil.example",
    "Referer: https://evil.example/?token=x",
  ])("%s does not reach the page", async (header) => {
    const { status, body } = await page("/about?search=x", `Accept-Language: sw\r\n${header}\r\n`);
    expect(status).toBe(200);
    expect(JSON.parse(body)).toEqual({
      url: "https://shop.co.ke/about?search=x",
      method: "GET",
      headers: {},
    });
  });

  test("of a kept page's query only what a page reads does", async () => {
    for (const query of ["?utm_source=x&fbclid=y", "?x=1"])
      expect(JSON.parse((await page(`/about${query}`)).body).url).toBe("https://shop.co.ke/about");
  });

  test.each([
    ["//evil.example/x", "https://shop.co.ke/evil.example/x"],
    ["/\\evil.example/x", "https://shop.co.ke/evil.example/x"],
    ["/\\/evil.example", "https://shop.co.ke/evil.example"],
    ["http://evil.example/x", "https://shop.co.ke/x"],
    ["https://user:pass@evil.example", "https://shop.co.ke/"],
    ["/@evil.example", "https://shop.co.ke/@evil.example"],
  ])("%s is a path of ours", async (path, url) => {
    expect(JSON.parse((await page(path)).body).url).toBe(url);
  });

  test.each(["POST", "PUT", "DELETE", "PATCH", "TRACE"])("%s to a page does nothing: 405", async (method) => {
    for (const path of ["/", "/login", "/login.data", "/_root.data", "/place-order?index"]) {
      const { status, head, body } = await page(path, "Content-Length: 0\r\n", method);
      expect({ status, body }).toEqual({ status: 405, body: "" });
      expect(head).toContain("allow: get, head");
      expect(head).toContain("cache-control: no-store");
    }
  });

  test("A fault of ours in a page is one answer with an id", async () => {
    const { status, head, body } = await page("/broken");
    expect(status).toBe(500);
    expect(head).toContain("cache-control: no-store");
    expect(head).toMatch(/x-request-id: [0-9a-f-]{36}/);
    expect(body).not.toMatch(/secret|\bat \//);
    expect((await page("/about")).status).toBe(200);
  });

  test("a page that needs the database while it is away says to come again: 503", async () => {
    const { status, head } = await page("/shelf");
    expect(status).toBe(503);
    expect(head).toContain("retry-after: 2");
    expect(head).toContain("cache-control: no-store");
    expect((await page("/about")).status).toBe(200);
  });
});
