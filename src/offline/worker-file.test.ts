import { resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { builtPages } from "../../test/built-pages.ts";
import { openTestShop } from "../../test/shop.ts";
import { buildApp } from "../app.server.ts";
import { pageKey } from "./rules.ts";

const shop = await openTestShop();
await builtPages();
afterAll(() => shop.close());

/** The shop with its pages; SERVICE_WORKER as given. */
async function withPages(SERVICE_WORKER: "on" | "off") {
  const build = await builtPages();
  const { config, log, database } = shop;
  const pages = { build, mode: "production" as const, clientFolder: resolve("build/client") };
  return (await buildApp({ config: { ...config, SERVICE_WORKER }, log, database, pages })).http;
}

test("the worker is revalidated each time, and unchanged it is a 304", async () => {
  const http = await withPages("on");
  const worker = await http.inject("/sw.js");
  expect(worker.statusCode).toBe(200);
  expect(worker.headers).toMatchObject({
    "cache-control": "no-cache",
    "content-type": "text/javascript; charset=utf-8",
  });
  expect(worker.body).toContain("No connection");
  const headers = { "if-none-match": String(worker.headers.etag) };
  expect((await http.inject({ url: "/sw.js", headers })).statusCode).toBe(304);
  expect((await http.inject("/sw.js.br")).statusCode).toBe(404);
  await http.close();
});

test("switched off, it unregisters itself and deletes its caches", async () => {
  const http = await withPages("off");
  const { body, headers } = await http.inject("/sw.js");
  expect(headers["cache-control"]).toBe("no-cache");
  expect(body).not.toContain("fetch");
  const done: string[] = [];
  const listeners = new Map<string, (event: { waitUntil(work: Promise<void>): void }) => void>();
  const kept = ["copies-1-pages", "another"];
  new Function("addEventListener", "skipWaiting", "caches", "registration", body)(
    (name: string, listener: () => void) => listeners.set(name, listener),
    () => done.push("takes over"),
    { keys: async () => kept, delete: async (name: string) => done.push(`forgets ${name}`) },
    { unregister: async () => done.push("leaves") },
  );
  for (const name of ["install", "activate"])
    await new Promise<void>((resolve) => {
      listeners.get(name)?.({ waitUntil: (work) => void work.then(resolve) });
      if (name === "install") resolve();
    });
  expect(done).toEqual(["takes over", "forgets copies-1-pages", "forgets another", "leaves"]);
  await http.close();
});

test("every cached page is the same bytes for everybody", async () => {
  const http = await withPages("on");
  const [product] = await shop.query<{ id: string }>("select id from products order by id limit 1");
  const paths = `/ /collection /about /contact /cart /login /forgot-password /profile /orders /place-order /mpesa-verification /mpesa /product/${product?.id}`;
  for (const path of paths.split(" ")) {
    expect(pageKey(new URL(path, "http://shop")), path).toBe(path);
    const anybody = await http.inject(path);
    const headers = { token: "t".repeat(43), cookie: "name=wanjiku", authorization: "Bearer wanjiku" };
    const somebody = await http.inject({ url: `${path}?email=wanjiku@example.com`, headers });
    expect(anybody.statusCode, path).toBe(200);
    expect(somebody.body, path).toBe(anybody.body);
    expect(somebody.headers["set-cookie"]).toBeUndefined();
  }
  await http.close();
});
