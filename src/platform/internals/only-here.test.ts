import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** What no documentation of these libraries promises, as code that relies on it spells it (decision 35). */
const PRIVATE = [
  // React Router: its globals, headers, data requests and preloads
  /__reactRouter|UNSAFE_|x-remix-|\b_routes\b|\b_root\b|["'`}\\]\.data\b|rel="modulepreload"/i,
  // React: its marks on elements
  /__react|data-precedence/,
  // Node: its parser and handles
  /\bonIncoming\b|\._(handle|header|connections)\b/,
  // pg: its connection, and the class of its queries
  /\bpg\.Query\b|\._send\b|\b(parsed|submittedNamed)Statements\b/,
  // files of a package that are not its entry
  /from ["'](pg|pg-pool|drizzle-orm|fastify|react-router|react-dom)\/(lib|dist|cjs)\b/,
];

test("private parts of libraries are used in platform/internals alone", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" })
    .map((file) => `src/${file.replaceAll("\\", "/")}`)
    .concat("vite.config.ts", "react-router.config.ts")
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".test.ts"));
  const found = files.filter((file) => {
    const text = readFileSync(file, "utf8");
    return PRIVATE.some((part) => part.test(text));
  });
  const here = found.filter((file) => file.startsWith("src/platform/internals/"));
  expect(found).toEqual(here);
  expect(here).toHaveLength(4);
});
