import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, expect, test, vi } from "vitest";
import type { RenderedResponse } from "./cache-entries.server.ts";
import { createResponseCache } from "./response-cache.server.ts";

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

test("touched entries are made anew, the others stay; memoized queries load again after every invalidation", async () => {
  const { cache, asked, answer } = connectedCache();
  let counted = 0;
  const count = cache.memoize({ ms: 60_000, max: 5 }, async () => ++counted);
  await answer("/a");
  await answer("/b");
  expect(await count("x")).toBe(1);
  cache.invalidate((address) => address === "/a");
  expect(await count("x")).toBe(2);
  await answer("/b");
  await answer("/a", "new");
  expect(asked).toEqual(["/a", "/b", "/a"]);
  expect(cache.find("/a")?.body.toString()).toBe("new");
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

test("of two queries one of which asks the other, a stale answer of the other's is not cached", async () => {
  const { cache } = connectedCache();
  let fails = false;
  const ids = cache.memoize({ ms: 60_000, max: 5, onlyFresh: true }, async () => {
    if (fails) throw new Error("away");
    return "tee";
  });
  const list = cache.memoize({ ms: 1_000, max: 5 }, async (key) => `${key} ${await ids("")}`);
  await list("list");
  cache.invalidate();
  fails = true;
  for (let round = 0; round < 3; round += 1) {
    const given = await cache.getOrRender("/", async () => made(await list("list")));
    expect(given.body.toString()).toBe("list tee");
    expect(cache.find("/")).toBeUndefined();
  }
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
  cache.drop();
  expect(cache.find("/")).toBeUndefined();
  await answer("/", text);
  expect(cache.find("/")?.variants.br).toBe(best);
  const size = cache.size();
  cache.drop();
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

/** A render that ends when the test says so. */
function held() {
  let give = (_: RenderedResponse) => {};
  const response = new Promise<RenderedResponse>((resolve) => {
    give = resolve;
  });
  return { render: () => response, give: (text: string) => give(made(text)) };
}

test("after a change one request makes the entry anew and the others are served the old one, for no longer than 1.8 s", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const { cache, answer } = connectedCache();
  await answer("/", "old");
  cache.invalidate();
  const first = held();
  const renewed = cache.getOrRender("/", first.render);
  expect(await answer("/", "never asked")).toBe("old");
  first.give("new");
  expect((await renewed).body.toString()).toBe("new");
  expect(await answer("/", "never asked")).toBe("new");

  cache.invalidate();
  const second = held();
  void cache.getOrRender("/", second.render);
  vi.advanceTimersByTime(1_000);
  // a change more does not make the old one last longer
  cache.invalidate();
  vi.advanceTimersByTime(799);
  expect(cache.find("/")?.body.toString()).toBe("new");
  vi.advanceTimersByTime(1);
  expect(cache.find("/")).toBeUndefined();
  expect(await answer("/", "newest")).toBe("newest");
  second.give("between");
  await Promise.resolve();
  expect(cache.find("/")?.body.toString()).toBe("newest");
});

test("who asks while nothing else is made anew waits; behind another the old one is given at once, also where making the new one fails", async () => {
  // a slow machine would use up the share
  vi.useFakeTimers({ toFake: ["performance"] });
  const { cache, asked, answer } = connectedCache();
  for (const path of ["/a", "/b", "/c"]) await answer(path, "old");
  cache.invalidate();
  const first = held();
  const waits = cache.getOrRender("/a", first.render);
  const failing = await cache.getOrRender("/b", () => Promise.reject(new Error("broken")));
  expect(failing.body.toString()).toBe("old");
  expect(await answer("/c", "new")).toBe("old");
  await expect.poll(() => cache.find("/c")?.body.toString()).toBe("new");
  first.give("new");
  expect((await waits).body.toString()).toBe("new");
  // the one that failed is tried again by the next who asks
  expect(await answer("/b", "new")).toBe("new");
  expect(asked).toEqual(["/a", "/b", "/c", "/c", "/b"]);
});

test("three entries are made anew at once, and for half of the time at most", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const { cache, asked, answer } = connectedCache();
  const paths = ["/a", "/b", "/c", "/d"];
  for (const path of paths) await answer(path);
  cache.invalidate();
  const slow = [held(), held(), held()];
  const renewed = slow.map(({ render }, at) => cache.getOrRender(paths[at] ?? "", render));
  await answer("/d");
  expect(asked).toEqual(paths);
  // 250 ms were saved up: half of the time in use is owed
  vi.advanceTimersByTime(600);
  for (const { give } of slow) give("new");
  expect((await Promise.all(renewed)).map(({ body }) => body.toString())).toEqual(["new", "/b", "/c"]);
  await expect
    .poll(() => paths.map((path) => cache.find(path)?.body.toString()))
    .toEqual(["new", "new", "new", "/d"]);
  vi.advanceTimersByTime(100);
  await answer("/d");
  expect(asked).toEqual(paths);
  vi.advanceTimersByTime(1);
  await answer("/d");
  expect(asked).toEqual([...paths, "/d"]);
});

test("what must be fresh is dropped by the change that touches it", async () => {
  const { cache } = connectedCache();
  const fresh = (text: string) => async () => ({ ...made(text), isFresh: true });
  await cache.getOrRender("/one", fresh("1500"));
  cache.invalidate((_, { shows }) => shows("01M7HMRW40PNWEEXWV8N87XCPG"));
  expect(cache.find("/one")?.body.toString()).toBe("1500");
  cache.invalidate();
  expect(cache.find("/one")).toBeUndefined();
});

test("a change touches what shows the product, by the ids in its body", async () => {
  const { cache, asked, answer } = connectedCache();
  const [tee, cap] = ["01M7HMRW40PNWEEXWV8N87XCPG", "01M75BGDK5W208FC40GVHWGZRC"];
  await answer("/tee", `<a href="/product/${tee}">`);
  await answer("/both", JSON.stringify([{ _id: cap }, { _id: tee }]));
  await answer("/cap", `<a href="/product/${cap}">`);
  cache.invalidate((_, { shows }) => shows(tee));
  for (const path of ["/cap", "/both", "/tee"]) await answer(path);
  expect(asked).toEqual(["/tee", "/both", "/cap", "/both", "/tee"]);
});

test("what takes an entry's place is there in its encodings, with its headers but for what the route gives", async () => {
  const { cache, answer } = connectedCache();
  const text = "a page ".repeat(500);
  await answer("/", text);
  const before = cache.find("/");
  await before?.compress("br");
  if (before) before.rawHeaders = ["x-frame-options", "DENY", "etag", before.etag, "link", "</a>"];
  if (before) before.headers = [["link", "</a>"]];
  cache.invalidate();
  await cache.getOrRender("/", async () => ({
    ...made(`${text}!`),
    headers: [["content-type", "text/html"]],
  }));
  const after = cache.find("/");
  expect(brotliDecompressSync(after?.variants.br ?? Buffer.of()).toString()).toBe(`${text}!`);
  expect(after?.rawHeaders).toEqual([
    "x-frame-options",
    "DENY",
    "content-type",
    "text/html",
    "etag",
    after?.etag,
  ]);
});
