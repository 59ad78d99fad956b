import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { useCountdown } from "./use-countdown.ts";

const YEAR = 365 * 86_400_000;

afterEach(() => void vi.useRealTimers());

/** What is left of a prompt that was sent twenty seconds ago. */
function Left() {
  return useCountdown(performance.now() - 20_000, () => {});
}

test.each([-YEAR, 0, YEAR])("A wrong clock changes no countdown: %i", (wrong) => {
  vi.useFakeTimers({ now: Date.now() + wrong, toFake: ["Date"] });
  expect(renderToStaticMarkup(createElement(Left))).toBe("100");
});
