import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { PAGE, withTable } from "../scripts/bench/report.ts";

test("new figures take the place of the last ones in the page of benchmarks, and all else stays", async () => {
  const page = await readFile(PAGE, "utf8");
  const figures = [
    { what: "home: scripts", got: 109.12, budget: 110, unit: "kB", peers: "Others 98" },
    { what: "pages made", got: 1.234, atLeast: 2, unit: "/s" },
  ];
  const [before, after] = page.split(/(?<=<!-- figures -->)[\s\S]*(?=<!-- end of figures -->)/);
  expect(withTable(page, figures)).toBe(`${before}

| what | this shop | budget | others |
|---|---:|---:|---|
| home: scripts | 109.1 kB | ≤ 110 kB | Others 98 |
| pages made | **1.23 /s** | ≥ 2 /s |  |

${after}`);
});

test("a page without a place for figures is refused", () => {
  expect(() => withTable("# Benchmarks\n", [])).toThrow("The page has no place for the table.");
});
