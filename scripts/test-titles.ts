import ts from "typescript";

/** What is said first in a test(…), describe(…) or the like, as it is written, and where. */
export type Title = { title: string; index: number };

/** The titles of a file's tests and groups, in the order they stand. */
export function titlesIn(text: string): Title[] {
  const source = ts.createSourceFile("titles.ts", text, ts.ScriptTarget.Latest);
  const found: Title[] = [];
  const visit = (node: ts.Node): void => {
    const said = ts.isCallExpression(node) && isTest(node.expression) ? node.arguments[0] : undefined;
    if (said && (ts.isStringLiteralLike(said) || ts.isTemplateExpression(said)))
      found.push({ title: said.getText(source).slice(1, -1), index: said.getStart(source) });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** test, test.only, test.describe, test.each([…]) and so on. */
function isTest(callee: ts.Node): boolean {
  if (ts.isIdentifier(callee)) return ["test", "describe", "it"].includes(callee.text);
  return (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) && isTest(callee.expression);
}
