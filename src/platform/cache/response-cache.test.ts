import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, expect, test, vi } from "vitest";
import { type CacheableResponse, createResponseCache } from "./response-cache.server.ts";

afterEach(() => vi.useRealTimers());

const made = (text: string, more: Partial<CacheableResponse> = {}): CacheableResponse => ({
  status: 200,
  headers: [],
  body: Buffer.from(text),
  tags: new Set(),
  lasts: 60_000,
  staleFor: 1_800,
  ...more,
});

/** A cache that receives changes, and the addresses that were rendered. */
function connectedCache(max?: number) {
  const cache = createResponseCache(max);
  cache.setConnected(true);
  const asked: string[] = [];
  const answer = async (address: string, text = address, more?: Partial<CacheableResponse>) => {
    const given = await cache.getOrRender(address, async () => {
      asked.push(address);
      return made(text, more);
    });
    return given.body.toString();
  };
  return { cache, asked, answer };
}

/** A render that ends when the test says so. */
function held() {
  let give = (_: CacheableResponse) => {};
  const response = new Promise<CacheableResponse>((resolve) => {
    give = resolve;
  });
  return { render: () => response, give: (text: string) => give(made(text)) };
}

test("concurrent requests share one render, cached until it expires", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const { cache, asked, answer } = connectedCache();
  await Promise.all(Array.from({ length: 100 }, () => answer("/")));
  expect(asked).toEqual(["/"]);
  vi.advanceTimersByTime(59_999);
  await answer("/");
  expect(asked).toEqual(["/"]);
  // then it is stale, and rendered again once
  vi.advanceTimersByTime(1);
  await Promise.all([answer("/"), answer("/"), answer("/")]);
  expect(asked).toEqual(["/", "/"]);
  vi.advanceTimersByTime(61_799);
  expect(cache.find("/")).toBeDefined();
  vi.advanceTimersByTime(1);
  expect(cache.find("/")).toBeUndefined();
  await Promise.all([answer("/"), answer("/"), answer("/")]);
  expect(asked).toEqual(["/", "/", "/"]);
});

test("after a change one request waits for the new entry and the others are served the old one, for no longer than it may be stale", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const { cache, answer } = connectedCache();
  await answer("/", "old");
  cache.age();
  const first = held();
  const renewed = cache.getOrRender("/", first.render);
  expect(await answer("/", "never asked")).toBe("old");
  first.give("new");
  expect((await renewed).body.toString()).toBe("new");
  expect(await answer("/", "never asked")).toBe("new");

  cache.age();
  const second = held();
  void cache.getOrRender("/", second.render);
  vi.advanceTimersByTime(1_000);
  // a change more does not make the old one last longer
  cache.age();
  vi.advanceTimersByTime(799);
  expect(cache.find("/")?.body.toString()).toBe("new");
  vi.advanceTimersByTime(1);
  expect(cache.find("/")).toBeUndefined();
  expect(await answer("/", "newest")).toBe("newest");
  second.give("between");
  await Promise.resolve();
  expect(cache.find("/")?.body.toString()).toBe("newest");
});

test("one stale entry at a time is rendered again, and the next one also where that fails", async () => {
  const { cache, asked, answer } = connectedCache();
  for (const path of ["/a", "/b"]) await answer(path, "old");
  cache.age();
  const first = held();
  const waits = cache.getOrRender("/a", first.render);
  expect(await answer("/b", "new")).toBe("old");
  first.give("new");
  expect((await waits).body.toString()).toBe("new");
  const failing = await cache.getOrRender("/b", () => Promise.reject(new Error("broken")));
  expect(failing.body.toString()).toBe("old");
  expect(await answer("/b", "new")).toBe("new");
  expect(asked).toEqual(["/a", "/b", "/b"]);
});

test("a change ages or drops what bears one of its tags", async () => {
  const { cache, asked, answer } = connectedCache();
  const tagged = (path: string, ...tags: string[]) => answer(path, path, { tags: new Set(tags) });
  const all = async () => {
    await tagged("/tee", "tee");
    await tagged("/both", "cap", "tee");
    await tagged("/cap", "cap");
    return asked.splice(0);
  };
  expect(await all()).toEqual(["/tee", "/both", "/cap"]);
  cache.age(["tee", "other"]);
  expect(cache.find("/tee")).toBeDefined();
  expect(await all()).toEqual(["/tee", "/both"]);
  cache.drop(["cap"]);
  expect(cache.find("/cap")).toBeUndefined();
  expect(await all()).toEqual(["/both", "/cap"]);
  cache.drop();
  expect(await all()).toEqual(["/tee", "/both", "/cap"]);
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

test.each(["age", "drop"] as const)(
  "a render begun before a change, %s, is not cached, and no later request gets it",
  async (change) => {
    const { cache } = connectedCache();
    const first = held();
    const old = cache.getOrRender("/", first.render);
    cache[change](["another tag"]);
    const second = await cache.getOrRender("/", async () => made("new"));
    expect(second.body.toString()).toBe("new");
    first.give("old");
    expect((await old).body.toString()).toBe("old");
    expect(cache.find("/")?.body.toString()).toBe("new");
  },
);

test("what must not be stored is shared by those who ask meanwhile, until a change, and no others", async () => {
  const { cache, asked, answer } = connectedCache();
  const never = () => answer("/?id=tee", "1500", { lasts: 0 });
  await Promise.all([never(), never()]);
  expect(asked).toHaveLength(1);
  expect(cache.find("/?id=tee")).toBeUndefined();
  const before = never();
  cache.age();
  await Promise.all([before, never()]);
  expect(asked).toHaveLength(3);
});

test("a failed render rejects for all who wait, and the next request renders again", async () => {
  const { cache, answer } = connectedCache();
  const failing = () => cache.getOrRender("/", () => Promise.reject(new Error("broken")));
  await Promise.all([1, 2, 3].map(() => expect(failing()).rejects.toThrow("broken")));
  expect(await answer("/")).toBe("/");
});

test("while the database is away what was there before is served, however old, and is not current for that", async () => {
  const { cache, asked, answer } = connectedCache();
  await answer("/", "old");
  cache.setConnected(false);
  expect(await answer("/", "away", { status: 503 })).toBe("old");
  expect(await answer("/none", "away", { status: 503 })).toBe("away");
  cache.setConnected(true);
  const rejected = await cache.getOrRender("/", () => Promise.reject(new Error("away")));
  expect(rejected.body.toString()).toBe("old");
  expect(await answer("/", "new")).toBe("new");
  expect(asked).toEqual(["/", "/", "/none", "/"]);
});

test("what a change has dropped is not served again while the database is away", async () => {
  const { cache, answer } = connectedCache();
  await answer("/", "with what is hidden now");
  cache.drop();
  expect(await answer("/", "away", { status: 503 })).toBe("away");
});

test("a limit of bytes: LRU eviction, and too large bodies are not cached", async () => {
  const { cache, answer } = connectedCache(200_000);
  for (let number = 0; number < 40; number += 1) {
    await answer("/", "x".repeat(20_000));
    await answer(`/${number}`, "x".repeat(20_000));
    expect(cache.find("/"), String(number)).toBeDefined();
  }
  // the last five, with a little room for each, and the one that is asked for again and again
  const stored = Array.from({ length: 40 }, (_, number) => number).filter((number) =>
    cache.find(`/${number}`),
  );
  expect(stored).toEqual([35, 36, 37, 38, 39]);
  const { cache: large, answer: ask } = connectedCache();
  await ask("/large", "x".repeat(3 * 1024 * 1024));
  expect(large.find("/large")).toBeUndefined();
});

test("each variant is compressed once and decodes to the same body; the same bytes keep their variants", async () => {
  const { cache, answer } = connectedCache();
  const text = Array.from({ length: 3_000 }, (_, at) => `product ${at % 97} Ksh ${at}`).join("\n");
  await answer("/", text);
  const entry = cache.find("/");
  if (!entry) throw new Error("not cached");
  const { compress } = entry.compressed;
  const [one, two] = await Promise.all([compress("br"), compress("br")]);
  expect(two).toBe(one);
  expect(brotliDecompressSync(one).toString()).toBe(text);
  expect(gunzipSync(await compress("gzip")).toString()).toBe(text);
  cache.drop();
  await answer("/", text);
  expect(cache.find("/")?.compressed.variants.br).toBe(one);
  cache.drop();
  await answer("/", `${text}!`);
  expect(cache.find("/")?.compressed.variants).toEqual({ identity: Buffer.from(`${text}!`) });
});

test("a small body is not compressed", async () => {
  const { cache, answer } = connectedCache();
  await answer("/", "x".repeat(1_023));
  expect(cache.find("/")?.compressed.effectiveEncoding("br")).toBe("identity");
  await answer("/two", "x".repeat(1_024));
  expect(cache.find("/two")?.compressed.effectiveEncoding("br")).toBe("br");
});

test("nothing outlives the moment at which all of it changes", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const { cache, asked, answer } = connectedCache();
  await answer("/before");
  cache.endAt(performance.now() + 5_000);
  await answer("/after");
  vi.advanceTimersByTime(4_999);
  await answer("/after");
  await answer("/before");
  expect(asked).toEqual(["/before", "/after"]);
  vi.advanceTimersByTime(1);
  for (const address of ["/before", "/after"]) expect(cache.find(address)).toBeUndefined();
  // it has come: what was rendered before is dropped, and the next moment is known
  cache.drop();
  cache.endAt(Number.POSITIVE_INFINITY);
  expect(cache.find("/before")).toBeUndefined();
  await answer("/after");
  expect(cache.find("/after")).toBeDefined();
});
