import { formatMoment } from "../../ordering/dates.ts";

/** Fields that hold a moment, in milliseconds since 1970. */
const MOMENTS = new Set(["onSaleFrom", "startsAt", "endsAt"]);

/** What changed, field by field: "role: packer → support". */
export function changesOf(before: unknown, after: unknown): string[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return names.map((name) => {
    if (!(name in was)) return `${name}: ${inWords(is, name)}`;
    return `${name}: ${inWords(was, name)} → ${name in is ? inWords(is, name) : "–"}`;
  });
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function inWords(fields: Record<string, unknown>, name: string): string {
  const value = fields[name];
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "number" && MOMENTS.has(name)) return formatMoment(value);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
