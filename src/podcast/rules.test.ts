import { expect, test } from "vitest";
import { clipAddress } from "./rules.ts";

test.each([
  ["https://cdn.example/33.mp3?from=feed", "https://cdn.example/33.mp3?from=feed#t=62,92"],
  ["https://cdn.example/33.mp3#t=0", "https://cdn.example/33.mp3#t=62,92"],
  ["http://cdn.example/33.mp3", "https://cdn.example/33.mp3#t=62,92"],
])("of %s a clip is %s", (audio, address) => {
  expect(clipAddress({ audio, from: 62, seconds: 30 })).toBe(address);
});
