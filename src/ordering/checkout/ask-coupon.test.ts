import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { askCoupon, type CouponAnswer } from "./ask-coupon.ts";

const line = { onLine: true };
/** What the shop answers, one after the other; undefined: the connection breaks. */
let answers: (Response | undefined)[];
let told: CouponAnswer[];
const coupon = { kind: "percent", value: 10, code: "SAUTI33", source: "episode 33" };
const counts = () => Response.json({ success: true, message: "", coupon });

beforeEach(() => {
  told = [];
  line.onLine = true;
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0);
  vi.stubGlobal("navigator", line);
  const html = { visibilityState: "visible", documentElement: { dataset: {} } };
  vi.stubGlobal("document", Object.assign(new EventTarget(), html));
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("localStorage", { getItem: () => null });
  vi.stubGlobal("fetch", async () => answers.shift() ?? Promise.reject(new TypeError("Failed to fetch")));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const ask = () => askCoupon({ items: [], coupon: "SAUTI33" }, (answer) => told.push(answer));

test("a code over a line that drops is no refused one: it is asked for again until there is an answer", async () => {
  answers = [undefined, undefined, counts()];
  ask();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual([{ lost: true }, { lost: true }, { counting: coupon }]);
  expect(vi.getTimerCount()).toBe(0);
});

test("it is asked for again as soon as the device is back online", async () => {
  answers = [undefined, counts()];
  line.onLine = false;
  ask();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(told).toEqual([{ lost: true }]);
  line.onLine = true;
  window.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual([{ lost: true }, { counting: coupon }]);
});

test("what the shop refuses is asked for once", async () => {
  answers = [Response.json({ success: false, message: "This code has expired." }, { status: 409 }), counts()];
  ask();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual([{ refusal: "This code has expired." }]);
});

test("once it is left out, or is for another place, nothing is asked or told", async () => {
  answers = [undefined, counts()];
  const end = ask();
  await vi.advanceTimersByTimeAsync(0);
  end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([told, answers.length]).toEqual([[{ lost: true }], 1]);
});
