import { afterEach, expect, test, vi } from "vitest";
import { createResponseCache } from "./response-cache.server.ts";

afterEach(() => vi.useRealTimers());

/** A cache of the pages of a list, of which one past its last is that one; and for which keys pages were rendered. */
function listCache() {
  const cache = createResponseCache();
  cache.setConnected(true);
  const list = { last: 1 };
  const rendered: string[] = [];
  const answer = async (asked: string) => {
    const { body } = await cache.getOrRender(asked, async (key) => {
      rendered.push(key);
      return page(key, Number(key.slice(1)) > list.last ? `/${list.last}` : undefined);
    });
    return body.toString();
  };
  return { cache, list, rendered, answer };
}

function page(text: string, sameAs?: string) {
  const expiresAt = performance.now() + 60_000;
  return { status: 200, headers: [], body: Buffer.from(text), expiresAt, sameAs };
}

test("a page that is another one is rendered for itself once, and then is that one, which is stored once", async () => {
  const { cache, rendered, answer } = listCache();
  expect(await answer("/9")).toBe("/9");
  expect(cache.find("/9")).toBeUndefined();
  expect(await answer("/9")).toBe("/1");
  expect(await answer("/1")).toBe("/1");
  expect(rendered).toEqual(["/9", "/1"]);
  expect(cache.find("/9")).toBe(cache.find("/1"));
});

test("concurrent requests for both share one rendering", async () => {
  const { rendered, answer } = listCache();
  await answer("/9");
  expect(await Promise.all(["/9", "/1", "/9"].map(answer))).toEqual(["/1", "/1", "/1"]);
  expect(rendered).toEqual(["/9", "/1"]);
});

test("a change in what a list shows makes it anew once for both; after one that may move it the page itself is asked again, and the old one given meanwhile", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const { cache, rendered, answer } = listCache();
  await answer("/9");
  await answer("/9");
  // a new look and price of a product: whatever shows it, and lists in which it may have moved
  cache.invalidate((_, { shows, span }) => shows("x") || !span || (500 >= span[0] && 500 <= span[1]));
  expect(await answer("/9")).toBe("/1");
  expect(await answer("/1")).toBe("/1");
  expect(rendered).toEqual(["/9", "/1", "/1"]);
  cache.invalidate();
  expect(await Promise.all(["/9", "/9", "/9"].map(answer))).toEqual(["/1", "/1", "/1"]);
  expect(rendered).toEqual(["/9", "/1", "/1", "/1", "/9"]);
  expect(await answer("/9")).toBe("/1");
  expect(rendered).toHaveLength(5);

  cache.invalidate();
  vi.advanceTimersByTime(1_800);
  expect(cache.find("/9")).toBeUndefined();
});

test("asked for again and again, neither is ever missing", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const { cache, answer } = listCache();
  await answer("/9");
  for (let seconds = 0; seconds < 300; seconds += 5) {
    await answer("/9");
    vi.advanceTimersByTime(5_000);
    expect(cache.find("/9"), String(seconds)).toBeDefined();
  }
});

test("where it has become a page of its own, it is kept as that, and where it is none again, no longer", async () => {
  const { cache, list, rendered, answer } = listCache();
  for (let asked = 0; asked < 2; asked += 1) await answer("/2");
  list.last = 2;
  cache.invalidate();
  // the first has the last page as it was made anew
  for (let asked = 0; asked < 2; asked += 1) await answer("/2");
  expect(await answer("/2")).toBe("/2");
  expect(cache.find("/2")?.body.toString()).toBe("/2");
  list.last = 1;
  cache.invalidate();
  await answer("/2");
  await answer("/2");
  expect(cache.find("/2")).toBe(cache.find("/1"));
  expect(rendered).toEqual(["/2", "/1", "/1", "/2", "/2", "/1"]);
});

test("it lasts no longer than a page, nor beyond the moment at which all changes", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const { cache, answer } = listCache();
  await answer("/9");
  vi.advanceTimersByTime(59_999);
  expect(await answer("/9")).toBe("/1");
  vi.advanceTimersByTime(1);
  expect(await answer("/9")).toBe("/9");
  cache.endAt(performance.now() + 4_000);
  expect(await answer("/9")).toBe("/1");
  vi.advanceTimersByTime(4_000);
  expect(cache.find("/9")).toBeUndefined();
  cache.endAt(performance.now() + 5_000);
  expect(await answer("/9")).toBe("/9");
  expect(await answer("/9")).toBe("/1");
  vi.advanceTimersByTime(5_000);
  expect(await answer("/9")).toBe("/9");
});

test("what a change overtakes while it is looked at leaves what is known as it is", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const { cache, list, answer } = listCache();
  await answer("/2");
  await answer("/2");
  const overtaken = async (sameAs?: string) => {
    vi.advanceTimersByTime(30_000);
    await answer("/1");
    await cache.getOrRender("/2", async (key) => {
      expect(key).toBe("/2");
      cache.invalidate();
      return page(key, sameAs);
    });
    expect(cache.find("/2")?.body.toString()).toBe("/1");
    for (let asked = 0; asked < 3; asked += 1) await answer("/2");
  };
  await overtaken("/1");
  list.last = 2;
  await overtaken();
  expect(cache.find("/2")?.body.toString()).toBe("/2");
});

test("what began before a change is not taken for another page after it", async () => {
  const { cache, rendered, answer } = listCache();
  const before = answer("/9");
  cache.invalidate();
  await before;
  expect(await answer("/9")).toBe("/9");
  expect(rendered).toEqual(["/9", "/9"]);
});

test("of thousands of pages past the end none takes the place of what people ask for", async () => {
  const cache = createResponseCache(200_000);
  cache.setConnected(true);
  const large = "x".repeat(100_000);
  await cache.getOrRender("/1", async () => page(large));
  for (let at = 2; at < 1_000; at += 1) {
    await cache.getOrRender(`/${at}`, async () => page(large, "/1"));
    expect(cache.find("/1")).toBeDefined();
  }
  expect(cache.size()).toBeLessThanOrEqual(200_000);
});
