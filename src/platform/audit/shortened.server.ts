/** Characters of a text that lists of deeds show. */
const SHOWN = 200;

/** The fields of a deed as lists show them: a long text is cut, the audit itself has it whole. */
export function shortened<T>(value: T): T {
  if (typeof value === "string" && value.length > SHOWN) return `${value.slice(0, SHOWN).trimEnd()}…` as T;
  if (Array.isArray(value)) return value.map(shortened) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shortened(each)])) as T;
}
