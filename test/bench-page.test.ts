import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { PAGE, withTables } from "../scripts/bench/report.ts";

const scripts = { what: "home: scripts", got: 109.12, budget: 110, unit: "kB", peers: "Others 98" };
const made = { what: "pages made", got: 1.234, atLeast: 2, unit: "/s" };
const groups = ["phone:bytes", "server:pages", "server:two"];
const HEAD = "| what | this shop | budget | others |\n|---|---:|---:|---|\n";
const BYTES = `### phone:bytes, 2026-11-26\n\n${HEAD}| home: scripts | 109.1 kB | ≤ 110 kB | Others 98 |`;
const TWO = (date: string) => `### server:two, ${date}\n\n${HEAD}| pages made | **1.23 /s** | ≥ 2 /s |  |`;

test("the figures of a group take the place of its last ones in the page, and all else stays", async () => {
  const page = await readFile(PAGE, "utf8");
  const [before, after] = page.split(/(?<=<!-- figures -->)[\s\S]*(?=<!-- end of figures -->)/);
  const empty = `${before}\n\n${after}`;
  const first = withTables(empty, [{ group: "server:two", figures: [made] }], { groups, date: "2026-11-25" });
  expect(first).toBe(`${before}\n\n${TWO("2026-11-25")}\n\n${after}`);
  const bytes = { group: "phone:bytes", figures: [scripts] };
  const second = withTables(first, [bytes], { groups, date: "2026-11-26" });
  expect(second).toBe(`${before}\n\n${BYTES}\n\n${TWO("2026-11-25")}\n\n${after}`);
  const nothing = { group: "phone:bytes", figures: [] };
  expect(withTables(second, [nothing], { groups, date: "2026-11-27" })).toBe(second);
  const two = { group: "server:two", figures: [made] };
  expect(withTables(second, [two], { groups, date: "2026-11-26" })).toBe(
    `${before}\n\n${BYTES}\n\n${TWO("2026-11-26")}\n\n${after}`,
  );
});

test("a page without a place for figures is refused", () => {
  expect(() => withTables("# Benchmarks\n", [], { groups, date: "2026-11-26" })).toThrow(
    "The page has no place for tables.",
  );
});
