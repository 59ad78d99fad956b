import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { onWake, poll, TRIES_LAST, watchLine, whenOnline } from "./line-back.ts";

const line = { onLine: true };
const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
const browser = new EventTarget();

beforeEach(() => {
  line.onLine = true;
  page.visibilityState = "visible";
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0);
  vi.stubGlobal("navigator", line);
  vi.stubGlobal("document", page);
  vi.stubGlobal("window", browser);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const goOnline = (onLine: boolean) => {
  line.onLine = onLine;
  browser.dispatchEvent(new Event(onLine ? "online" : "offline"));
};
const look = (state: "visible" | "hidden") => {
  page.visibilityState = state;
  page.dispatchEvent(new Event("visibilitychange"));
};

/** Polls, and gives after how many ms each question came. */
function polled(pauses?: Parameters<typeof poll>[1]) {
  const began = Date.now();
  const asked: number[] = [];
  const end = poll(async () => void asked.push(Date.now() - began), pauses);
  return { asked, end };
}

test("A lost connection is probed with growing pauses", async () => {
  const { asked, end } = polled();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(asked.slice(0, 5)).toEqual([2_000, 5_000, 9_500, 16_250, 26_375]);
  const pauses = asked.slice(1).map((at, i) => at - (asked[i] ?? 0));
  expect(Math.max(...pauses)).toBe(30_000);
  end();
  vi.mocked(Math.random).mockReturnValue(0.5);
  const spread = polled();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(spread.asked).toEqual([2_200]);
  spread.end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(spread.asked).toHaveLength(1);
});

test("pauses that do not grow are kept to the millisecond", async () => {
  vi.mocked(Math.random).mockReturnValue(0.9);
  const { asked, end } = polled({ first: 3_000, growth: 1 });
  await vi.advanceTimersByTimeAsync(9_000);
  expect(asked).toEqual([3_000, 6_000, 9_000]);
  end();
});

test("Offline nothing is requested, and back online immediately", async () => {
  goOnline(false);
  const { asked, end } = polled();
  await vi.advanceTimersByTimeAsync(100_000);
  expect(asked).toEqual([]);
  goOnline(true);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked).toEqual([100_000, 102_000]);
  end();
});

test("A hidden page rests, and asks when seen again", async () => {
  const { asked, end } = polled();
  look("hidden");
  await vi.advanceTimersByTimeAsync(100_000);
  goOnline(true);
  await vi.advanceTimersByTimeAsync(100_000);
  expect(asked).toEqual([]);
  look("visible");
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual([200_000]);
  end();
});

test("the line comes back while a question is out: the next one follows soon", async () => {
  const asked: number[] = [];
  const began = Date.now();
  const end = poll(async () => {
    asked.push(Date.now() - began);
    if (asked.length === 6) await new Promise((resolve) => setTimeout(resolve, 10_000));
  });
  await vi.advanceTimersByTimeAsync(50_000);
  expect(asked).toHaveLength(6);
  goOnline(true);
  await vi.advanceTimersByTimeAsync(13_000);
  // 2 s after the answer at 51,562 ms, not 22 s
  expect(asked[6]).toBe(53_562);
  end();
});

test("What a person began resumes for 15 minutes after the connection was lost", async () => {
  for (const hide of [false, true]) {
    goOnline(false);
    const watch = watchLine({ lasts: TRIES_LAST });
    const told = vi.fn();
    void watch.back().then(told);
    if (hide) look("hidden");
    await vi.advanceTimersByTimeAsync(TRIES_LAST - 1);
    expect(told).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    line.onLine = true;
    if (hide) look("visible");
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toHaveBeenCalledExactlyOnceWith(false);
    watch.end();
  }
});

test("a page that has gone ends the wait, and no later one begins", async () => {
  const gone = new AbortController();
  const watch = watchLine({ signal: gone.signal });
  const waiting = watch.back();
  gone.abort();
  expect(await waiting).toBe(false);
  expect(await watch.back()).toBe(false);
  expect(await watchLine({ signal: gone.signal }).back()).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

test("a wake is the line or a look, for a page that is looked at", () => {
  const woken = vi.fn();
  const end = onWake(woken);
  goOnline(true);
  look("hidden");
  goOnline(true);
  look("visible");
  expect(woken).toHaveBeenCalledTimes(2);
  end();
  goOnline(true);
  expect(woken).toHaveBeenCalledTimes(2);
});

test("what needs the line is done at once, or when it is back, once, unless it is called off", () => {
  const done = vi.fn();
  whenOnline(done);
  expect(done).toHaveBeenCalledTimes(1);
  goOnline(false);
  const callOff = whenOnline(done);
  whenOnline(done);
  callOff();
  goOnline(true);
  goOnline(true);
  expect(done).toHaveBeenCalledTimes(2);
});
