import { type AddressInfo, createServer } from "node:net";
import { afterAll, expect, test, vi } from "vitest";
import {
  drip,
  json,
  plain,
  reset,
  silent,
  startFakeProvider,
  truncated,
} from "../../../test/fake-provider.ts";
import { createLog } from "../log.server.ts";
import { createProviderClient, type ProviderClient } from "./provider-client.server.ts";

const lines: string[] = [];
const log = createLog("debug", { write: (line: string) => void lines.push(line) });

const provider = await startFakeProvider();
afterAll(() => provider.close());

const newClient = (baseUrl = provider.url): ProviderClient =>
  createProviderClient({ name: "played", baseUrl, log });
const get = (path: string, seconds = 5) => ({ method: "GET" as const, path, seconds });

test("gives status and JSON, and undefined for what is none", async () => {
  const send = newClient();
  provider.play("/fine", json(200, { a: 1 }));
  provider.play("/busy", json(500, { errorCode: "500.003.02" }));
  provider.play("/empty", plain(400, ""));
  provider.play("/html", plain(503, "<html>away</html>"));
  provider.play("/half", plain(200, '{"a":'));
  expect(await send(get("/fine"))).toEqual({ type: "response", status: 200, body: { a: 1 } });
  expect(await send(get("/busy"))).toEqual({
    type: "response",
    status: 500,
    body: { errorCode: "500.003.02" },
  });
  expect(await send(get("/empty"))).toEqual({ type: "response", status: 400, body: undefined });
  expect(await send(get("/html"))).toEqual({ type: "response", status: 503, body: undefined });
  expect(await send(get("/half"))).toEqual({ type: "response", status: 200, body: undefined });
});

test("sends its JSON and its headers, each time on a connection of its own", async () => {
  provider.play("/told", json(200, {}));
  await newClient()({
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
  expect(await newClient()(get("/moved"))).toEqual({ type: "response", status: 302, body: undefined });
  expect(provider.on("/elsewhere")).toEqual([]);
});

test("indeterminate: the request was sent and no whole response came", async () => {
  const send = newClient();
  provider.play("/reset", reset);
  provider.play("/broken", truncated);
  provider.play("/silent", silent);
  provider.play("/drip", drip);
  provider.play("/huge", plain(200, `"${"x".repeat(300_000)}"`));
  const mute = createServer(() => {});
  await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve));
  const { port } = mute.address() as AddressInfo;
  // at once, as each of these three takes its second
  const [silentOne, dripping, handshake] = await Promise.all([
    send(get("/silent", 1)),
    send(get("/drip", 1)),
    newClient(`https://127.0.0.1:${port}`)(get("/any", 1)),
  ]);
  mute.close();
  expect(silentOne).toEqual({ type: "indeterminate", reason: "timeout" });
  expect(dripping).toEqual({ type: "indeterminate", reason: "timeout" });
  // one that never ends
  expect(handshake).toMatchObject({ type: "indeterminate" });
  expect(await send(get("/reset"))).toMatchObject({ type: "indeterminate" });
  expect(await send(get("/broken"))).toMatchObject({ type: "indeterminate" });
  expect(await send(get("/huge"))).toEqual({ type: "indeterminate", reason: "answer too large" });
});

test("not sent: the request cannot have reached the provider", async () => {
  const closed = await startFakeProvider();
  await closed.close();
  expect(await newClient(closed.url)(get("/any"))).toEqual({ type: "notSent", reason: "ECONNREFUSED" });
  expect(await newClient("http://nobody.invalid")(get("/any"))).toMatchObject({ type: "notSent" });
  expect(await newClient(provider.url.replace("http:", "https:"))(get("/any"))).toMatchObject({
    type: "notSent",
  });
});

test("lets nothing through once a path went unanswered too often, and leaves other paths alone", async () => {
  const send = newClient();
  provider.play("/v1/pays/1", plain(503, ""));
  provider.play("/v1/pays/2", plain(503, ""));
  for (let time = 0; time < 5; time++) await send(get("/v1/pays/1"));
  expect(await send(get("/v1/pays/2"))).toEqual({ type: "notSent", reason: "breaker open" });
  expect(provider.on("/v1/pays/2")).toEqual([]);
  expect(await send(get("/fine"))).toMatchObject({ type: "response", status: 200 });
});

test("after twenty seconds one is let through to try: while it fails nothing else is, and once it is answered all are", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const send = newClient();
    const path = "/v1/returns";
    const closed = { type: "notSent", reason: "breaker open" };
    provider.play(path, plain(503, ""));
    for (let time = 0; time < 5; time++) await send(get(path));
    vi.advanceTimersByTime(19_000);
    expect(await send(get(path))).toEqual(closed);
    vi.advanceTimersByTime(1_000);
    expect(await send(get(path))).toMatchObject({ status: 503 });
    expect(await send(get(path))).toEqual(closed);
    expect(provider.on(path)).toHaveLength(6);
    provider.play(path, json(200, {}));
    vi.advanceTimersByTime(20_000);
    for (let time = 0; time < 3; time++) expect(await send(get(path))).toMatchObject({ status: 200 });
    expect(provider.on(path)).toHaveLength(9);
  } finally {
    vi.useRealTimers();
  }
});

test("a 500 in JSON opens no breaker", async () => {
  const send = newClient();
  for (let time = 0; time < 8; time++)
    expect(await send(get("/busy"))).toMatchObject({ type: "response", status: 500 });
});

test("logs neither ids, query strings, headers nor bodies", async () => {
  provider.play("/v3/pays/ABC123456789?tx=kb_9", json(200, { receipt: "UK5AB12CD3" }));
  lines.length = 0;
  await newClient()({
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
