import { parseAst } from "vite";
import { NEWER_GLOBALS, NEWER_MEMBERS, NEWER_OF, NEWER_READ, SINGLE } from "./newer.ts";

type Node = { type: string } & Record<string, unknown>;

/**
 * What a script names that only newer browsers have: interfaces, functions of every script, members of both, and members
 * of whatever variable when no older interface has one of that name. Keys of objects that are written out are ours.
 */
export function newerNames(code: string): Set<string> {
  const names = new Set<string>();
  visit(parseAst(code).body, (node, isCalled) => {
    for (const name of namesOf(node, isCalled ? NEWER_MEMBERS : NEWER_READ)) names.add(name);
  });
  return names;
}

function namesOf(node: Node, newer: Set<string>): string[] {
  const { type, object, property, computed } = node;
  // Chrome before 91 takes it for an error
  if (type === "ChainExpression" && hasSpread(node.expression)) return ["?.(...)"];
  if (type === "MemberExpression") {
    const name = computed ? textOf(property) : nameOf(property);
    return name === undefined ? [] : membersOf(object, [name], newer);
  }
  if (type === "VariableDeclarator") return membersOf(node.init, keysOf(node.id), NEWER_READ);
  if (type === "CallExpression" || type === "NewExpression") {
    const name = nameOf(node.callee) ?? "";
    // minified names of variables are shorter
    return name.length > 3 && NEWER_GLOBALS.has(name) ? [name] : [];
  }
  return type === "ObjectPattern" ? keysOf(node).filter((key) => NEWER_READ.has(key)) : [];
}

/** Whether a call in a chain of `?.` has a spread argument. */
function hasSpread(link: unknown): boolean {
  const { arguments: given, callee, object } = (link ?? {}) as Partial<Node>;
  const isSpread = Array.isArray(given) && given.some(({ type }) => type === "SpreadElement");
  return isSpread || [callee, object].some((inner) => inner !== undefined && hasSpread(inner));
}

/** Those of these members that are too new: of a known object exactly, of any other by their names. */
function membersOf(object: unknown, members: string[], newer: Set<string>): string[] {
  const owner = nameOf(object) ?? "";
  const known = SINGLE[owner] ?? (/^[A-Z]\w{2}/.test(owner) ? owner : undefined);
  return members.filter((member) =>
    known
      ? NEWER_OF.get(known)?.has(member) || (known === "Window" && NEWER_GLOBALS.has(member))
      : newer.has(member),
  );
}

function keysOf(pattern: unknown): string[] {
  const { type, properties } = pattern as Node;
  if (type !== "ObjectPattern") return [];
  return (properties as Node[]).flatMap(({ key, computed }) => (computed ? [] : (nameOf(key) ?? [])));
}

function nameOf(node: unknown): string | undefined {
  const { type, name } = (node ?? {}) as Partial<Node>;
  return type === "Identifier" ? String(name) : undefined;
}

function textOf(node: unknown): string | undefined {
  const { value } = (node ?? {}) as Partial<Node>;
  return typeof value === "string" ? value : undefined;
}

function visit(node: unknown, enter: (node: Node, isCalled: boolean) => void, isCalled = false): void {
  if (typeof node !== "object" || node === null) return;
  if ("type" in node) enter(node as Node, isCalled);
  for (const [key, part] of Object.entries(node)) visit(part, enter, key === "callee");
}
