import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { parseAst } from "vite";
import { expect, test } from "vitest";
import { trim, trimRouter } from "./trim-router.ts";

const folder = fileURLToPath(new URL("./", import.meta.resolve("react-router"))).replace(
  "development",
  "production",
);

test("what the storefront does not use is in React Router once, and the rest still parses without it", () => {
  const files = readdirSync(folder).filter((file) => /^chunk-.*\.mjs$/.test(file));
  const trimmed = files.map((file) => trim(readFileSync(folder + file, "utf8")));
  const changed = trimmed.flatMap(({ changed }) => changed);
  expect(changed).toHaveLength(20);
  expect(new Set(changed).size).toBe(20);
  for (const { code } of trimmed) expect(() => parseAst(code)).not.toThrow();
});

test("an assertion keeps its condition and loses its sentence", () => {
  const { code } = trim('invariant(a(b, "c"), "why"); warningOnce(key, x > 1, `of it`); other(a, "stays");');
  expect(code).toBe('invariant(a(b, "c")); warningOnce(key, x > 1); other(a, "stays");');
});

test("where a page's module does not come, the page that was wanted is opened, and not the one that was left", () => {
  const { code } = trim("window.location.reload();");
  const opened: string[] = [];
  const open = (location?: object) =>
    runInNewContext(code, {
      window: {
        location: { assign: (to: string) => opened.push(to), reload: () => opened.push("the same") },
        __reactRouterDataRouter: { state: { navigation: { location } } },
      },
    });
  open({ pathname: "/collection", search: "?sort=low-high", hash: "" });
  open();
  expect(opened).toEqual(["/collection?sort=low-high", "the same"]);
});

test("a React Router without one of these functions does not build", () => {
  const { buildEnd } = trimRouter();
  expect(() => (buildEnd as () => void)()).toThrow("handleAction, handleFetcherAction");
});

test("no page of the storefront uses what is left out", () => {
  const LEFT_OUT =
    /\b(useFetchers?|useBlocker|useSubmit|useActionData|useFormAction|PrefetchPageLinks|clientAction)\b|<Form\b|<(Nav)?Link[^>]*\sprefetch=/;
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".tsx") && !file.startsWith("back-office"),
  );
  const using = files.filter((file) => LEFT_OUT.test(readFileSync(`src/${file}`, "utf8")));
  expect(using).toEqual([]);
});
