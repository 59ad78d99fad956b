import { createServer } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createLog } from "../log.server.ts";
import { brokenOff, drip, json, plain, playProvider, reset, silent } from "./fake-provider.server.ts";
import { type Ask, askProvider } from "./provider-client.server.ts";

let provider: Awaited<ReturnType<typeof playProvider>>;
const lines: string[] = [];
const log = createLog("debug", { write: (line: string) => void lines.push(line) });

beforeAll(async () => {
  provider = await playProvider();
});
afterAll(() => provider.close());

const fresh = (baseUrl = provider.url): Ask => askProvider({ name: "played", baseUrl, log });
const get = (path: string, seconds = 5) => ({ method: "GET" as const, path, seconds });

test("gives status and JSON, and undefined for what is none", async () => {
  const ask = fresh();
  provider.play("/fine", json(200, { a: 1 }));
  provider.play("/busy", json(500, { errorCode: "500.003.02" }));
  provider.play("/empty", plain(400, ""));
  provider.play("/html", plain(503, "<html>away</html>"));
  provider.play("/half", plain(200, '{"a":'));
  expect(await ask(get("/fine"))).toEqual({ is: "answer", status: 200, body: { a: 1 } });
  expect(await ask(get("/busy"))).toEqual({
    is: "answer",
    status: 500,
    body: { errorCode: "500.003.02" },
  });
  expect(await ask(get("/empty"))).toEqual({ is: "answer", status: 400, body: undefined });
  expect(await ask(get("/html"))).toEqual({ is: "answer", status: 503, body: undefined });
  expect(await ask(get("/half"))).toEqual({ is: "answer", status: 200, body: undefined });
});

test("sends its JSON and its headers, each time on a connection of its own", async () => {
  provider.play("/told", json(200, {}));
  await fresh()({
    method: "POST",
    path: "/told",
    json: { Amount: "1501" },
    headers: { authorization: "Bearer a" },
    seconds: 5,
  });
  expect(provider.on("/told")).toMatchObject([
    {
      method: "POST",
      body: { Amount: "1501" },
      headers: { authorization: "Bearer a", "content-type": "application/json", connection: "close" },
    },
  ]);
});

test("follows no redirect", async () => {
  provider.play("/moved", plain(302, "", { location: "/elsewhere" }));
  expect(await fresh()(get("/moved"))).toEqual({ is: "answer", status: 302, body: undefined });
  expect(provider.on("/elsewhere")).toEqual([]);
});

test("says cut when the request left and no whole answer came", async () => {
  const ask = fresh();
  provider.play("/reset", reset);
  provider.play("/broken", brokenOff);
  provider.play("/silent", silent);
  provider.play("/drip", drip);
  provider.play("/huge", plain(200, `"${"x".repeat(300_000)}"`));
  expect(await ask(get("/reset"))).toMatchObject({ is: "cut" });
  expect(await ask(get("/broken"))).toMatchObject({ is: "cut" });
  expect(await ask(get("/silent", 0.2))).toEqual({ is: "cut", why: "timeout" });
  expect(await ask(get("/drip", 0.2))).toEqual({ is: "cut", why: "timeout" });
  expect(await ask(get("/huge"))).toEqual({ is: "cut", why: "answer too large" });
});

test("says unsent when it cannot have reached them", async () => {
  const closed = await playProvider();
  await closed.close();
  expect(await fresh(closed.url)(get("/any"))).toEqual({ is: "unsent", why: "ECONNREFUSED" });
  expect(await fresh("http://nobody.invalid")(get("/any"))).toMatchObject({ is: "unsent" });
  expect(await fresh(provider.url.replace("http:", "https:"))(get("/any"))).toMatchObject({ is: "unsent" });
});

test("a handshake that never ends is no longer waited for", async () => {
  const mute = createServer(() => {});
  await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve));
  const address = mute.address();
  const port = typeof address === "object" && address ? address.port : 0;
  expect(await fresh(`https://127.0.0.1:${port}`)(get("/any", 0.2))).toMatchObject({ is: "cut" });
  mute.close();
});

test("lets nothing through once a path went unanswered too often, and leaves other paths alone", async () => {
  const ask = fresh();
  provider.play("/v1/pays/1", plain(503, ""));
  provider.play("/v1/pays/2", plain(503, ""));
  for (let time = 0; time < 5; time++) await ask(get("/v1/pays/1"));
  expect(await ask(get("/v1/pays/2"))).toEqual({ is: "unsent", why: "breaker open" });
  expect(provider.on("/v1/pays/2")).toEqual([]);
  expect(await ask(get("/fine"))).toMatchObject({ is: "answer", status: 200 });
});

test("after twenty seconds one is let through to try: while it fails nothing else is, and once it is answered all are", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const ask = fresh();
    const path = "/v1/returns";
    const closed = { is: "unsent", why: "breaker open" };
    provider.play(path, plain(503, ""));
    for (let time = 0; time < 5; time++) await ask(get(path));
    vi.advanceTimersByTime(19_000);
    expect(await ask(get(path))).toEqual(closed);
    vi.advanceTimersByTime(1_000);
    expect(await ask(get(path))).toMatchObject({ status: 503 });
    expect(await ask(get(path))).toEqual(closed);
    expect(provider.on(path)).toHaveLength(6);
    provider.play(path, json(200, {}));
    vi.advanceTimersByTime(20_000);
    for (let time = 0; time < 3; time++) expect(await ask(get(path))).toMatchObject({ status: 200 });
    expect(provider.on(path)).toHaveLength(9);
  } finally {
    vi.useRealTimers();
  }
});

test("a 500 in JSON opens no breaker", async () => {
  const ask = fresh();
  for (let time = 0; time < 8; time++)
    expect(await ask(get("/busy"))).toMatchObject({ is: "answer", status: 500 });
});

test("logs neither ids, query strings, headers nor bodies", async () => {
  provider.play("/v3/pays/ABC123456789?tx=kb_9", json(200, { receipt: "UK5AB12CD3" }));
  lines.length = 0;
  await fresh()({
    method: "GET",
    path: "/v3/pays/ABC123456789?tx=kb_9",
    headers: { authorization: "Bearer secret1" },
    seconds: 5,
  });
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { provider: "played", asked: "/v3/pays/:id", status: 200 },
  ]);
  expect(lines.join()).not.toMatch(/ABC123456789|kb_9|secret1|UK5AB/);
});
