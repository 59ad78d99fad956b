import { and, desc, eq } from "drizzle-orm";
import { shortened } from "../../platform/audit/read-audit.server.ts";
import { audit } from "../../platform/audit/tables.server.ts";
import type { Db, Tx } from "../../platform/database/db.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { policyPath } from "../../policies/rules.ts";
import { SETTINGS, type SettingName, type SettingValues } from "../contract.ts";
import { settings } from "../tables.server.ts";

/** Changes that are listed; older ones are in the audit. */
const HISTORY = 20;
/** The names in the audit for a setting and for its change. */
export const SETTING_CHANGE = { action: "settings.change", subjectKind: "setting" } as const;

type Value = Record<string, unknown>;
/** A setting as it is now; version 0, by and at null: nobody has changed it. */
export type Setting = {
  name: SettingName;
  value: Value;
  version: number;
  by: string | null;
  at: number | null;
};
/** One change, with the changed fields before and after. */
type Change = { _id: string; at: number; by: string; before: Value; after: Value };

/** @throws ShopError 404 */
export function settingName(name: string): SettingName {
  if (Object.hasOwn(SETTINGS, name)) return name as SettingName;
  throw new ShopError(404, "There is no such setting.");
}

/** All settings as they are now; long texts are cut. */
export async function listSettings(db: Db, defaults: SettingValues): Promise<Setting[]> {
  const rows = new Map((await db.select().from(settings)).map((row) => [row.name, row]));
  const names = Object.keys(SETTINGS) as SettingName[];
  return names.map((name) => shortened(settingOf(name, rows.get(name), defaults)));
}

/** A setting as the table has it now; `defaults` count where nobody has changed it. */
export async function findSetting(db: Db | Tx, name: SettingName, defaults: SettingValues): Promise<Setting> {
  const [row] = await db.select().from(settings).where(eq(settings.name, name));
  return settingOf(name, row, defaults);
}

function settingOf(
  name: SettingName,
  row: typeof settings.$inferSelect | undefined,
  defaults: SettingValues,
): Setting {
  if (!row) return { name, value: { ...defaults[name] }, version: 0, by: null, at: null };
  const { value, version, changedBy: by, changedAt } = row;
  // fields that did not exist when it was saved get their defaults
  const whole = { ...defaults[name], ...(value as Value) };
  return { name, value: whole, version, by, at: changedAt.getTime() };
}

/** The setting's last changes, newest first; long texts are cut. */
export async function settingHistory(db: Db, name: SettingName): Promise<Change[]> {
  const rows = await lastChanges(db, name);
  return rows.map(({ id, at, staffName: by, before, after }) => ({
    _id: String(id),
    at: at.getTime(),
    by,
    before: shortened(before ?? {}),
    after: shortened(after ?? {}),
  }));
}

/**
 * The whole value before one of the last changes, worked out backwards from the current value.
 * @throws ShopError 404
 */
export async function valueBefore(db: Db, { name, value }: Setting, change: string): Promise<Value> {
  const rows = await lastChanges(db, name);
  const at = rows.findIndex(({ id }) => String(id) === change);
  if (at < 0) throw new ShopError(404, "There is no such change, or it is too long ago.");
  const fields = rows.slice(0, at + 1).reduce(
    (fields, { before, after }) => {
      const added = Object.keys(after ?? {}).filter((field) => !Object.hasOwn(before ?? {}, field));
      const kept = Object.entries(fields).filter(([field]) => !added.includes(field));
      return { ...Object.fromEntries(kept), ...before };
    },
    auditedFields(name, value),
  );
  return fromAudited(name, fields);
}

function lastChanges(db: Db, name: SettingName) {
  return db
    .select()
    .from(audit)
    .where(and(eq(audit.subjectKind, SETTING_CHANGE.subjectKind), eq(audit.subjectId, name)))
    .orderBy(desc(audit.id))
    .limit(HISTORY);
}

type Fields = Record<string, unknown>;

/**
 * A setting as the audit stores it, field by field. Each page of the policies is a field, so that changing a word does not
 * store all pages again.
 */
export function auditedFields(name: SettingName, value: Fields): Fields {
  if (name !== "policies") return value;
  const { pages } = value as SettingValues["policies"];
  const fields = pages.map(({ slug, ...said }) => [policyPath(slug), said] as const);
  return { order: pages.map(({ slug }) => slug), ...Object.fromEntries(fields) };
}

/** The setting with these fields of the audit. */
function fromAudited(name: SettingName, fields: Fields): Fields {
  if (name !== "policies") return fields;
  const order = fields.order as string[];
  return { pages: order.map((slug) => ({ slug, ...(fields[policyPath(slug)] as Fields) })) };
}
