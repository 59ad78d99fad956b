import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { memoizeFor } from "./memoize.server.ts";

beforeEach(() => vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => vi.useRealTimers());

/** Answers "key 1", "key 2", … and counts how often it was asked. */
function counting() {
  const asked: string[] = [];
  const state = { away: false };
  const make = async (key: string) => {
    asked.push(key);
    if (state.away) throw new Error("away");
    return `${key} ${asked.length}`;
  };
  return { asked, state, make };
}

test("concurrent calls with one key share one load, until it expires", async () => {
  const { asked, make } = counting();
  const answer = memoizeFor({ ms: 1_000, max: 10 }, make);
  expect(await Promise.all(Array.from({ length: 50 }, () => answer("a")))).toEqual(Array(50).fill("a 1"));
  vi.advanceTimersByTime(999);
  expect(await answer("a")).toBe("a 1");
  expect(await answer("b")).toBe("b 2");
  vi.advanceTimersByTime(1);
  expect(await answer("a")).toBe("a 3");
  expect(asked).toEqual(["a", "b", "a"]);
});

test("while loading fails the last value is returned; without one it fails, and is loaded again", async () => {
  const { state, make, asked } = counting();
  const answer = memoizeFor({ ms: 1_000, max: 10 }, make);
  await answer("a");
  state.away = true;
  for (let round = 0; round < 3; round++) {
    vi.advanceTimersByTime(1_001);
    expect(await answer("a")).toBe("a 1");
    await expect(answer("b")).rejects.toThrow("away");
  }
  await expect(answer("b")).rejects.toThrow("away");
  expect(asked.filter((key) => key === "b")).toHaveLength(4);
  state.away = false;
  vi.advanceTimersByTime(1_001);
  expect(await answer("a")).toBe(`a ${asked.length}`);
});

test("what is only given fresh fails while loading does, and is loaded again", async () => {
  const { state, make, asked } = counting();
  const answer = memoizeFor({ ms: 1_000, max: 10, onlyFresh: true }, make);
  expect(await answer("a")).toBe("a 1");
  vi.advanceTimersByTime(1_001);
  state.away = true;
  for (let round = 0; round < 2; round++) await expect(answer("a")).rejects.toThrow("away");
  state.away = false;
  expect(await answer("a")).toBe("a 4");
  expect(asked).toHaveLength(4);
});

test("holds at most `max` keys, the oldest evicted first", async () => {
  const { asked, make } = counting();
  const answer = memoizeFor({ ms: 1_000, max: 2 }, make);
  for (const key of ["a", "b", "c", "b", "c", "a"]) await answer(key);
  expect(asked).toEqual(["a", "b", "c", "a"]);
});
