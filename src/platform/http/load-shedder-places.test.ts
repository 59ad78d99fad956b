import type { IncomingMessage, ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { readConfig } from "../../config.server.ts";
import { busyPage } from "../../site/pages/busy-page.server.ts";
import { createLog } from "../log.server.ts";
import { createHttp } from "./http.server.ts";
import { createLoadShedder, type RequestKind } from "./load-shedder.server.ts";

const config = readConfig({
  LOG_LEVEL: "silent",
  PUBLIC_URL: "http://localhost:3000",
  CORS_ORIGINS: "https://shop.co.ke",
});
const log = createLog("silent");
const parts = { config, log, serveDueForRefresh: () => false, busyPage };

// what a path is for is tested in src/open-http.test.ts
let shedder: ReturnType<typeof createLoadShedder>;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance", "setInterval", "clearInterval"] });
  shedder = createLoadShedder({ ...parts, kindOf: (path) => path.slice(1) as RequestKind });
});
afterEach(() => {
  shedder.close();
  vi.useRealTimers();
});

/** One more request, which nobody answers yet. */
function ask(kind: RequestKind, { method = "GET", complete = true } = {}) {
  const request = {
    url: `/${kind}`,
    method,
    complete,
    headers: {},
    socket: { destroyed: false },
    once: () => {},
  };
  const response = { writableEnded: false, writeHead: () => {}, end: () => {} };
  const isLetIn = !shedder.handle(
    request as unknown as IncomingMessage,
    response as unknown as ServerResponse,
  );
  return { request, response, isLetIn };
}
/** So many more; those that were let in. */
const askAtOnce = (count: number, kind: RequestKind, given?: { method: string; complete: boolean }) =>
  Array.from({ length: count }, () => ask(kind, given)).filter(({ isLetIn }) => isLetIn);

test("Callbacks and orders find a place whatever logging in and browsing take", () => {
  expect(askAtOnce(150, "browsing")).toHaveLength(80);
  expect(askAtOnce(150, "checkout")).toHaveLength(20);
  expect(askAtOnce(20, "order")).toHaveLength(20);
  expect(askAtOnce(20, "money")).toHaveLength(20);
});

test("Staff and callbacks find a place whatever shoppers take", () => {
  expect(askAtOnce(150, "order")).toHaveLength(50);
  expect(askAtOnce(150, "checkout")).toHaveLength(20);
  expect(askAtOnce(150, "payment")).toHaveLength(10);
  expect(askAtOnce(150, "money")).toHaveLength(20);
  expect(askAtOnce(150, "browsing")).toHaveLength(80);
});

test("while browsing is slow fewer are let in, and more again once it is not", () => {
  const slow = ask("browsing");
  vi.advanceTimersByTime(1_500);
  expect(askAtOnce(50, "browsing")).toHaveLength(19);
  slow.response.writableEnded = true;
  vi.advanceTimersByTime(100);
  expect(askAtOnce(50, "browsing")).toHaveLength(3);
});

test("a body that arrives slowly is no sign of a slow shop", () => {
  ask("browsing", { method: "POST", complete: false });
  vi.advanceTimersByTime(1_500);
  expect(askAtOnce(150, "browsing")).toHaveLength(80);
});

test("what a disconnected client asked for counts until its response exists, and ten seconds at most", () => {
  const left = askAtOnce(50, "order");
  for (const each of left) each.request.socket.destroyed = true;
  expect(ask("order").isLetIn).toBe(false);
  shedder.markResponded(left[0]?.request as unknown as IncomingMessage);
  expect(askAtOnce(5, "order")).toHaveLength(1);
  vi.advanceTimersByTime(10_001);
  expect(askAtOnce(60, "order")).toHaveLength(49);
});

test("a body that is late counts again once it is here; a question's body is waited for by nobody", () => {
  const late = askAtOnce(20, "checkout", { method: "POST", complete: false });
  expect(ask("checkout").isLetIn).toBe(false);
  vi.advanceTimersByTime(101);
  expect(askAtOnce(20, "checkout", { method: "GET", complete: false })).toHaveLength(20);
  for (const { request, response } of late) [request.complete, response.writableEnded] = [true, true];
  vi.advanceTimersByTime(101);
  expect(ask("checkout").isLetIn).toBe(false);
});

/** A shop's door with one call, at which all wait until it is opened; it is of a kind with a fixed limit. */
async function openDoor() {
  vi.useRealTimers();
  const loadShedder = createLoadShedder({
    ...parts,
    kindOf: (path) => (path.startsWith("/hooks") ? "money" : "order"),
  });
  const http = await createHttp(config, log, { preRouting: [loadShedder.handle] });
  http.addHook("onClose", async () => loadShedder.close());
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const seen = { waiting: 0 };
  http.get("/api/product/list", async () => {
    seen.waiting += 1;
    await opened;
    return {};
  });
  http.post("/hooks/card", async () => ({}));
  const url = await http.listen({ port: 0, host: "127.0.0.1" });
  onTestFinished(async () => {
    open();
    await http.close();
  });
  return { url, seen, open };
}

test("a refused page is small and tries again, a refused call readable to a listed site; health is answered", async () => {
  const { url, seen } = await openDoor();
  const list = `${url}/api/product/list`;
  for (let each = 0; each < 50; each += 1) fetch(list).catch(() => {});
  await expect.poll(() => seen.waiting).toBe(50);
  const page = await fetch(`${url}/collection`);
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
  const head = await fetch(`${url}/collection`, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([503, ""]);
  const allowed = async (origin: string) => {
    const { status, headers } = await fetch(list, { headers: { origin } });
    return [status, headers.get("access-control-allow-origin")];
  };
  expect(await allowed("https://shop.co.ke")).toEqual([503, "https://shop.co.ke"]);
  expect(await allowed("https://evil.example")).toEqual([503, null]);
  for (const path of ["/api/health", "/api/ready"])
    expect((await fetch(`${url}${path}`)).status, path).not.toBe(503);
  expect((await fetch(list, { method: "OPTIONS" })).status).not.toBe(503);
  expect((await fetch(`${url}/hooks/card`, { method: "POST" })).status).toBe(200);
});

test("A connection is one place, however many requests it pipelines", async () => {
  const { url, seen, open } = await openDoor();
  const bytes = "GET /api/product/list HTTP/1.1\r\nHost: shop\r\n\r\n".repeat(16);
  const sockets = Array.from({ length: 49 }, (): Socket => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1").on("error", () => {});
    socket.write(bytes);
    return socket;
  });
  await expect.poll(() => seen.waiting).toBe(49);
  const last = fetch(`${url}/api/product/list`);
  await expect.poll(() => seen.waiting).toBe(50);
  open();
  expect((await last).status).toBe(200);
  for (const socket of sockets) socket.destroy();
});
