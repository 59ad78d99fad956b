import { afterEach, expect, test, vi } from "vitest";
import { chosenBrowser, findBrowser } from "../scripts/find-browser.ts";

afterEach(() => vi.unstubAllEnvs());

test("a machine whose browser the journeys find has one to measure with", () => {
  vi.stubEnv("CHROMIUM_PATH", undefined);
  expect(chosenBrowser() === undefined).toBe(findBrowser() === undefined);
});
