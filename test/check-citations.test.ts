import { expect, test } from "vitest";
import { deadCitations } from "../scripts/check-citations.ts";

// in pieces, for the check reads this file too
const docs = (name: string) => `docs/${name}`;
const PAGE = docs("payments.md");
const SPEC = "speci" + "fication";
const DECISION = "deci" + "sion";
const TILL = "src/till.test.ts";

const PAGES = [
  [docs("spec.md"), "# Specification\n\n## 4. States\n\n## 5. Rules\n"],
  [PAGE, "# Payments\n\n### Push query\n\n### Till confirmation\n"],
  [docs("decisions/0006-mail.md"), "# 6. A mail is sent at most once\n"],
  [
    TILL,
    'test("paid, once", () => {});\ntest.each([1])(`many codes: %s`, () => {});\ntest("says \\"no\\" and doesn\'t", () => {});',
  ],
] as const;

const deadIn = (...more: [string, string][]) => deadCitations(new Map([...PAGES, ...more]));

test("what is there is cited without a word, also over the end of a comment's line", () => {
  const comment = `/**\n * Asks (${PAGE}, "Push query", "Till\n * confirmation"; ${SPEC} §4, §5; ${DECISION} 6).\n */`;
  const page = `[mail](${docs("decisions/0006-mail.md")}), [query](${PAGE}#push-query), [away](https://a.example/b.md)`;
  const guarantees = `\`${TILL}\`\n\n- paid, once\n- many codes\n- says "no" and doesn't`;
  expect(deadIn(["src/ask.ts", comment], ["README.md", page], [docs("guarantees.md"), guarantees])).toEqual(
    [],
  );
});

test.each([
  [`// (${PAGE}, "Push")`, `no heading "Push" in ${PAGE}`],
  [`// (${PAGE.replace("pay", "repay")})`, `no file ${PAGE.replace("pay", "repay")}`],
  [`// the ${SPEC}'s text for it (§8)`, "no section 8 in the specification"],
  [`// ${DECISION} 9`, "no decision 9"],
])("%s leads nowhere", (comment, what) => {
  expect(deadIn(["src/ask.ts", `const a = 1;\n${comment}\n`])).toEqual([`src/ask.ts:2: ${what}`]);
});

test.each([
  ["a.md", "[b](b.md)", `1: no file ${docs("b.md")}`],
  ["a.md", "\n[c](payments.md#pull)", `2: no heading #pull in ${PAGE}`],
  ["a.md", "`src/ask.ts` asks, `src/tell.ts` tells, and `platform/` is a folder", "1: no file src/tell.ts"],
  [
    "a.md",
    "`src/`: `ask.ts` asks, `*-page.tsx` shows, `.server.ts` stays, and `tell.ts` tells",
    "1: no file tell.ts",
  ],
  ["guarantees.md", "# All\n- a", "2: a promise below no test's file"],
  ["guarantees.md", `\`${TILL}\`\n- paid, twice`, `2: not one test "paid, twice" in ${TILL}`],
  ["guarantees.md", `\`${TILL}\`\n- paid`, `2: not one test "paid" in ${TILL}`],
  ["guarantees.md", "`src/ask.ts`\n- paid, once", '2: not one test "paid, once" in src/ask.ts'],
  ["guarantees.md", "`src/twice.test.ts`\n- paid", '2: not one test "paid" in src/twice.test.ts'],
])("in %s: %j", (name, text, what) => {
  const twice = 'test("paid", () => {});\ntest("paid", () => {});';
  expect(deadIn(["src/ask.ts", ""], ["src/twice.test.ts", twice], [docs(name), text])).toEqual([
    `${docs(name)}:${what}`,
  ]);
});
