import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { productionBuild } from "./production-build.ts";

/** Without the names of its chunks, which are their hashes. */
function readSource(file: string): string {
  return readFileSync(file, "utf8").replace(/chunk-\w+\.mjs/g, "chunk");
}

test.each(["react-router", "react-router/dom"])(
  "the production build of %s is there, and exports what the development build does",
  (name) => {
    const production = productionBuild.find(({ find }) => find.test(name))?.replacement ?? "";
    expect(existsSync(production)).toBe(true);
    // the file that the package's exports name; both begin with the version
    const development = fileURLToPath(import.meta.resolve(name)).replace(/\.js$/, ".mjs");
    expect(development).toContain("/dist/development/");
    expect(readSource(production)).toBe(readSource(development));
  },
);
