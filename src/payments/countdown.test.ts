import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { clockText, pauseText, secondsLeft, spokenTime, useCountdown } from "./countdown.ts";

const YEAR = 365 * 86_400_000;

afterEach(() => void vi.useRealTimers());

/** What is left of a prompt that was sent twenty seconds ago. */
function Left() {
  return useCountdown(performance.now() - 20_000, 120, () => {});
}

test.each([-YEAR, 0, YEAR])("A wrong clock changes no countdown: %i", (wrong) => {
  vi.useFakeTimers({ now: Date.now() + wrong, toFake: ["Date"] });
  expect(renderToStaticMarkup(createElement(Left))).toBe("100");
});

test("the time left goes by what has passed, between 120 and 0", () => {
  expect(secondsLeft(1000, 120, 1000)).toBe(120);
  expect(secondsLeft(1000, 120, 1001)).toBe(120);
  expect(secondsLeft(1000, 120, 2000)).toBe(119);
  expect(secondsLeft(1000, 120, 120_999)).toBe(1);
  expect(secondsLeft(1000, 120, 121_000)).toBe(0);
  expect(secondsLeft(1000, 120, 9_999_999)).toBe(0);
  expect(secondsLeft(1000, 120, 0)).toBe(120);
  expect(secondsLeft(-50_000, 120, 0)).toBe(70);
});

test("a pause reads as a clock, and from an hour on as hours and minutes begun", () => {
  expect([1, 60, 3_599, 3_600, 3_601, 86_400].map(pauseText)).toEqual([
    "00:01",
    "01:00",
    "59:59",
    "1 h 00 min",
    "1 h 01 min",
    "24 h 00 min",
  ]);
});

test("the clock reads mm:ss, and is said at 60, 30 and 10 seconds only", () => {
  expect([120, 119, 60, 9, 0].map(clockText)).toEqual(["02:00", "01:59", "01:00", "00:09", "00:00"]);
  const said = Array.from({ length: 121 }, (_, passed) => spokenTime(120 - passed));
  expect([...new Set(said)]).toEqual(["", "1 minute left", "30 seconds left", "10 seconds left"]);
  expect(said.indexOf("1 minute left")).toBe(60);
  expect(said.indexOf("30 seconds left")).toBe(90);
  expect(said.indexOf("10 seconds left")).toBe(110);
});
