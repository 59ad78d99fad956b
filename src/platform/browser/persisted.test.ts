import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { stubStorage } from "../../../test/storage.ts";
import { persisted } from "./persisted.ts";

const DAY = 86_400_000;
let stored: Map<string, string>;

beforeEach(() => {
  stored = stubStorage();
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 22) });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("kept for some days", () => {
  const kept = persisted("kept", { days: 30 });

  test.each(["a b\nc", "", "7"])("%j is read as it was written, to the last moment", (text) => {
    kept.write(text);
    vi.setSystemTime(Date.now() + 30 * DAY);
    expect(kept.read()).toBe(text);
  });

  test.each([1, -1])("it is deleted when it is read a moment later, by a clock that went %d", (way) => {
    kept.write("text");
    vi.setSystemTime(Date.now() + way * (30 * DAY + 1));
    expect(kept.read()).toBeNull();
    expect(stored.size).toBe(0);
  });

  test.each(["text", " text", "x text", ""])("%j, which has no date, is deleted", (text) => {
    stored.set("kept", text);
    expect(kept.read()).toBeNull();
    expect(stored.size).toBe(0);
  });
});

test("where storage takes nothing, the days are counted in memory", () => {
  vi.stubGlobal("localStorage", undefined);
  const kept = persisted("kept", { days: 1 });
  kept.write("text");
  expect([kept.read(), kept.isInMemory()]).toEqual(["text", true]);
  vi.setSystemTime(Date.now() + 2 * DAY);
  expect(kept.read()).toBeNull();
});
