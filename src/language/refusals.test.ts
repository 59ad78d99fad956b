import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path/posix";
import ts from "typescript";
import { expect, test } from "vitest";
import { kiswahili } from "./kiswahili.ts";

/** What staff, the owner, providers or machines are told: English. */
const NOT_SHOPPERS =
  /\/(?:staff|refunds|webhooks)\/|^(?:back-office|goods-import|settings|uploads)\/|\/staff-|\/(?:platform|metrics)\.server|^(?:catalogue\/pictures|payments\/transactions)\//;
/** Which files pass on what comes from elsewhere, out of the tables of texts (messages.test.ts). */
const PASSED_ON = [
  "accounts/password/change-password.server.ts",
  "accounts/sign-in/session.server.ts",
  "payments/status/confirm.server.ts",
  "payments/mpesa/push/push.server.ts",
  "platform/http/input-faults.server.ts",
];
/** Said of money that staff, or a receipt, has brought in: to staff alone. */
const TO_STAFF = [
  "This receipt belongs to another payment.",
  "This money is on its way back, or went back, as 7.",
];

type Source = { path: string; tree: ts.SourceFile };
const sources = new Map<string, Source>();
for (const found of readdirSync("src", { recursive: true, encoding: "utf8" })) {
  const path = found.replaceAll("\\", "/");
  if (!/^[^.]*(?:\.server)?\.tsx?$/.test(path)) continue;
  const text = readFileSync(join("src", path), "utf8");
  sources.set(path, { path, tree: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true) });
}

type Found = { node: ts.Node; source: Source } | undefined;

/** What a name of a file's outermost level stands for, there or where it is imported from. */
function named(name: string, source: Source): Found {
  for (const each of source.tree.statements) {
    const own = declaredBy(each, name);
    if (own) return { node: own, source };
    const from = ts.isImportDeclaration(each) && importedFrom(each, name, source);
    if (from) return named(name, from);
  }
  return undefined;
}

function declaredBy(each: ts.Statement, name: string): ts.Node | undefined {
  if (ts.isFunctionDeclaration(each)) return each.name?.text === name ? each : undefined;
  if (!ts.isVariableStatement(each)) return undefined;
  return each.declarationList.declarations.find((own) => own.name.getText() === name)?.initializer;
}

function importedFrom(each: ts.ImportDeclaration, name: string, { path }: Source): Source | undefined {
  const names = each.importClause?.namedBindings;
  if (!names || !ts.isNamedImports(names)) return undefined;
  if (!names.elements.some((element) => element.name.text === name)) return undefined;
  const to = (each.moduleSpecifier as ts.StringLiteral).text;
  return sources.get(normalize(join(dirname(path), to)));
}

/** Every text an expression may come to, with 7 for each value in it; undefined: one that only running it could tell. */
function textsOf(node: ts.Node, source: Source): (string | undefined)[] {
  const all = (nodes: ts.Node[]) => nodes.flatMap((each) => textsOf(each, source));
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node))
    return [node.head.text + node.templateSpans.map(({ literal }) => `7${literal.text}`).join("")];
  if (ts.isConditionalExpression(node)) return all([node.whenTrue, node.whenFalse]);
  if (ts.isBinaryExpression(node)) return all([node.left, node.right]);
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node))
    return all([node.expression]);
  if (ts.isObjectLiteralExpression(node))
    return all(node.properties.map((each) => (ts.isPropertyAssignment(each) ? each.initializer : each)));
  if (ts.isFunctionDeclaration(node)) return all(returnsOf(node));
  if (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) {
    const [table = "", field] = node.getText().split(/[.[]/);
    const found = named(table, source);
    if (!found) return [undefined];
    return textsOf(
      field && ts.isPropertyAccessExpression(node) ? fieldOf(found.node, field) : found.node,
      found.source,
    );
  }
  if (ts.isCallExpression(node)) return all([node.expression]);
  return [undefined];
}

function returnsOf(node: ts.Node): ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (each: ts.Node) => {
    if (ts.isReturnStatement(each) && each.expression) found.push(each.expression);
    if (!ts.isArrowFunction(each)) ts.forEachChild(each, visit);
  };
  visit(node);
  return found;
}

function fieldOf(table: ts.Node, field: string): ts.Node {
  if (ts.isAsExpression(table) || ts.isSatisfiesExpression(table)) return fieldOf(table.expression, field);
  const found = ts.isObjectLiteralExpression(table)
    ? table.properties.find((each) => each.name?.getText() === field)
    : undefined;
  return found && ts.isPropertyAssignment(found) ? found.initializer : table;
}

/** Where in its arguments an error has the sentence for people; without one it has a sentence of its own. */
const SENTENCE_AT: Record<string, number> = { ShopError: 1, TooManyRequests: 1, fieldFault: 1 };

/** What a file refuses with, each with its place. */
function refusalsIn(source: Source): { at: string; text: string | undefined }[] {
  const found: { at: string; text: string | undefined }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isNewExpression(node) || ts.isCallExpression(node)) {
      const place = SENTENCE_AT[node.expression.getText()];
      const sentence = place === undefined ? undefined : node.arguments?.[place];
      const line = source.tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      if (sentence)
        for (const text of textsOf(sentence, source)) found.push({ at: `${source.path}:${line}`, text });
    }
    ts.forEachChild(node, visit);
  };
  visit(source.tree);
  return found;
}

test("Every refusal is in Kiswahili", () => {
  const refusals = [...sources.values()]
    .filter(({ path }) => !NOT_SHOPPERS.test(path) && path !== "platform/shop-error.ts")
    .flatMap(refusalsIn)
    .filter(({ at, text }) => text !== undefined || !PASSED_ON.some((path) => at.startsWith(path)));
  expect(refusals.length).toBeGreaterThan(80);
  const unsaid = refusals.filter(
    ({ text }) => text === undefined || (kiswahili.message(text) === text && !TO_STAFF.includes(text)),
  );
  expect(unsaid.map(({ at, text }) => `${at} ${text ?? "a sentence that only running it tells"}`)).toEqual(
    [],
  );
});

test.each([
  [`new ShopError(409, "Sold out");`, ["Sold out"]],
  [`new ShopError(409, \`Only \${left} left\`);`, ["Only 7 left"]],
  [`const NO = "No"; fieldFault("a", late ? NO : "Yes");`, ["No", "Yes"]],
  [`const TEXTS = { no: "No", yes: "Yes" } as const; new ShopError(400, TEXTS.no);`, ["No"]],
  [`const TEXTS = { no: "No", yes: "Yes" } as const; new TooManyRequests(4, TEXTS[what]);`, ["No", "Yes"]],
  [`function why() { if (a) return "One"; return "Two"; } new ShopError(409, why());`, ["One", "Two"]],
  [`new ShopError(409, answer.message); new TooManyRequests(3);`, [undefined]],
])("%s refuses with %j", (code, expected) => {
  const tree = ts.createSourceFile("a.ts", code, ts.ScriptTarget.Latest, true);
  expect(refusalsIn({ path: "a.ts", tree }).map(({ text }) => text)).toEqual(expected);
});
