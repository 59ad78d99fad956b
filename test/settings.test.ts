import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SETTINGS } from "../src/config.server.ts";

const compose = readFileSync("compose.yaml", "utf8");

test(".env.example has every setting, once", () => {
  const example = readFileSync(".env.example", "utf8");
  const names = [...example.matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name);
  expect(names.sort()).toEqual([...SETTINGS].sort());
});

test("compose.yaml passes every setting but those that the image decides, each by its own name", () => {
  const shop = compose.slice(compose.indexOf("\n  shop:"), compose.indexOf("\n  database:"));
  const passed = new Map(
    [...shop.matchAll(/^ {6}([A-Z_]+): (.*)$/gm)].map(([, name, value]) => [name, value]),
  );
  const decided = ["HOST", "PORT", "DATA_DIR"];
  expect([...passed.keys()].sort()).toEqual(SETTINGS.filter((name) => !decided.includes(name)).sort());
  passed.delete("DATABASE_URL");
  for (const [name, value] of passed) expect(value).toBe(`\${${name}:-}`);
});

test("compose.yaml confines both services", () => {
  const confined = compose.slice(compose.indexOf("x-confined:"), compose.indexOf("services:"));
  expect(confined.match(/^ {2}\w+: .*$/gm)).toEqual(
    expect.arrayContaining([
      "  read_only: true",
      "  cap_drop: [ALL]",
      '  security_opt: ["no-new-privileges:true"]',
      "  mem_limit: 512m",
    ]),
  );
  for (const service of ["shop", "database"])
    expect(compose).toContain(`\n  ${service}:\n    <<: *confined\n`);
  expect(compose).not.toMatch(/privileged|cap_add|read_only: false/);
});
