import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, expect, test, vi } from "vitest";
import { createResponseCache, type RenderedResponse } from "./response-cache.server.ts";

afterEach(() => vi.useRealTimers());

const made = (text: string, lasts = 60_000): RenderedResponse => ({
  status: 200,
  headers: [],
  body: Buffer.from(text),
  expiresAt: performance.now() + lasts,
});

/** A cache that receives invalidations, and the addresses that were rendered. */
function connectedCache(max?: number) {
  const cache = createResponseCache(max);
  cache.setConnected(true);
  const asked: string[] = [];
  const answer = async (address: string, text = address, lasts?: number) => {
    const given = await cache.getOrRender(address, async () => {
      asked.push(address);
      return made(text, lasts);
    });
    return given.body.toString();
  };
  return { cache, asked, answer };
}

test("concurrent requests share one render, cached until it expires", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const { cache, asked, answer } = connectedCache();
  await Promise.all(Array.from({ length: 100 }, () => answer("/")));
  expect(asked).toEqual(["/"]);
  vi.advanceTimersByTime(29_999);
  await answer("/");
  expect(asked).toEqual(["/"]);
  // from half its time on it is made anew, once
  vi.advanceTimersByTime(1);
  await Promise.all([answer("/"), answer("/"), answer("/")]);
  expect(asked).toEqual(["/", "/"]);
  vi.advanceTimersByTime(59_999);
  expect(cache.find("/")).toBeDefined();
  vi.advanceTimersByTime(1);
  expect(cache.find("/")).toBeUndefined();
});

test("while one request refreshes an entry, the others are served the entry", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const { cache, answer } = connectedCache();
  await answer("/", "old");
  vi.advanceTimersByTime(30_000);
  let isMade = (_: RenderedResponse) => {};
  const renewed = cache.getOrRender(
    "/",
    () =>
      new Promise<RenderedResponse>((resolve) => {
        isMade = resolve;
      }),
  );
  expect(await answer("/")).toBe("old");
  isMade(made("new"));
  expect((await renewed).body.toString()).toBe("new");
  expect(await answer("/")).toBe("new");
});

test("while disconnected nothing is cached, and no request waits for another's render", async () => {
  const { cache, asked, answer } = connectedCache();
  await answer("/");
  cache.setConnected(false);
  expect(cache.find("/")).toBeUndefined();
  await Promise.all([answer("/"), answer("/")]);
  expect(asked).toHaveLength(3);
  expect(cache.find("/")).toBeUndefined();
  cache.setConnected(true);
  expect(cache.find("/")).toBeUndefined();
});

test("a render begun before an invalidation is not cached, and no later request gets it", async () => {
  const { cache } = connectedCache();
  let oldIsMade = (_: RenderedResponse) => {};
  const old = new Promise<RenderedResponse>((resolve) => {
    oldIsMade = resolve;
  });
  const first = cache.getOrRender("/", () => old);
  cache.invalidate();
  const second = await cache.getOrRender("/", async () => made("new"));
  expect(second.body.toString()).toBe("new");
  oldIsMade(made("old"));
  expect((await first).body.toString()).toBe("old");
  expect(cache.find("/")?.body.toString()).toBe("new");
});

test("matching entries are invalidated, the others stay; memoized queries load again after every invalidation", async () => {
  const { cache, answer } = connectedCache();
  let asked = 0;
  const count = cache.memoize({ ms: 60_000, max: 5 }, async () => ++asked);
  await answer("/a");
  await answer("/b");
  expect(await count("x")).toBe(1);
  cache.invalidate((address) => address === "/a");
  expect([cache.find("/a"), cache.find("/b")?.body.toString()]).toEqual([undefined, "/b"]);
  expect(await count("x")).toBe(2);
});

test("a render from stale values, because loading failed, is not cached", async () => {
  const { cache } = connectedCache();
  let fails = false;
  const price = cache.memoize({ ms: 60_000, max: 5 }, async () => {
    if (fails) throw new Error("away");
    return "1500";
  });
  await price("tee");
  cache.invalidate();
  fails = true;
  const given = await cache.getOrRender("/tee", async () => made(await price("tee")));
  expect(given.body.toString()).toBe("1500");
  expect(cache.find("/tee")).toBeUndefined();
  // nor for the next who asks, who finds what is old at once
  const again = await cache.getOrRender("/tee", () => price("tee").then((asked) => made(asked)));
  expect(again.body.toString()).toBe("1500");
  expect(cache.find("/tee")).toBeUndefined();
});

test("a failed render rejects for all who wait, and the next request renders again", async () => {
  const { cache, answer } = connectedCache();
  const failing = () => cache.getOrRender("/", () => Promise.reject(new Error("broken")));
  await Promise.all([1, 2, 3].map(() => expect(failing()).rejects.toThrow("broken")));
  expect(await answer("/")).toBe("/");
});

test("a limit of bytes, compressed variants included: LRU eviction, and too large bodies are not cached", async () => {
  const { cache, answer } = connectedCache(100_000);
  const text = (address: string) => `${address} `.repeat(5_000).slice(0, 20_000);
  for (let number = 0; number < 40; number += 1) {
    await answer("/", text("/"));
    await answer(`/${number}`, text(`/${number}`));
    await cache.find(`/${number}`)?.compress("br");
    await cache.find(`/${number}`)?.compress("gzip");
    expect(cache.size()).toBeLessThanOrEqual(100_000);
    expect(cache.find("/"), String(number)).toBeDefined();
  }
  expect(cache.size()).toBeGreaterThan(60_000);
  await answer("/large", "x".repeat(2 * 1024 * 1024 + 1));
  expect(cache.find("/large")).toBeUndefined();
  await answer("/late", "x", -1);
  expect(cache.find("/late")).toBeUndefined();
});

test("each variant is compressed once and decodes to the same body; recompressing makes it smaller; the same bytes keep their variants", async () => {
  const { cache, answer } = connectedCache();
  const text = Array.from({ length: 3_000 }, (_, at) => `product ${at % 97} Ksh ${at}`).join("\n");
  await answer("/", text);
  const entry = cache.find("/");
  if (!entry) throw new Error("not cached");
  const [one, two] = await Promise.all([entry.compress("br"), entry.compress("br")]);
  expect(two).toBe(one);
  expect(brotliDecompressSync(one).toString()).toBe(text);
  expect(gunzipSync(await entry.compress("gzip")).toString()).toBe(text);
  await Promise.all([entry.recompress(), entry.recompress()]);
  const best = await entry.compress("br");
  expect(brotliDecompressSync(best).toString()).toBe(text);
  expect(best.length).toBeLessThan(one.length);
  cache.invalidate();
  expect(cache.find("/")).toBeUndefined();
  await answer("/", text);
  expect(cache.find("/")?.variants.br).toBe(best);
  const size = cache.size();
  cache.invalidate();
  await answer("/", `${text}!`);
  expect(cache.find("/")?.variants).toEqual({ identity: Buffer.from(`${text}!`) });
  expect(cache.size()).toBeLessThan(size);
});

test("a small body is not compressed", async () => {
  const { cache, answer } = connectedCache();
  await answer("/", "x".repeat(1_023));
  expect(cache.find("/")?.effectiveEncoding("br")).toBe("identity");
  await answer("/two", "x".repeat(1_024));
  expect(cache.find("/two")?.effectiveEncoding("br")).toBe("br");
});

test("nothing outlives the moment at which all of it changes, and nothing is stored until the next one is known", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const { cache, asked, answer } = connectedCache();
  await answer("/before");
  cache.endAt(performance.now() + 5_000);
  await answer("/after");
  vi.advanceTimersByTime(2_499);
  await answer("/after");
  await answer("/before");
  expect(asked).toEqual(["/before", "/after"]);
  vi.advanceTimersByTime(2_501);
  for (const address of ["/before", "/after"]) expect(cache.find(address)).toBeUndefined();
  await answer("/after");
  expect(cache.find("/after")).toBeUndefined();
  cache.endAt(Number.POSITIVE_INFINITY);
  await answer("/after");
  vi.advanceTimersByTime(59_999);
  expect(cache.find("/after")).toBeDefined();
});
