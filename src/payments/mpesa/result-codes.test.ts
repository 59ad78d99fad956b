import { expect, test } from "vitest";
import { meaningOf } from "./verify-push.ts";

test("0 is paid, as number or text", () => {
  expect(meaningOf(0)).toBe("paid");
  expect(meaningOf("0")).toBe("paid");
});

test.each([1, 2, 3, 4, 8, 17, 26, 1001, 1025, 1031, 1032, 2001, 2028, 8006, 9999])("%i is final", (code) => {
  expect(meaningOf(code)).toBe("failed");
  expect(meaningOf(String(code))).toBe("failed");
});

test("a code of letters is final as well", () => expect(meaningOf("SFC_IC0003")).toBe("failed"));

test.each([1019, 1036, 1037])("%i is final, and watched", (code) => {
  expect(meaningOf(code)).toBe("watched");
  expect(meaningOf(String(code))).toBe("watched");
});

test.each([
  4999,
  "4999",
  "7777",
  "500.001.1001",
  "",
  "00",
  " 0",
  "0.0",
  null,
  undefined,
  false,
  {},
  [0],
  Number.NaN,
  "toString",
])("%j is no answer yet", (code) => expect(meaningOf(code)).toBe("open"));
