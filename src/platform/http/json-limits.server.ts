import { isStorable } from "../text-rules.ts";

/** How deep lists and objects may be nested, how long each may be, and how many brackets, braces and commas there may be. */
const MOST = { deep: 12, long: 1_000, values: 8_000 };
/** A text, whole or without its end, or a bracket, a brace or a comma. */
const PART = /"(?:[^"\\]+|\\.)*"?|[[\]{},]/gs;

/** Whether a JSON text holds more than any call accepts. Checked before parsing, which takes long for deeply nested lists. */
export function isTooLarge(json: string): boolean {
  /** The number of commas in each list and object that is open. */
  const commas: number[] = [];
  let values = 0;
  for (const { 0: part } of json.matchAll(PART)) {
    if (part === "]" || part === "}") commas.pop();
    else if (part === ",") commas.push((commas.pop() ?? 0) + 1);
    else if (part === "[" || part === "{") commas.push(0);
    else continue;
    values += 1;
    const isLong = (commas.at(-1) ?? 0) >= MOST.long;
    if (isLong || commas.length > MOST.deep || values > MOST.values) return true;
  }
  return false;
}

/** The path to a text or a field's name that PostgreSQL cannot store; undefined where there is none. */
export function findUnstorable(value: unknown): string[] | undefined {
  if (typeof value === "string") return isStorable(value) ? undefined : [];
  if (typeof value !== "object" || value === null) return undefined;
  for (const name in value) {
    const path = isStorable(name) ? findUnstorable((value as Record<string, unknown>)[name]) : [];
    if (path) return [name, ...path];
  }
  return undefined;
}
