import { readFile } from "node:fs/promises";
import { afterAll, describe, expect, test } from "vitest";
import { builtPages } from "../../../test/built-pages.ts";
import { openPages } from "../../../test/pages.ts";
import { openTestShop } from "../../../test/shop.ts";
import { buildApp } from "../../app.server.ts";

const logged: string[] = [];

const shop = await openTestShop();
const pages = await openPages(shop, { LOG_LEVEL: "error" }, { write: (line) => void logged.push(line) });
const http = pages.http;
afterAll(() => shop.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  http.inject({ method: "GET", url, headers });

describe("pages from the server (specification §2)", () => {
  test("Pages come whole from the server and read without scripts", async () => {
    const [product] = await shop.query<{ id: string; name: string }>(
      "select id, name from products order by id desc limit 1",
    );
    for (const path of ["/", "/collection", `/product/${product?.id}`, "/about", "/contact"]) {
      const page = await get(path, { token: "x".repeat(43) });
      expect(page.statusCode, path).toBe(200);
      expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(page.body).toMatch(/<title>[^<]+<\/title>/);
      expect(page.body.match(/<h1/g), path).toHaveLength(1);
      expect(page.headers["set-cookie"]).toBeUndefined();
    }
    expect((await get(`/product/${product?.id}`)).body).toContain(String(product?.name));
  });

  test("contact shows the store, named for who cannot see it, in few bytes", async () => {
    const { body } = await get("/contact");
    expect(body).toMatch(/<img src="\/contact\.svg" width="720" height="540" alt="Our store on [^"]+"\/>/);
    const picture = await get("/contact.svg", { "accept-encoding": "br" });
    expect(picture).toMatchObject({ statusCode: 200, headers: { "content-type": "image/svg+xml" } });
    expect(picture.rawPayload.length).toBeLessThan(2_000);
  });

  test("without trending products home says so", async () => {
    await shop.query("update products set trending = false");
    await expect.poll(async () => (await get("/")).body).toContain("No trending products found");
  });

  test("unknown paths and products are 404 pages", async () => {
    for (const path of ["/nothing", "/product/none", "/product/__proto__", "/no/such/page"]) {
      const page = await get(path);
      expect(page.statusCode, path).toBe(404);
      expect(page.body, path).toMatch(/<main.*<h1.*href="\/collection".*<\/main>/s);
    }
    const markup = "</script><script>window.hacked = 1</script>";
    for (const path of [
      "/collection/x",
      "/%E0%A4%A",
      "/%ff",
      "/%0d%0aX:%20y",
      "/%0a",
      "/%e2%80%a8",
      "/nothing%0d%0a.data",
      "/product/..%2f..%2fetc%2fpasswd",
      "/orders/..%5c..%5c",
      `/${"a".repeat(4_000)}`,
      `/${encodeURIComponent(markup)}`,
      `/product/${encodeURIComponent(markup)}`,
    ]) {
      const page = await get(path);
      expect([400, 404, 414], path).toContain(page.statusCode);
      expect(page.body, path).not.toContain(markup);
    }
    // nothing of it is a fault of ours
    expect(logged).toEqual([]);
  });

  test("an address with characters that cannot be stored finds nothing, and breaks nothing", async () => {
    for (const id of ["%00", "a%00b", "x".repeat(65)])
      expect((await get(`/product/${id}`)).statusCode, id).toBe(404);
    for (const search of ["%00", "a%00b", "%EF%BF%BD", `${"x".repeat(99)}%F0%9F%98%80`])
      expect((await get(`/collection?search=${search}`)).statusCode, search).toBe(200);
  });

  test("Markup in a product's name is text", async () => {
    const name = "</script><script>alert(1)</script><!--\u2028<b>";
    const [product] = await shop.query<{ id: string }>("select id from products order by id limit 1");
    await shop.query("update products set name = $1, description = $1 where id = $2", [name, product?.id]);
    const { body } = await get(`/product/${product?.id}`);
    expect(body).not.toContain("<script>alert(1)");
    expect(body).not.toMatch(/<script[^>]*>[^<]*\u2028/);
  });

  test("pictures and scripts are of their types, and nothing outside their folders is served", async () => {
    const page = await get("/");
    const script = /\/assets\/[\w.-]+\.js/.exec(page.body)?.[0] ?? "";
    const brotli = await get(script, { "accept-encoding": "br" });
    expect(brotli.headers["content-encoding"]).toBe("br");
    expect(brotli.rawPayload).toEqual(await readFile(`build/client${script}.br`));
    const pictures = /\/pictures\/[\w-]+\//.exec(page.body)?.[0] ?? "";
    for (const [file, type] of [
      ["360.avif", "image/avif"],
      ["360.webp", "image/webp"],
      ["720.jpg", "image/jpeg"],
      ["share.jpg", "image/jpeg"],
    ]) {
      const { headers } = await get(`${pictures}${file}`);
      expect(headers["content-type"]).toBe(type);
    }
    const drawing = await get("/images/moja-mbili-tee-front.svg");
    expect(drawing.headers["content-type"]).toContain("image/svg+xml");
    for (const missing of ["/images/none.svg", "/pictures/none-00000000/720.jpg", `${pictures}721.jpg`]) {
      const { statusCode, body, headers } = await get(missing);
      expect([statusCode, body], missing).toEqual([404, "There is nothing at this address."]);
      expect(headers["cache-control"]).toBe("no-store");
    }
    for (const path of [
      "/pictures/../products.json",
      "/pictures/..%2fproducts.json",
      "/assets/..%2f..%2fserver%2findex.js",
    ]) {
      expect((await get(path)).statusCode, path).toBeGreaterThanOrEqual(400);
    }
  });

  test("while developing, Vite answers first for what it knows, and never for the API", async () => {
    const { config, log, database } = shop;
    const build = await builtPages();
    const asked: (string | undefined)[] = [];
    const { http: developing } = await buildApp({
      config,
      log,
      database,
      pages: {
        build,
        mode: "development",
        middleware: (request, response, next) => {
          asked.push(request.url);
          if (request.url === "/@vite/client") response.end("vite");
          else next();
        },
      },
    });
    expect((await developing.inject("/@vite/client")).body).toBe("vite");
    expect((await developing.inject("/about")).body).toContain("<h1");
    expect((await developing.inject("/api/health")).statusCode).toBe(200);
    expect(asked).toEqual(["/@vite/client", "/about"]);
    await developing.close();
  });

  test("the first view needs nothing but the document; who buys or logs in gets the scripts at once", async () => {
    for (const path of ["/", "/collection", "/about"]) {
      const { body } = await get(path);
      expect(body).not.toMatch(/rel="(stylesheet|modulepreload)"|<script[^>]+(src=|type="module")/);
      expect(
        body.match(/<style data-precedence="page" data-href="\/assets\/root-[^"]+">:root\{/g),
      ).toHaveLength(1);
      expect(body.match(/<script type="text\/plain" data-as="module">\s*import/g)).toHaveLength(1);
      // the watch over its scripts and the bootstrap script alone run while the page is read
      expect(body.match(/<script(?! type="(?:text\/plain|application\/ld\+json)")/g)).toHaveLength(2);
    }
    for (const path of ["/cart", "/place-order", "/login", "/mpesa"]) {
      const { body } = await get(path);
      expect(body).not.toMatch(/rel="stylesheet"|type="text\/plain"/);
      expect(body.match(/<script[^>]* type="module" async="">/g)).toHaveLength(1);
      expect(body.match(/rel="modulepreload"/g)?.length).toBeGreaterThan(3);
    }
  });
});
