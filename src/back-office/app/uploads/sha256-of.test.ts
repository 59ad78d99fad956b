import { afterEach, expect, test } from "vitest";
import { sha256Of } from "./sha256-of.ts";

afterEach(() => Reflect.deleteProperty(crypto, "subtle"));

test("a file has the same digest where the browser has none of its own, as on plain http", async () => {
  const file = new Blob(["abc"]);
  const digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  expect(await sha256Of(file)).toBe(digest);
  Object.defineProperty(crypto, "subtle", { value: undefined, configurable: true });
  expect(await sha256Of(file)).toBe(digest);
});
