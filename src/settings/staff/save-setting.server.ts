import { isDeepStrictEqual } from "node:util";
import { and, eq, sql } from "drizzle-orm";
import type { Actor } from "../../platform/audit/actor.server.ts";
import { writeAudit } from "../../platform/audit/write-audit.server.ts";
import { type Db, type Tx, transaction } from "../../platform/database/db.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import type { SettingName, SettingValues } from "../contract.ts";
import { demandWithin } from "../payments-now.server.ts";
import { settings } from "../tables.server.ts";
import { auditedFields, findSetting, SETTING_CHANGE, type Setting } from "./find-setting.server.ts";

type Save = {
  name: SettingName;
  /** The value as parsed by the setting's schema. */
  value: Record<string, unknown>;
  /** The version that was edited; 0 where nobody had changed the setting. */
  version: number;
  /** The settings of a shop whose owner has changed none. */
  defaults: SettingValues;
  by: Actor;
};

/**
 * Changes a setting, in every process: the database notifies them. An unchanged value is not written again.
 * @throws ShopError 400 by field: the environment does not allow it; 409 `current`, `by`, `at`: it was changed meanwhile
 */
export async function saveSetting(db: Db, save: Save): Promise<Setting> {
  const { name, value, version, defaults, by } = save;
  if (name === "payments") demandWithin(defaults.payments, value as SettingValues["payments"]);
  return transaction(db, async (tx) => {
    const before = await findSetting(tx, name, defaults);
    if (before.version !== version) throw stale(before);
    if (isDeepStrictEqual(before.value, value)) return before;
    if (!(await write(tx, save))) throw stale(await findSetting(tx, name, defaults));
    const change = { before: auditedFields(name, before.value), after: auditedFields(name, value) };
    await writeAudit(tx, by, { ...SETTING_CHANGE, subjectId: name, ...change });
    return findSetting(tx, name, defaults);
  });
}

/** False: another save was faster. */
async function write(tx: Tx, { name, value, version, by }: Save): Promise<boolean> {
  const changed = { value, version: version + 1, changedAt: sql`now()`, changedBy: by.name };
  const rows =
    version === 0
      ? await tx
          .insert(settings)
          .values({ name, ...changed })
          .onConflictDoNothing()
          .returning({ name: settings.name })
      : await tx
          .update(settings)
          .set(changed)
          .where(and(eq(settings.name, name), eq(settings.version, version)))
          .returning({ name: settings.name });
  return rows.length > 0;
}

function stale({ value, version, by, at }: Setting): ShopError {
  const message = "Not saved: somebody has changed this meanwhile.";
  return new ShopError(409, message, { current: { value, version }, by, at });
}
