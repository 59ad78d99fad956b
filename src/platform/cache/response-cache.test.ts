import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, expect, test, vi } from "vitest";
import { keepAnswers, type Made } from "./response-cache.server.ts";

afterEach(() => vi.useRealTimers());

const made = (text: string, lasts = 60_000): Made => ({
  status: 200,
  headers: [],
  body: Buffer.from(text),
  until: performance.now() + lasts,
});

/** A keep that hears of changes, and how often each address was made. */
function hearing(max?: number) {
  const keep = keepAnswers(max);
  keep.hears(true);
  const asked: string[] = [];
  const answer = async (address: string, text = address, lasts?: number) => {
    const given = await keep.answer(address, async () => {
      asked.push(address);
      return made(text, lasts);
    });
    return given.body.toString();
  };
  return { keep, asked, answer };
}

test("a crowd costs one making, and it is kept until it is old", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const { keep, asked, answer } = hearing();
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
  expect(keep.find("/")).toBeDefined();
  vi.advanceTimersByTime(1);
  expect(keep.find("/")).toBeUndefined();
});

test("while one has it made anew, the others are given what is kept", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const { keep, answer } = hearing();
  await answer("/", "old");
  vi.advanceTimersByTime(30_000);
  let isMade = (_: Made) => {};
  const renewed = keep.answer(
    "/",
    () =>
      new Promise<Made>((resolve) => {
        isMade = resolve;
      }),
  );
  expect(await answer("/")).toBe("old");
  isMade(made("new"));
  expect((await renewed).body.toString()).toBe("new");
  expect(await answer("/")).toBe("new");
});

test("while changes are not heard of nothing is kept, and nobody waits for another's", async () => {
  const { keep, asked, answer } = hearing();
  await answer("/");
  keep.hears(false);
  expect(keep.find("/")).toBeUndefined();
  await Promise.all([answer("/"), answer("/")]);
  expect(asked).toHaveLength(3);
  expect(keep.find("/")).toBeUndefined();
  keep.hears(true);
  expect(keep.find("/")).toBeUndefined();
});

test("what was begun before a change is not kept after it, and nobody who came after the change gets it", async () => {
  const { keep } = hearing();
  let oldIsMade = (_: Made) => {};
  const old = new Promise<Made>((resolve) => {
    oldIsMade = resolve;
  });
  const first = keep.answer("/", () => old);
  keep.drop();
  const second = await keep.answer("/", async () => made("new"));
  expect(second.body.toString()).toBe("new");
  oldIsMade(made("old"));
  expect((await first).body.toString()).toBe("old");
  expect(keep.find("/")?.body.toString()).toBe("new");
});

test("what is meant is dropped, the rest stays; what is freshly asked is asked anew at every change", async () => {
  const { keep, answer } = hearing();
  let asked = 0;
  const count = keep.fresh({ ms: 60_000, max: 5 }, async () => ++asked);
  await answer("/a");
  await answer("/b");
  expect(await count("x")).toBe(1);
  keep.drop((address) => address === "/a");
  expect([keep.find("/a"), keep.find("/b")?.body.toString()]).toEqual([undefined, "/b"]);
  expect(await count("x")).toBe(2);
});

test("what had to be made of old answers, because asking failed, is not kept", async () => {
  const { keep } = hearing();
  let fails = false;
  const price = keep.fresh({ ms: 60_000, max: 5 }, async () => {
    if (fails) throw new Error("away");
    return "1500";
  });
  await price("tee");
  keep.drop();
  fails = true;
  const given = await keep.answer("/tee", async () => made(await price("tee")));
  expect(given.body.toString()).toBe("1500");
  expect(keep.find("/tee")).toBeUndefined();
  // nor for the next who asks, who finds what is old at once
  const again = await keep.answer("/tee", () => price("tee").then((asked) => made(asked)));
  expect(again.body.toString()).toBe("1500");
  expect(keep.find("/tee")).toBeUndefined();
});

test("what fails is told to all who wait, and made again for the next", async () => {
  const { keep, answer } = hearing();
  const failing = () => keep.answer("/", () => Promise.reject(new Error("broken")));
  await Promise.all([1, 2, 3].map(() => expect(failing()).rejects.toThrow("broken")));
  expect(await answer("/")).toBe("/");
});

test("so many bytes at most, packed ones counted; what nobody asks for goes first, what is too large is not kept", async () => {
  const { keep, answer } = hearing(100_000);
  const text = (address: string) => `${address} `.repeat(5_000).slice(0, 20_000);
  for (let number = 0; number < 40; number += 1) {
    await answer("/", text("/"));
    await answer(`/${number}`, text(`/${number}`));
    await keep.find(`/${number}`)?.pack("br");
    await keep.find(`/${number}`)?.pack("gzip");
    expect(keep.size()).toBeLessThanOrEqual(100_000);
    expect(keep.find("/"), String(number)).toBeDefined();
  }
  expect(keep.size()).toBeGreaterThan(60_000);
  await answer("/large", "x".repeat(2 * 1024 * 1024 + 1));
  expect(keep.find("/large")).toBeUndefined();
  await answer("/late", "x", -1);
  expect(keep.find("/late")).toBeUndefined();
});

test("each packing is made once and holds the same; the best one is smaller; the same bytes again keep theirs", async () => {
  const { keep, answer } = hearing();
  const text = Array.from({ length: 3_000 }, (_, at) => `product ${at % 97} Ksh ${at}`).join("\n");
  await answer("/", text);
  const kept = keep.find("/");
  if (!kept) throw new Error("not kept");
  const [one, two] = await Promise.all([kept.pack("br"), kept.pack("br")]);
  expect(two).toBe(one);
  expect(brotliDecompressSync(one).toString()).toBe(text);
  expect(gunzipSync(await kept.pack("gzip")).toString()).toBe(text);
  await Promise.all([kept.polish(), kept.polish()]);
  const best = await kept.pack("br");
  expect(brotliDecompressSync(best).toString()).toBe(text);
  expect(best.length).toBeLessThan(one.length);
  keep.drop();
  expect(keep.find("/")).toBeUndefined();
  await answer("/", text);
  expect(keep.find("/")?.ready.br).toBe(best);
  const size = keep.size();
  keep.drop();
  await answer("/", `${text}!`);
  expect(keep.find("/")?.ready).toEqual({ identity: Buffer.from(`${text}!`) });
  expect(keep.size()).toBeLessThan(size);
});

test("a small body goes out as it is", async () => {
  const { keep, answer } = hearing();
  await answer("/", "x".repeat(1_023));
  expect(keep.find("/")?.as("br")).toBe("identity");
  await answer("/two", "x".repeat(1_024));
  expect(keep.find("/two")?.as("br")).toBe("br");
});
