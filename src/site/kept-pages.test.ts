import { brotliDecompressSync, gunzipSync } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { addProduct, type Goods } from "../../test/goods.ts";
import { type OpenPages, openPages } from "../../test/pages.ts";
import { sendRaw } from "../../test/raw.ts";
import { openTestShop, type TestShop } from "../../test/shop.ts";
import { layWire } from "../../test/wire.ts";

const LIST = "/api/product/list";
let shop: TestShop;
/** Two processes on one database. */
let one: OpenPages;
let two: OpenPages;
let lines: string[];
let tee: Goods;

beforeAll(async () => {
  shop = await openTestShop();
  lines = [];
  one = await openPages(shop, { LOG_LEVEL: "debug" }, { write: (line) => void lines.push(line) });
  two = await openPages(shop);
});
beforeEach(async () => {
  tee = await addProduct(shop, { name: "Kept tee", price: 1_111, stock: { M: 9, L: 9 } });
  for (const pages of [one, two]) await keeps(pages);
});
afterAll(async () => {
  await one.close();
  await two.close();
  await shop.close();
});

/** Waits until this process hears of changes, and so answers home from what it keeps. */
async function keeps(pages: OpenPages): Promise<void> {
  const twice = () => statements(pages, () => pages.ask("/").then(() => pages.ask("/")));
  await expect.poll(twice, { timeout: 10_000 }).toBe(0);
}

/** How many statements the process's pool sends while it works. */
async function statements({ database }: OpenPages, work: () => Promise<unknown>): Promise<number> {
  const { query } = pg.Client.prototype;
  let count = 0;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client & { application_name?: string },
    ...given: unknown[]
  ) {
    if (!String(given[0]).startsWith("listen")) count += 1;
    return Reflect.apply(query, this, given);
  } as typeof query);
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  expect(database.pool.waitingCount).toBe(0);
  return count;
}

const priceOf = async (pages: OpenPages, path = `/product/${tee._id}`) =>
  /Ksh (1,1\d\d)/.exec(await pages.text(path))?.[1];

describe("what changed is shown at once, in every process", () => {
  test("a price, on the product's page, its data, home and the list", async () => {
    const paths = [`/product/${tee._id}`, "/", "/collection"];
    for (const path of [...paths, `/product/${tee._id}.data`, LIST])
      for (const pages of [one, two]) expect(await pages.text(path), path).toMatch(/1,111|1111/);
    await shop.query("update products set price = 1122 where id = $1", [tee._id]);
    for (const pages of [one, two]) {
      await expect.poll(() => priceOf(pages), { interval: 5, timeout: 2_000 }).toBe("1,122");
      // the note has come: nothing old is given to anybody now
      for (const path of paths) expect(await priceOf(pages, path), path).toBe("1,122");
      for (const path of [`/product/${tee._id}.data`, LIST]) {
        const text = await pages.text(path);
        expect(text, path).toContain("1122");
        expect(text, path).not.toContain("1111");
      }
    }
  });

  test("not before it is committed, and not when it is rolled back", async () => {
    await priceOf(one);
    const client = await shop.looking.connect();
    await client.query("begin");
    await client.query("update products set price = 1133 where id = $1", [tee._id]);
    expect(await statements(one, async () => expect(await priceOf(one)).toBe("1,111"))).toBe(0);
    await client.query("rollback");
    expect(await statements(one, async () => expect(await priceOf(one)).toBe("1,111"))).toBe(0);
    await client.query("begin");
    await client.query("update products set price = 1144 where id = $1", [tee._id]);
    await client.query("commit");
    client.release();
    await expect.poll(() => priceOf(one), { interval: 5, timeout: 2_000 }).toBe("1,144");
  });

  test("a product that is withdrawn, deleted or new", async () => {
    expect((await one.ask(`/product/${tee._id}`)).status).toBe(200);
    const statusSoon = (status: number) =>
      expect
        .poll(async () => (await one.ask(`/product/${tee._id}`)).status, { interval: 5, timeout: 2_000 })
        .toBe(status);
    await shop.query("update products set published = false where id = $1", [tee._id]);
    await statusSoon(404);
    await shop.query("update products set published = true where id = $1", [tee._id]);
    await statusSoon(200);
    await shop.query("delete from products where id = $1", [tee._id]);
    await statusSoon(404);
    await one.ask("/");
    const fresh = await addProduct(shop, { name: "Brand-new scarf" });
    await expect.poll(() => one.text("/"), { interval: 5, timeout: 2_000 }).toContain(fresh._id);
  });

  test("of stock only what is shown: a sale from plenty drops nothing, the last few their page, sold out all", async () => {
    const page = `/product/${tee._id}`;
    const sell = (left: number) =>
      shop.query("update stock set on_hand = $2 where product_id = $1 and size = 'M'", [tee._id, left]);
    const soon = (path: string, text: string) =>
      expect.poll(() => one.text(path), { interval: 5, timeout: 2_000 }).toContain(text);
    await one.ask(page);
    await one.ask("/");
    await sell(4);
    // a note sent by a later transaction comes later: after it, one of the sale would have been here
    const other = await addProduct(shop, { stock: { M: 4 } });
    await one.ask(`/product/${other._id}`);
    await one.ask(page);
    await one.ask("/");
    await shop.query("update stock set on_hand = 3 where product_id = $1", [other._id]);
    await soon(`/product/${other._id}`, "3 left");
    expect(await statements(one, () => Promise.all([one.ask(page), one.ask("/")]))).toBe(0);
    await sell(3);
    await soon(page, "3 left");
    expect(await statements(one, () => one.ask("/"))).toBe(0);
    await sell(0);
    await soon(page, "Sold out");
    const soldOut = async () => (await one.text("/")).match(/>Sold out</g)?.length ?? 0;
    const before = await soldOut();
    await shop.query("update stock set on_hand = 0 where product_id = $1", [tee._id]);
    await expect.poll(soldOut, { interval: 5, timeout: 2_000 }).toBe(before + 1);
    await shop.query("delete from stock where product_id = $1 and size = 'L'", [tee._id]);
    await sell(8);
    await expect.poll(() => one.text(page), { interval: 5, timeout: 2_000 }).toMatch(/Sold out/);
  });

  test("how many are left in plenty is not in the page at all", async () => {
    await shop.query("update stock set on_hand = 7654 where product_id = $1", [tee._id]);
    await expect.poll(() => one.text(LIST)).toContain("7654");
    for (const path of [`/product/${tee._id}`, `/product/${tee._id}.data`, "/", "/collection"])
      expect(await one.text(path), path).not.toContain("7654");
  });

  test("a lost connection: nothing old is given, and what changes afterwards is heard of again", async () => {
    for (let round = 0; round < 3; round += 1) {
      await keeps(one);
      const price = 1_150 + round;
      const client = await shop.looking.connect();
      await client.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'sauti-ear'",
      );
      await client.query("update products set price = $2 where id = $1", [tee._id, price]);
      client.release();
      for (const pages of [one, two])
        await expect.poll(() => priceOf(pages), { interval: 5, timeout: 4_000 }).toBe(`1,${price - 1000}`);
    }
    await keeps(two);
    await shop.query("update products set price = 1199 where id = $1", [tee._id]);
    await expect.poll(() => priceOf(two), { interval: 5, timeout: 2_000 }).toBe("1,199");
  });
});

test("behind a pooler that swallows notes nothing is kept, and what changes is shown all the same", async () => {
  const wire = await layWire(shop.connection);
  wire.mute();
  const pages = await openPages({ ...shop, connection: { ...shop.connection, ...wire.server } });
  for (const price of [1_131, 1_132, 1_133]) {
    await shop.query("update products set price = $1 where id = $2", [price, tee._id]);
    // what a page asks is asked again after a second
    await expect.poll(() => priceOf(pages), { timeout: 3_000 }).toBe(price.toLocaleString("en"));
  }
  wire.mend();
  await keeps(pages);
  await pages.close();
  wire.close();
});

describe("what is kept", () => {
  test("a stampede renders once, and asks the database once", async () => {
    const page = `/product/${tee._id}`;
    const alone = await statements(one, () => one.ask(page));
    expect(alone).toBeGreaterThan(0);
    await shop.query("update products set price = 1166 where id = $1", [tee._id]);
    await expect.poll(() => priceOf(one), { interval: 5, timeout: 2_000 }).toBe("1,166");
    const fresh = await addProduct(shop);
    await expect.poll(() => one.text("/"), { interval: 5, timeout: 2_000 }).toContain(fresh._id);
    await keeps(one);
    const crowd = await statements(one, async () => {
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => one.ask(`/product/${fresh._id}`, { "accept-encoding": "br" })),
      );
      expect(new Set(answers.map(({ body }) => body.toString("base64"))).size).toBe(1);
    });
    expect(crowd).toBe(alone);
  });

  test("is the same in every encoding, packed or not, on the first asking and later; HEAD has no body", async () => {
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

  test("is the same for everybody: no header of theirs changes a byte, and no answer sets a cookie", async () => {
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

  test("comes with the headers of the usual way, and an id of its own", async () => {
    for (const path of ["/", `/product/${tee._id}`, LIST, "/about.data"]) {
      const usual = await one.http.inject({ url: path, headers: { "accept-encoding": "br", host: "x" } });
      const [front, again] = [
        await one.ask(path, { "accept-encoding": "br" }),
        await one.ask(path, { "accept-encoding": "br" }),
      ];
      const without = ({
        "x-request-id": id,
        date,
        connection,
        "keep-alive": alive,
        ...rest
      }: object & {
        [name: string]: unknown;
      }) => rest;
      expect(without(front.headers), path).toEqual(without(usual.headers));
      expect(front.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
      expect(front.headers["x-request-id"]).not.toBe(again.headers["x-request-id"]);
    }
  });

  test("stands in the log like every answer", async () => {
    await one.ask("/about");
    lines.length = 0;
    const { headers } = await one.ask("/about", { "accept-encoding": "" });
    await expect
      .poll(() => lines.map((line) => JSON.parse(line)))
      .toContainEqual(
        expect.objectContaining({
          reqId: headers["x-request-id"],
          method: "GET",
          path: "/about",
          status: 200,
          ms: expect.any(Number),
          msg: "answered",
        }),
      );
  });

  test("several requests in one packet, on one connection, are answered in turn", async () => {
    await one.ask("/about");
    await one.ask(LIST);
    const get = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nHost: shop\r\n${more}\r\n`;
    const { text } = await sendRaw(
      one.port,
      get("/about") + get("/api/health") + get(LIST) + get("/about", "Connection: close\r\n"),
    );
    expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(4);
    let at = 0;
    for (const mark of ["<h1", "Alive", "Products found", "<h1"]) {
      at = text.indexOf(mark, at) + 1;
      expect(at, mark).toBeGreaterThan(0);
    }
  });

  test("addresses that nobody's link uses, searches and other methods are answered, and not kept", async () => {
    for (const path of [
      "/?x=1",
      "/about/",
      "/collection?sort=relevant",
      "/collection?search=tee",
      `${LIST}?x=1`,
    ]) {
      await one.ask(path);
      await one.ask(path);
      expect((await one.ask(path)).status, path).toBe(200);
    }
    expect((await one.ask("/about", {}, "POST")).status).toBe(405);
    expect((await one.ask("/product/none")).status).toBe(404);
  });

  test("another site that asks for the list is answered by the rules for other sites", async () => {
    await one.ask(LIST);
    const { status, headers } = await one.ask(LIST, { origin: "https://evil.example" });
    expect(status).toBe(200);
    expect(headers["access-control-allow-origin"]).toBeUndefined();
  });
});

test("the home page asks nothing that grows with the catalogue", async () => {
  await shop.query("update products set bestseller = bestseller where id = $1", [tee._id]);
  const { query } = pg.Client.prototype;
  const asked: string[] = [];
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [first] = given as [string | { text?: string }];
    asked.push(typeof first === "string" ? first : (first.text ?? ""));
    return Reflect.apply(query, this, given);
  } as typeof query);
  const ofProducts = async () => {
    await two.ask("/");
    return asked.filter((text) => text.includes("products")).length;
  };
  await expect.poll(ofProducts).toBe(3);
  spy.mockRestore();
  expect(asked.filter((text) => /count\(/.test(text))).toEqual([]);
});

test("while closing, what is kept is answered too, and the connection ends", async () => {
  const closing = await openPages(shop);
  await keeps(closing);
  const GET = "GET / HTTP/1.1\r\nHost: shop\r\n\r\n";
  let close: Promise<unknown> | undefined;
  const answer = await sendRaw(closing.port, GET, {
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
