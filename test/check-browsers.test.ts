import { expect, test } from "vitest";
import { newInScript, newInStyles } from "../scripts/check-browsers.ts";

test.each([
  ["const a = await b();", "syntax: "],
  ["class A { static { a(); } }", "syntax: "],
  ["const a = #b in c;", "syntax: "],
  ["a = /(?<=b)c/;", "lookbehind: "],
  ['a = new RegExp("(?<!b)c");', "lookbehind: "],
  ["a = /b/v;", "syntax: "],
  ["a?.(...b);", "name: ?.(...)"],
  ["Object.hasOwn(a, b);", "name: hasOwn"],
  ["a.toSpliced(0, 1);", "name: toSpliced"],
  ["a.with(0, 1);", "name: with"],
  ["a.at(-1);", "name: at"],
  ["structuredClone(a);", "name: structuredClone"],
  ["new BroadcastChannel(a);", "name: BroadcastChannel"],
  ["const { groupBy } = Object;", "name: groupBy"],
  ['AbortSignal["any"](a);', "name: any"],
])("a script with %s is refused", (code, what) => {
  expect(newInScript(code)).toEqual(expect.arrayContaining([expect.stringContaining(what)]));
});

test("The built scripts and styles use nothing that the oldest browsers lack", () => {
  const code = `class A { #b; static c = 1; #d() { return this.#b ?? 1; } }
    a ||= b?.c; a.replaceAll("b", "c"); a = /(?=b)\\p{L}/u; const d = { at: 1, with: 2 }; import("./e.js");`;
  expect(newInScript(code)).toEqual([]);
});

test.each([
  ["@media (width >= 48rem) { a { color: red } }", "syntax: "],
  ["a { b { color: red } }", "syntax: "],
  ["a:has(b) { color: red }", "selector: a:has(b)"],
  ["a:is(b, c) { color: red }", "selector: a:is(b, c)"],
  ["a { height: 100svh }", "unit: height: 100svh"],
  ["a { --tall: 41svh }", "unit: --tall: 41svh"],
])("a style sheet with %s is refused", (css, what) => {
  expect(newInStyles(css)).toEqual(expect.arrayContaining([expect.stringContaining(what)]));
});

test("a newer value after an older one, or asked for, is let through", () => {
  const css =
    "@media (min-width: 48rem) { a { height: 100vh; height: 100svh } } @supports (height: 1svh) { :root { --svh: 1svh } }";
  expect(newInStyles(css)).toEqual([]);
});
