import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { openTwo, priceIn, statements, untilCached } from "../../../test/cached-pages.ts";
import { addProduct } from "../../../test/goods.ts";
import { type OpenPages, openPages } from "../../../test/pages.ts";
import { sendRaw } from "../../../test/raw.ts";
import { recorded } from "../../../test/recorded.ts";

const LIST = "/api/product/list";

const opened = await openTwo();
const { shop, one, two } = opened;
const tee = await opened.begin();
afterAll(() => opened.close());

const priceOf = (pages: OpenPages, path = `/product/${tee._id}`) => priceIn(pages, path);

describe("a cached response", () => {
  test("A crowd asking the same costs one query", async () => {
    const page = `/product/${tee._id}`;
    const alone = await statements(one, () => one.ask(page));
    expect(alone).toBeGreaterThan(0);
    await shop.query("update products set price = 1166 where id = $1", [tee._id]);
    await expect.poll(() => priceOf(one)).toBe("1,166");
    const fresh = await addProduct(shop);
    await expect.poll(() => one.text("/")).toContain(fresh._id);
    await untilCached(one);
    const crowd = await statements(one, async () => {
      // as many as are let in however slow the machine is
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => one.ask(`/product/${fresh._id}`, { "accept-encoding": "br" })),
      );
      expect(new Set(answers.map(({ body }) => body.toString("base64"))).size).toBe(1);
    });
    expect(crowd).toBe(alone);
  });

  test("is the same in every encoding, compressed or not, on the first request and later; HEAD has no body", async () => {
    for (const path of ["/", `/product/${tee._id}`, "/collection", "/_root.data", LIST]) {
      const plain = (await one.ask(path)).body.toString();
      for (const round of [1, 2]) {
        const br = await one.ask(path, { "accept-encoding": "gzip, deflate, br" });
        expect(br.headers["content-encoding"], path).toBe("br");
        expect(brotliDecompressSync(br.body).toString(), path).toBe(plain);
        const gzip = await one.ask(path, { "accept-encoding": "gzip;q=0.5, br;q=0" });
        expect(gunzipSync(gzip.body).toString(), path).toBe(plain);
        const none = await one.ask(path, { "accept-encoding": "br;q=0, gzip;q=0" });
        expect(none.headers["content-encoding"]).toBeUndefined();
        expect(none.body.toString()).toBe(plain);
        for (const { headers, body } of [br, gzip, none]) {
          expect(Number(headers["content-length"]), `${path} ${round}`).toBe(body.length);
          expect(headers.vary).toMatch(/accept-encoding/i);
        }
        const head = await one.ask(path, { "accept-encoding": "br" }, "HEAD");
        expect(head.body.length).toBe(0);
        expect(head.headers).toMatchObject({
          etag: br.headers.etag,
          "content-length": String(br.body.length),
        });
      }
    }
  });

  test("an unchanged page costs no bytes, in any process", async () => {
    for (const path of ["/", "/about", `/product/${tee._id}`, LIST]) {
      const { etag = "" } = (await one.ask(path)).headers;
      for (const pages of [one, two])
        for (const asked of [etag, `"x", ${etag}`, etag.replace("W/", ""), "*"]) {
          const { status, headers, body } = await pages.ask(path, { "if-none-match": asked });
          expect({ status, body: body.length, etag: headers.etag }, path).toEqual({
            status: 304,
            body: 0,
            etag,
          });
          expect(headers["content-length"]).toBeUndefined();
        }
      expect((await one.ask(path, { "if-none-match": 'W/"other"' })).status).toBe(200);
    }
  });

  test("A cached page is the same for everybody", async () => {
    for (const path of ["/", "/collection", `/product/${tee._id}`, LIST]) {
      const plain = await one.ask(path);
      const theirHeaders: Record<string, string>[] = [
        { token: "x".repeat(43) },
        { cookie: "a=b" },
        { "accept-language": "sw" },
        { "save-data": "on" },
        { "user-agent": "Googlebot" },
        { authorization: "Bearer x" },
      ];
      for (const headers of theirHeaders) {
        const theirs = await one.ask(path, headers);
        expect(theirs.body.equals(plain.body), `${path} ${Object.keys(headers)}`).toBe(true);
        expect(theirs.headers["set-cookie"]).toBeUndefined();
      }
    }
  });

  test("searches are cached, products by id are not; what no page or list reads of an address makes no other entry", async () => {
    for (const path of ["/collection?search=kept+tee", `${LIST}?search=kept+tee`]) {
      expect(await one.text(path)).toContain(tee._id);
      for (const more of ["", "&utm_source=x"])
        expect(await statements(one, () => one.ask(path + more)), path + more).toBe(0);
    }
    for (const more of ["", "&x=2"])
      expect(await statements(one, () => one.ask(`${LIST}?id=${tee._id}${more}`)), more).toBe(1);
  });
});

test("the home page runs no query that grows with the catalogue", async () => {
  await shop.query("update products set bestseller = not bestseller where id = $1", [tee._id]);
  const asked: string[] = [];
  const ofProducts = async () => {
    asked.push(...(await recorded(() => two.ask("/"))).map(({ text }) => text));
    return asked.filter((text) => text.includes("products")).length;
  };
  // latest, best sellers, trending, offers, drops, and the episodes of which something is on sale
  await expect.poll(ofProducts).toBe(6);
  expect(asked.filter((text) => /count\(/.test(text))).toEqual([]);
});

test("while closing, cached responses are served too, and the connection ends", async () => {
  const closing = await openPages(shop);
  await untilCached(closing);
  const GET = "GET / HTTP/1.1\r\nHost: shop\r\n\r\n";
  let close: Promise<unknown> | undefined;
  const answer = await sendRaw(closing.port, GET, {
    patience: 10_000,
    during: (socket) =>
      socket.once("data", () => {
        socket.write(GET.slice(0, 5));
        setTimeout(() => {
          close = closing.http.close();
          setTimeout(() => socket.write(GET.slice(5)), 50);
        }, 50);
      }),
  });
  expect(answer.closed).toBe(true);
  expect(answer.text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
  expect(answer.text.toLowerCase()).toContain("connection: close");
  await close;
  await closing.close();
});
