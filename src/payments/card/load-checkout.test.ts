import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadCheckout } from "./open-checkout.ts";

const SRC = "https://checkout.flutterwave.com/v3.js";
const FAILED = "Failed to load payment modal. Check your internet connection and retry later.";

type Turn = "loads" | "fails" | "loads nothing" | "hangs";

/** A document in which each script tag ends as told, and the times at which tags were added. */
function page(...turns: Turn[]) {
  const page = { at: [] as number[], asked: [] as string[], tags: 0 };
  const began = Date.now();
  const parentNode = { removeChild: () => page.tags-- };
  const append = (script: EventTarget & { src: string }) => {
    page.at.push(Date.now() - began);
    page.asked.push(script.src);
    page.tags++;
    const turn = turns.shift() ?? "fails";
    if (turn === "loads") Object.assign(window, { FlutterwaveCheckout: () => undefined });
    if (turn !== "hangs")
      setTimeout(() => script.dispatchEvent(new Event(turn === "fails" ? "error" : "load")));
  };
  vi.stubGlobal("window", {});
  vi.stubGlobal("document", {
    createElement: () => Object.assign(new EventTarget(), { parentNode }),
    head: { append },
  });
  return page;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Whether it was had, once all timers have run. */
async function outcome(loading: Promise<unknown>): Promise<string> {
  const told = loading.then(
    () => "had",
    (error: Error) => error.message,
  );
  await vi.runAllTimersAsync();
  return told;
}

test("it is fetched once for all who ask, and not again once it is there", async () => {
  const { at } = page("loads");
  const first = loadCheckout(SRC);
  expect(loadCheckout(SRC)).toBe(first);
  expect(await outcome(first)).toBe("had");
  expect(await outcome(loadCheckout(SRC))).toBe("had");
  expect(at).toEqual([0]);
});

test("the third try may bring it, one second after the second; failed tags are gone", async () => {
  const tried = page("fails", "loads nothing", "loads");
  expect(await outcome(loadCheckout(SRC))).toBe("had");
  expect(tried.at).toEqual([0, 1000, 2000]);
  expect(tried.tags).toBe(1);
});

test("A broken card script is reported, and the next tap retries", async () => {
  const tried = page("fails", "fails", "fails", "fails", "loads");
  expect(await outcome(loadCheckout(SRC))).toBe(FAILED);
  expect(tried.tags).toBe(0);
  expect(await outcome(loadCheckout(SRC))).toBe("had");
  expect(tried.at).toHaveLength(5);
});

test("one that takes more than ten seconds has failed; the next try does not wait for its answer", async () => {
  const tried = page("hangs", "hangs", "hangs");
  expect(await outcome(loadCheckout(SRC))).toBe(FAILED);
  expect(tried.at).toEqual([0, 11_000, 22_000]);
  expect(tried.asked).toEqual([SRC, `${SRC}?try=1`, `${SRC}?try=2`]);
  expect(tried.tags).toBe(0);
});
