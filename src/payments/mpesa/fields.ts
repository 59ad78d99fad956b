/** The fields of a JSON object; none when it is anything else. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** The fields of a JSON text; none when it is anything else. */
export function fieldsIn(text: string): Record<string, unknown> {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return {};
  }
}

/** A short printable text, or a number as text: codes and ids come as either. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  // control characters would not fit into the database
  return typeof value === "string" && /^[\x20-\x7e]{1,200}$/.test(value) ? value : undefined;
}

/** A list of {Name or Key, Value?} as M-Pesa sends it: it may be a single object, in any order, with values missing. */
export function valuesOf(list: unknown, nameKey: "Name" | "Key"): Map<string, unknown[]> {
  const found = new Map<string, unknown[]>();
  for (const item of Array.isArray(list) ? list : [list]) {
    const { [nameKey]: name, Value: value } = fieldsOf(item);
    if (typeof name === "string" && value !== undefined) found.set(name, [...(found.get(name) ?? []), value]);
  }
  return found;
}
