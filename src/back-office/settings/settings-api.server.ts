import { isPictureKept } from "../../catalogue/pictures/stored-pictures.server.ts";
import type { Db } from "../../platform/database/db.server.ts";
import { fieldFault } from "../../platform/shop-error.ts";
import { renderPolicy } from "../../policies/find-policy.server.ts";
import { SETTINGS, type SettingName, type SettingValues } from "../../settings/contract.ts";
import { currentShop } from "../../settings/current-settings.server.ts";
import {
  findSetting,
  listSettings,
  type Setting,
  settingHistory,
  settingName,
  valueBefore,
} from "../../settings/staff/find-setting.server.ts";
import { saveSetting } from "../../settings/staff/save-setting.server.ts";
import type { StaffContext } from "../staff-context.server.ts";
import { type Route, validateStaffCall } from "../staff-route.server.ts";
import * as contract from "./contract.ts";

/** /api/staff/settings: what the owner may change of the shop. */
export function settingsApi(route: Route, context: StaffContext): void {
  const { db, settingDefaults: defaults } = context;
  route(contract.listSettings, { right: "settings.read" }, async () => ({
    settings: await listSettings(db, defaults),
  }));
  route(contract.showSetting, { right: "settings.read" }, async ({ params }) => {
    const setting = await findSetting(db, settingName(params.name), defaults);
    return { setting, defaults: defaults[setting.name], history: await settingHistory(db, setting.name) };
  });
  route(contract.saveSetting, { right: "settings.edit", money: true }, async ({ params, body, by }) => {
    const name = settingName(params.name);
    const value = checkSetting(name, body.value);
    await demandPictures(db, name, value);
    return { setting: await saveSetting(db, { name, ...body, value, defaults, by }) };
  });
  route(
    contract.putSettingBack,
    { right: "settings.edit", money: true },
    async ({ params, body: { change, version }, by }) => {
      const name = settingName(params.name);
      const before = await valueBefore(db, await findSetting(db, name, defaults), change);
      const value = checkSetting(name, before);
      return { setting: await saveSetting(db, { name, value, version, defaults, by }) };
    },
  );
  route(contract.previewPolicy, { right: "settings.read" }, async ({ body }) => ({
    html: renderPolicy(body.text, currentShop()).html,
  }));
  deliveryApi(route, context);
}

/** A picture of a setting must be among those that are kept; none is ever removed. @throws ShopError 400 by field */
async function demandPictures(db: Db, name: SettingName, value: object): Promise<void> {
  if (name !== "banner") return;
  for (const [part, { picture }] of Object.entries(value as SettingValues["banner"]))
    if (picture && !(await isPictureKept(db, picture.url)))
      throw fieldFault(`${part}.picture.url`, "This picture is not in the shop. Add it again.");
}

/** What a setting is to be, as its schema gives it. @throws ShopError 400 by field */
function checkSetting(name: SettingName, value: unknown): Record<string, unknown> {
  const schema = SETTINGS[name];
  const check = validateStaffCall({
    schema,
    method: "POST",
    url: contract.saveSetting.path,
    httpPart: "body",
  });
  const result = check(value) as { value: Record<string, unknown> } | { error: Error };
  if ("error" in result) throw result.error;
  return result.value;
}

/** /api/staff/delivery and /pick-up-points: the setting "delivery" in its two parts, of which a change leaves the other. */
function deliveryApi(route: Route, context: StaffContext): void {
  const { db, settingDefaults: defaults } = context;
  const name = "delivery";
  const reading = { right: "settings.read" } as const;
  const writing = { right: "settings.edit", money: true } as const;
  const find = () => findSetting(db, name, defaults);
  route(contract.showFees, reading, async () => feesIn(await find()));
  route(contract.saveFees, writing, async ({ body: { delivery, version }, by }) => {
    const { points } = (await find()).value;
    const value = checkSetting(name, { ...delivery, points });
    return feesIn(await saveSetting(db, { name, value, version, defaults, by }));
  });
  route(contract.showPoints, reading, async () => pointsIn(await find()));
  route(contract.savePoints, writing, async ({ body: { points, version }, by }) => {
    const { value: saved } = await find();
    const value = checkSetting(name, { ...saved, points });
    return pointsIn(await saveSetting(db, { name, value, version, defaults, by }));
  });
}

function feesIn({ value: { points: _, ...delivery }, version }: Setting) {
  return { delivery, version };
}

function pointsIn({ value, version }: Setting) {
  return { points: value.points as unknown[], version };
}
