import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { colourSheet } from "../scripts/write-colours.ts";
import { COLOURS } from "../src/shop.ts";

test("the style sheets have the colours of shop.ts, and no other of that kind", async () => {
  expect(await readFile("src/ui/colours.css", "utf8")).toBe(colourSheet());
  expect(colourSheet().match(/#[0-9a-f]{6}\b/g)).toEqual(Object.values(COLOURS));
  expect(await readFile("src/ui/tokens.css", "utf8")).not.toMatch(/#[0-9a-f]{3,6}\b/);
});
