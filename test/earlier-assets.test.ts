import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { layBeside, putAside } from "../scripts/earlier-assets.ts";

let folder: string;
let assets: string;
let earlier: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "assets-"));
  assets = join(folder, "client/assets");
  earlier = join(folder, "earlier");
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A build as Vite makes it: the folder is emptied first. */
function build(day: number, files: Record<string, string>): string[] {
  const now = new Date(Date.UTC(2026, 0, day));
  putAside(assets, earlier, now);
  rmSync(assets, { recursive: true, force: true });
  mkdirSync(assets, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(assets, name), text);
    writeFileSync(join(assets, `${name}.br`), "packed");
  }
  layBeside(assets, earlier, now);
  return readdirSync(assets).filter((name) => !name.endsWith(".br"));
}

test("An old tab finds its build's files for 30 days", () => {
  expect(build(1, { "cart-1.js": "one", "root-1.js": "root" })).toEqual(["cart-1.js", "root-1.js"]);
  // current until day 40, however old the build is
  expect(build(40, { "cart-2.js": "two", "root-1.js": "root" })).toEqual([
    "cart-1.js",
    "cart-2.js",
    "root-1.js",
  ]);
  expect(readFileSync(join(assets, "cart-1.js"), "utf8")).toBe("one");
  expect(build(60, { "cart-3.js": "three", "root-1.js": "root" })).toEqual([
    "cart-1.js",
    "cart-2.js",
    "cart-3.js",
    "root-1.js",
  ]);
  expect(build(71, { "cart-3.js": "three", "root-1.js": "root" })).toEqual([
    "cart-2.js",
    "cart-3.js",
    "root-1.js",
  ]);
  // back again, then replaced again: 30 days from then
  build(80, { "cart-2.js": "two", "root-1.js": "root" });
  expect(build(200, { "cart-4.js": "four", "root-1.js": "root" })).toContain("cart-2.js");
});
