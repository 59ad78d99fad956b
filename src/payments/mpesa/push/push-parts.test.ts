import { expect, test } from "vitest";
import { adviceFor, mayStillBePaid } from "../../status/advice.ts";
import { clockText, pauseText, secondsLeft, spokenTime } from "./countdown.ts";

const CODES = [
  "1",
  "2",
  "3",
  "4",
  "8",
  "17",
  "26",
  "1001",
  "1019",
  "1025",
  "1031",
  "1036",
  "2001",
  "2028",
].concat(["SFC_IC0003", "8006", "9999"]);

test("each known code has advice of its own beside the specification's text", () => {
  for (const code of CODES) {
    const { message, next } = adviceFor(code);
    expect(message).toBe(`Payment failed (Code: ${code}). Please try again.`);
    expect(next).not.toBe(adviceFor("7777").next);
    expect(next.length).toBeLessThan(240);
  }
  expect(adviceFor("0").message).toBe("Payment confirmed!");
  expect(adviceFor("1032").message).toBe("Payment cancelled by user.");
  expect(adviceFor("1032").next).toBe(adviceFor("1031").next);
  expect(adviceFor("1037").message).toBe(
    "Payment timeout. Please try again or contact support if money was deducted.",
  );
  expect(adviceFor("7777").message).toBe("Payment failed (Code: 7777). Please try again.");
  expect(adviceFor(null).message).toBe("Payment failed. Please try again.");
});

test("money may still come after a timeout or an unknown code, and no other; only then nobody says none was taken", () => {
  for (const code of [...CODES, "1032"]) {
    const late = ["1019", "1036", "1037"].includes(code);
    expect(mayStillBePaid(code)).toBe(late);
    expect(adviceFor(code).next.includes("No money was taken")).toBe(!late);
  }
  for (const code of ["7777", "1037", "constructor", null]) expect(mayStillBePaid(code)).toBe(true);
});

test("the time left goes by what has passed, between 120 and 0", () => {
  expect(secondsLeft(1000, 1000)).toBe(120);
  expect(secondsLeft(1000, 1001)).toBe(120);
  expect(secondsLeft(1000, 2000)).toBe(119);
  expect(secondsLeft(1000, 120_999)).toBe(1);
  expect(secondsLeft(1000, 121_000)).toBe(0);
  expect(secondsLeft(1000, 9_999_999)).toBe(0);
  expect(secondsLeft(1000, 0)).toBe(120);
  expect(secondsLeft(-50_000, 0)).toBe(70);
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
