import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sw } from "./sw.ts";

const namesIn = (sentence: string) => [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

test.each(Object.entries(sw))(
  "Every sentence of the table is in Kiswahili, with the same values: %s",
  (english, kiswahili) => {
    expect(namesIn(kiswahili)).toEqual(namesIn(english));
    expect(kiswahili.trim()).toBe(kiswahili);
    expect(kiswahili).not.toBe("");
  },
);

test("no sentence is left over that nothing says any more", () => {
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|language\/sw\.ts$/.test(path))
    .map((path) => readFileSync(join("src", path), "utf8"))
    .join("\n");
  // where a value stands, the server's sentence has an expression
  const isSaid = (english: string) => english.split(/\{\w+\}/).every((part) => sources.includes(part));
  expect(Object.keys(sw).filter((english) => !isSaid(english))).toEqual([]);
});
