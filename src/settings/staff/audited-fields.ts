import { policyPath } from "../../policies/rules.ts";
import type { SettingName, SettingValues } from "../contract.ts";

type Fields = Record<string, unknown>;

/**
 * A setting as the audit keeps it, field by field. Of the policies each page is a field: a changed word does not write all
 * pages down again.
 */
export function auditedFields(name: SettingName, value: Fields): Fields {
  if (name !== "policies") return value;
  const { pages } = value as SettingValues["policies"];
  const fields = pages.map(({ slug, ...said }) => [policyPath(slug), said] as const);
  return { order: pages.map(({ slug }) => slug), ...Object.fromEntries(fields) };
}

/** The setting that has these fields. */
export function fromAudited(name: SettingName, fields: Fields): Fields {
  if (name !== "policies") return fields;
  const order = fields.order as string[];
  return { pages: order.map((slug) => ({ slug, ...(fields[policyPath(slug)] as Fields) })) };
}
