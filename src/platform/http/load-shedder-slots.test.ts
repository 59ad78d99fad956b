import type { AddressInfo } from "node:net";
import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readConfig } from "../../config.server.ts";
import { busyPage } from "../../site/pages/busy-page.server.ts";
import { priorityOf } from "../../site/pages/request-priority.server.ts";
import { createLog } from "../log.server.ts";
import { createHttp, type Http } from "./http.server.ts";
import { createLoadShedder } from "./load-shedder.server.ts";

// Who finds a place, on answers that wait for nothing but the test: a database's pace must not count here.

const LIST = "/api/product/list";
const ORDER = "/api/order/placeOrder";
const CALLBACK = "/hooks/card";
const LOGIN = "/api/user/login";
/** How long a slow machine may take, in milliseconds; longer than work counts that nobody waits for. */
const SOON = { timeout: 20_000 };

let http: Http;
let port: number;
let door: string;
/** Requests that were let in and wait to be answered. */
let waiting: Record<string, number>;
let open: () => void;
let opened: Promise<void>;
let sockets: Socket[];

beforeEach(async () => {
  const config = readConfig({
    LOG_LEVEL: "silent",
    PUBLIC_URL: "http://localhost:3000",
    CORS_ORIGINS: "https://shop.co.ke",
  });
  const log = createLog("silent");
  const loadShedder = createLoadShedder({
    config,
    log,
    serveDueForRefresh: () => false,
    priorityOf: (path) => priorityOf(path, () => "none"),
    busyPage,
  });
  http = await createHttp(config, log, { preRouting: [loadShedder.handle] });
  http.addHook("onSend", async (request) => loadShedder.markResponded(request.raw));
  http.addHook("onClose", async () => loadShedder.close());
  waiting = { [LIST]: 0, [ORDER]: 0 };
  opened = new Promise((resolve) => {
    open = resolve;
  });
  const wait = async (path: string) => {
    waiting[path] = (waiting[path] ?? 0) + 1;
    await opened;
    return { success: true };
  };
  http.get(LIST, () => wait(LIST));
  http.post(ORDER, () => wait(ORDER));
  http.post(CALLBACK, async () => ({ success: true }));
  http.post(LOGIN, async () => ({ success: true }));
  await http.listen({ port: 0, host: "127.0.0.1" });
  port = (http.server.address() as AddressInfo).port;
  door = `http://127.0.0.1:${port}`;
  sockets = [];
});
afterEach(async () => {
  open();
  for (const socket of sockets) socket.destroy();
  await http.close();
});

const ask = (path: string, given: RequestInit = {}) =>
  fetch(`${door}${path}`, { method: path === LIST ? "GET" : "POST", ...given });

/** The status of one more who browses; 0 for one who found a place and waits in it. */
const oneMore = (patience = 500) =>
  ask(LIST, { signal: AbortSignal.timeout(patience) }).then(
    ({ status }) => status,
    () => 0,
  );

/** Asked at once by so many; gives the statuses that have come, and all of them in the end. */
function many(count: number, path: string, given?: RequestInit) {
  const come: number[] = [];
  const all = Array.from({ length: count }, async () => come.push((await ask(path, given)).status));
  return { come, all: Promise.allSettled(all) };
}

/** So many connections that have sent these bytes; gives what came back on all of them. */
function send(count: number, bytes: string) {
  const seen = { text: "" };
  for (let at = 0; at < count; at += 1) {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    socket.on("data", (chunk) => {
      seen.text += chunk;
    });
    socket.write(bytes);
    sockets.push(socket);
  }
  return seen;
}

const countOf = (statuses: number[], status: number) => statuses.filter((each) => each === status).length;

test("browsing leaves a fifth to orders, and those who only wait on others a fifth to browsing", async () => {
  const browsing = many(150, LIST);
  await expect.poll(() => browsing.come.length, SOON).toBeGreaterThanOrEqual(70);
  const ordering = many(20, ORDER);
  await expect.poll(() => waiting[ORDER], SOON).toBe(20);
  expect(ordering.come).toEqual([]);
  open();
  await Promise.all([browsing.all, ordering.all]);
  expect(countOf(ordering.come, 200)).toBe(20);
  expect(countOf(browsing.come, 200)).toBe(waiting[LIST]);
  expect(countOf(browsing.come, 503)).toBe(150 - (waiting[LIST] ?? 0));
});

test("a page is refused as a small page that tries again, and another site's call readably", async () => {
  const browsing = many(120, LIST);
  const began = performance.now();
  // once they have waited longer than a page may take, the places for more of them only become fewer
  await expect
    .poll(async () => (await oneMore()) === 503 && performance.now() - began > 600, SOON)
    .toBe(true);
  const page = await fetch(`${door}/collection`);
  expect(page.status).toBe(503);
  expect(Object.fromEntries(page.headers)).toMatchObject({
    "cache-control": "no-store",
    "content-type": "text/html; charset=utf-8",
    "retry-after": "2",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
  });
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(await page.text()).toMatch(
    /<meta http-equiv="refresh" content="[2-5]">.*The shop is very busy right now/,
  );
  const head = await fetch(`${door}/collection`, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([503, ""]);
  const call = await fetch(`${door}${LIST}`, { headers: { origin: "https://shop.co.ke" } });
  expect(call.headers.get("access-control-allow-origin")).toBe("https://shop.co.ke");
  const foreign = await fetch(`${door}${LIST}`, { headers: { origin: "https://evil.example" } });
  expect(foreign.headers.get("access-control-allow-origin")).toBeNull();

  // who watches over the shop, a browser's question ahead, and checkout are heard
  for (const path of ["/api/health", "/api/ready"])
    expect((await fetch(`${door}${path}`)).status, path).not.toBe(503);
  expect((await fetch(`${door}${LIST}`, { method: "OPTIONS" })).status).not.toBe(503);
  expect((await ask(LOGIN)).status).toBe(200);
  expect((await ask(CALLBACK)).status).toBe(200);
  open();
  await browsing.all;
});

test("connections whose requests come one behind the other take one place each", async () => {
  const seen = send(15, `GET ${LIST} HTTP/1.1\r\nHost: shop\r\n\r\n`.repeat(16));
  await expect.poll(() => waiting[LIST], SOON).toBe(15);
  const one = ask(LIST);
  await expect.poll(() => waiting[LIST], SOON).toBe(16);
  expect(seen.text).toBe("");
  open();
  expect((await one).status).toBe(200);
});

test("what somebody asked for who hangs up counts until it is made", async () => {
  const leaving = new AbortController();
  const left = many(60, ORDER, { signal: leaving.signal });
  await expect.poll(() => waiting[ORDER], SOON).toBe(50);
  leaving.abort();
  await left.all;
  expect((await ask(ORDER)).status).toBe(503);
  open();
  await expect.poll(async () => (await ask(ORDER)).status, SOON).toBe(200);
});

test("a question that announces a body counts until it is answered", async () => {
  send(120, `GET ${LIST} HTTP/1.1\r\nHost: shop\r\nContent-Length: 1\r\n\r\n`);
  await expect.poll(() => oneMore(), SOON).toBe(503);
  // longer than a body may take
  await new Promise((resolve) => setTimeout(resolve, 300));
  // on a busy machine a refusal may take longer than half a second
  expect(await oneMore(10_000)).toBe(503);
  open();
  for (const socket of sockets) socket.destroy();
  await expect.poll(async () => (await ask(LIST)).status, SOON).toBe(200);
});

test("bodies that never end keep nobody out, and those that end late are answered", async () => {
  const head = `POST ${LOGIN} HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{`;
  const seen = send(120, head);
  await expect.poll(async () => (await ask(LOGIN)).status, SOON).toBe(200);
  for (const socket of sockets) socket.write("}");
  const answered = () => seen.text.match(/HTTP\/1\.1 200 OK/g)?.length;
  await expect.poll(answered, SOON).toBeGreaterThanOrEqual(100);
  await expect.poll(async () => (await ask(LOGIN)).status, SOON).toBe(200);
});
