import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

/** Attributes that people read or hear. */
const READ = ["alt", "aria-label", "confirm", "heading", "hint", "label", "placeholder", "summary", "title"];
/** What is called so in every language. */
const NAMES = ["WhatsApp", "Lipa na M-Pesa", "Buy Goods and Services"];

/** The sentences of a component that are not taken from the table of languages, each with its line. */
function bareSentences(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const bare: string[] = [];
  const look = (node: ts.Node, said: string) => {
    const words = said.replace(/\s+/g, " ").trim();
    if (!/\p{L}{2}/u.test(words) || NAMES.includes(words)) return;
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    bare.push(`${file}:${line + 1} ${words}`);
  };
  /** Texts that an expression may come to; what is said by a call is that call's to translate. */
  const lookThrough = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) look(node, node.text);
    else if (ts.isTemplateExpression(node))
      look(
        node,
        [node.head, ...node.templateSpans.map(({ literal }) => literal)].map((p) => p.text).join(""),
      );
    else if (ts.isConditionalExpression(node)) [node.whenTrue, node.whenFalse].forEach(lookThrough);
    else if (ts.isParenthesizedExpression(node)) lookThrough(node.expression);
    else if (ts.isBinaryExpression(node)) lookThrough(node.right);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) && node.openingElement.tagName.getText(source) === "style") return;
    if (ts.isJsxText(node)) look(node, node.text);
    if (ts.isJsxExpression(node) && node.expression && !ts.isJsxAttribute(node.parent))
      lookThrough(node.expression);
    if (ts.isJsxAttribute(node) && READ.includes(node.name.getText(source)) && node.initializer)
      lookThrough(
        ts.isJsxExpression(node.initializer) ? (node.initializer.expression ?? node) : node.initializer,
      );
    if (ts.isCallExpression(node) && node.expression.getText(source) === "toast")
      node.arguments.slice(1, 2).forEach(lookThrough);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return bare;
}

test("Every storefront sentence is in the table of languages", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => /^(?!back-office\/)[^.]*\.tsx$/.test(path));
  expect(files.length).toBeGreaterThan(90);
  expect(files.flatMap((path) => bareSentences(path, readFileSync(join("src", path), "utf8")))).toEqual([]);
});

test.each([
  ["<p>Hello there</p>", ["Hello there"]],
  ["<p>{ready ? 'Hello' : t('Yes')} {name}</p>", ["Hello"]],
  [`<p>{late && \`Wait \${minutes}\`}</p>`, ["Wait"]],
  ["<button aria-label='Close'>×</button>", ["Close"]],
  [`<Field label={again ? \`Name \${n}\` : t("Name")} name="name" className="field wide" />`, ["Name"]],
  ["toast('error', 'Not sent')", ["Not sent"]],
  ["<p title={t('Yes')}>{t('No')} <b>WhatsApp</b> {count} · {price} <style>a {}</style></p>", []],
])("%s has %j", (text, expected) => {
  expect(bareSentences("a.tsx", text).map((each) => each.replace(/^\S+ /, ""))).toEqual(expected);
});
