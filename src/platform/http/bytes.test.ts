import { connect } from "node:net";
import { afterAll, describe, expect, test } from "vitest";
import { addProduct } from "../../../test/goods.ts";
import { customer } from "../../../test/people.ts";
import { bodyOf, sendRaw } from "../../../test/raw.ts";
import { openTestShop } from "../../../test/shop.ts";

const shop = await openTestShop();
const port = await shop.listen();
const tee = await addProduct(shop);
const person = await customer(shop);
afterAll(() => shop.close());

const GET = "GET /api/health HTTP/1.1\r\nHost: shop\r\n";
const END = "Connection: close\r\n\r\n";
const post = (headers: string, body: string) =>
  `POST /api/cart/add HTTP/1.1\r\nHost: shop\r\ntoken: ${person.token}\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`;
const cart = () => shop.query("select * from cart_lines");

/** Sees it refused with the status, in the one shape, the connection ended and nothing written. */
async function refused(bytes: string | Buffer, status: number, message?: string) {
  const answer = await sendRaw(port, bytes);
  expect(answer.status, answer.text).toBe(status);
  expect(answer.closed).toBe(true);
  expect(answer.text.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  expect(bodyOf(answer.text)).toEqual({ success: false, message: message ?? expect.any(String) });
  expect(answer.text.toLowerCase()).toMatch(/x-request-id: [0-9a-f-]{36}\r\n/);
  expect(answer.text.toLowerCase()).toContain("cache-control: no-store");
  expect(await cart()).toEqual([]);
}

describe("headers, addresses and encodings beyond measure", () => {
  test("17 kB of headers, a 64 kB address: 431", async () => {
    await refused(
      `${GET}X-Large: ${"x".repeat(17_000)}\r\n${END}`,
      431,
      "The request's headers are too large.",
    );
    await refused(`GET /${"x".repeat(65_536)} HTTP/1.1\r\nHost: shop\r\n${END}`, 431);
  });

  test("2,000 headers are read when they are small, and refused when they are not", async () => {
    const answer = await sendRaw(port, `${GET}${"a: b\r\n".repeat(2_000)}${END}`);
    expect(answer.status).toBe(200);
    await refused(`${GET}${"abcde: fghij\r\n".repeat(2_000)}${END}`, 431);
  });

  test.each(["/api/%ff", "/api/%", "/api/%c0%af", "/api/product/%e0%80", "/token/%zz"])(
    "%s cannot be read: 400",
    async (path) => {
      await refused(`GET ${path} HTTP/1.1\r\nHost: shop\r\n${END}`, 400);
      await refused(`POST ${path} HTTP/1.1\r\nHost: shop\r\nContent-Length: 0\r\n${END}`, 400);
    },
  );

  test.each([
    ["/%ff", 400],
    ["/product/%ff", 400],
    ["/%00", 404],
    ["/product/..%2f..%2fpackage.json", 404],
    ["/images/../../package.json", 404],
    ["/images/%2e%2e/products.json", 404],
    ["/images/..%2fproducts.json", 404],
    ["/images/..%5cproducts.json", 404],
    ["/images/..\\products.json", 404],
    ["/images/%00.svg", 400],
    ["/images/", 404],
    ["/assets/../../package.json", 404],
    ["http://elsewhere.example/images/../products.json", 404],
  ])("%s: %i, and no file", async (path, status) => {
    const answer = await sendRaw(port, `GET ${path} HTTP/1.1\r\nHost: shop\r\n${END}`);
    expect(answer.status).toBe(status);
    expect(answer.text).not.toMatch(/_id|root:|"name"/);
    expect(answer.text.toLowerCase()).toContain("cache-control: no-store");
    expect(answer.text.toLowerCase()).toMatch(/x-request-id: [0-9a-f-]{36}\r\n/);
  });
});

describe("smuggling: what two servers could read differently is refused", () => {
  const body = () => JSON.stringify({ itemId: tee._id, size: "M" });
  const hidden = () => `${body()}GET /api/health HTTP/1.1\r\nHost: shop\r\n\r\n`;

  test.each([
    ["CL and TE", "Content-Length: 4\r\nTransfer-Encoding: chunked"],
    ["TE and CL", "Transfer-Encoding: chunked\r\nContent-Length: 4"],
    ["two CL that differ", "Content-Length: 40\r\nContent-Length: 41"],
    ["two CL that agree", "Content-Length: 40\r\nContent-Length: 40"],
    ["a list as CL", "Content-Length: 40, 40"],
    ["a signed CL", "Content-Length: +40"],
    ["a hexadecimal CL", "Content-Length: 0x28"],
    ["a CL beyond numbers", "Content-Length: 99999999999999999999999"],
    ["an unknown TE", "Transfer-Encoding: xchunked"],
    ["chunked twice", "Transfer-Encoding: chunked, chunked"],
    ["TE with a space before the colon", "Transfer-Encoding : chunked"],
    ["a folded line", "X-Fold: a\r\n b\r\nContent-Length: 4"],
    ["a folded TE", "Transfer-Encoding:\r\n chunked"],
    ["a line without a colon", "Content-Length 40"],
    ["a name with a space", "Content Length: 40"],
    ["NUL in a value", "X-A: a\0b\r\nContent-Length: 4"],
    ["CR in a value", "X-A: a\rb\r\nContent-Length: 4"],
  ])("Ambiguous HTTP is refused: %s", async (_what, headers) => {
    await refused(post(headers, `0\r\n\r\n${hidden()}`), 400);
  });

  test.each([
    ["bare LF between headers", `GET /api/health HTTP/1.1\r\nHost: shop\nConnection: close\r\n\r\n`],
    ["bare LF everywhere", `GET /api/health HTTP/1.1\nHost: shop\nConnection: close\n\n`],
    [
      "a chunk size that is none",
      "POST /api/cart/add HTTP/1.1\r\nHost: shop\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n{}\r\n0\r\n\r\n",
    ],
    [
      "a chunk longer than said",
      "POST /api/cart/add HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}}}\r\n0\r\n\r\n",
    ],
    ["an unknown method", `FROB /api/health HTTP/1.1\r\nHost: shop\r\n${END}`],
    ["an unknown version", `GET /api/health HTTP/9.9\r\nHost: shop\r\n${END}`],
    ["no HTTP at all", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n"],
    ["a space in the address", `GET /api/ health HTTP/1.1\r\nHost: shop\r\n${END}`],
  ])("%s", async (_what, bytes) => {
    await refused(bytes, 400);
  });

  test("without Host, or with a body longer than said, nothing more is read from the connection", async () => {
    const nowhere = await sendRaw(port, "GET /api/health HTTP/1.1\r\n\r\n");
    expect({ status: nowhere.status, closed: nowhere.closed }).toEqual({ status: 400, closed: true });
    const longer = await sendRaw(
      port,
      post(`Content-Length: ${body().length - 1}\r\nConnection: close`, hidden()),
    );
    expect(longer.status).toBe(400);
    expect(longer.text.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(await cart()).toEqual([]);
  });

  test("what is well-formed passes, in chunks too, one after another on a connection", async () => {
    const chunked = `${body().length.toString(16)}\r\n${body()}\r\n0\r\n\r\n`;
    const two =
      post("Transfer-Encoding: chunked", chunked) +
      post(`Content-Length: ${body().length}\r\nConnection: close`, body());
    const answer = await sendRaw(port, two);
    expect(answer.text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
    expect(await cart()).toMatchObject([{ quantity: 2 }]);
    await shop.query("delete from cart_lines");
  });
});

describe("bodies that lie about their length", () => {
  test("an endless one is cut at 64 KiB", async () => {
    const answer = await sendRaw(port, post("Transfer-Encoding: chunked", ""), {
      during: (socket) => {
        const chunk = `1000\r\n${"x".repeat(4096)}\r\n`;
        const pump = () => {
          while (!socket.destroyed && socket.write(chunk));
        };
        socket.on("drain", pump);
        pump();
      },
    });
    expect(answer.status).toBe(413);
    expect(answer.closed).toBe(true);
  });

  test("one announced larger than allowed is refused before it comes", async () => {
    const answer = await sendRaw(port, post("Content-Length: 10000000000", ""));
    expect(answer.status).toBe(413);
    expect(bodyOf(answer.text)).toEqual({ success: false, message: "The request is too large." });
  });

  test("one that breaks off leaves nothing", async () => {
    await sendRaw(port, post("Content-Length: 400", '{"itemId":'), { during: (socket) => socket.end() });
    expect(await cart()).toEqual([]);
    expect((await shop.get("/api/health")).status).toBe(200);
  });
});

describe("who is slow is cut, and nobody waits for him", () => {
  test("the limits are set, and looked at every second", () => {
    const { headersTimeout, requestTimeout, timeout, keepAliveTimeout } = shop.http.server;
    expect({ headersTimeout, requestTimeout, timeout, keepAliveTimeout }).toEqual({
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      timeout: 60_000,
      keepAliveTimeout: 72_000,
    });
  });

  test("A slow connection is cut, and nobody waits for it", async () => {
    const { headersTimeout, requestTimeout } = shop.http.server;
    shop.http.server.headersTimeout = 300;
    shop.http.server.requestTimeout = 600;
    try {
      const drip = (socket: ReturnType<typeof connect>, byte: string) => {
        const timer = setInterval(() => socket.write(byte), 50);
        socket.on("close", () => clearInterval(timer));
      };
      const slow = [
        sendRaw(port, "GET /api/health HTTP/1.1\r\nHost: sh", { during: (socket) => drip(socket, "x") }),
        sendRaw(port, post("Content-Length: 60000", "{"), { during: (socket) => drip(socket, " ") }),
        sendRaw(port, ""),
      ];
      const idle = Array.from({ length: 200 }, () => connect(port, "127.0.0.1").on("error", () => {}));
      expect((await sendRaw(port, `${GET}${END}`)).status).toBe(200);
      for (const { status, closed } of await Promise.all(slow))
        expect({ status, closed }).toEqual({ status: 408, closed: true });
      for (const socket of idle) socket.destroy();
      expect(await cart()).toEqual([]);
    } finally {
      Object.assign(shop.http.server, { headersTimeout, requestTimeout });
    }
  });
});
