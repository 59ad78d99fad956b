import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** What outlives the file that does it, in a process whose modules are shared. */
const OUTLIVES = /\bvi\.(?:mock|doMock|resetModules)\(|\btranslateFrom\(/;

test("what replaces modules, or what they remember, stands in *.alone.test.ts", () => {
  const files = ["src", "test", "simulators"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`),
  );
  const unit = files.filter((path) => /(?<!\.system|\.alone|\.long)\.test\.tsx?$/.test(path));
  expect(unit.length).toBeGreaterThan(200);
  const wrong = unit.filter((path) => OUTLIVES.test(readFileSync(path, "utf8")));
  expect(wrong).toEqual([]);
});
