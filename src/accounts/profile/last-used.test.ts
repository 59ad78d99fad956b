import { expect, test } from "vitest";
import { lastUsed } from "./devices-list.tsx";

// 00:30 on 22 November in Nairobi
const NOW = Date.parse("2026-11-21T21:30:00Z");

test.each([
  ["2026-11-21T21:29:00Z", "Last used today, about 00:29"],
  ["2026-11-21T21:00:00Z", "Last used today, about 00:00"],
  ["2026-11-21T20:59:00Z", "Last used yesterday, about 23:59"],
  ["2026-11-20T21:00:00Z", "Last used yesterday, about 00:00"],
  ["2026-11-20T20:59:00Z", "Last used on 20 November 2026"],
  ["2025-11-22T09:00:00Z", "Last used on 22 November 2025"],
])("%s was %s, in East Africa Time", (at, words) => expect(lastUsed(at, NOW)).toBe(words));
