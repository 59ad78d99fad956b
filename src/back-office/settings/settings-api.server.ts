import type { Http } from "../../platform/http/http.server.ts";
import { renderPolicy } from "../../policies/find-policy.server.ts";
import { currentShop } from "../../settings/current-settings.server.ts";
import {
  findSetting,
  listSettings,
  settingHistory,
  settingName,
  valueBefore,
} from "../../settings/staff/find-setting.server.ts";
import { saveSetting } from "../../settings/staff/save-setting.server.ts";
import type { StaffContext } from "../staff-context.server.ts";
import { staffRoutes } from "../staff-route.server.ts";
import { checkSetting } from "./check-setting.server.ts";
import * as contract from "./contract.ts";
import { deliveryApi } from "./delivery-api.server.ts";
import { demandPictures } from "./setting-pictures.server.ts";

const tag = "settings";

/** /api/staff/settings: what the owner may change of the shop. */
export function settingsApi(http: Http, context: StaffContext): void {
  const route = staffRoutes(http, context);
  const { db, settingDefaults: defaults } = context;
  route(
    contract.listSettings,
    { tag, right: "settings.read", summary: "What each setting says now" },
    async () => ({ settings: await listSettings(db, defaults) }),
  );
  route(
    contract.showSetting,
    { tag, right: "settings.read", summary: "A setting with its last changes" },
    async ({ params }) => {
      const setting = await findSetting(db, settingName(params.name), defaults);
      return { setting, defaults: defaults[setting.name], history: await settingHistory(db, setting.name) };
    },
  );
  route(
    contract.saveSetting,
    { tag, right: "settings.edit", money: true, summary: "Change a setting, in every process at once" },
    async ({ params, body, by }) => {
      const name = settingName(params.name);
      const value = checkSetting(name, body.value);
      await demandPictures(db, name, value);
      return { setting: await saveSetting(db, { name, ...body, value, defaults, by }) };
    },
  );
  route(
    contract.putSettingBack,
    { tag, right: "settings.edit", money: true, summary: "What a setting was before one of its changes" },
    async ({ params, body: { change, version }, by }) => {
      const name = settingName(params.name);
      const before = await valueBefore(db, await findSetting(db, name, defaults), change);
      const value = checkSetting(name, before);
      return { setting: await saveSetting(db, { name, value, version, defaults, by }) };
    },
  );
  route(
    contract.previewPolicy,
    { tag, right: "settings.read", summary: "A text of the policies as shoppers will see it" },
    async ({ body }) => ({ html: renderPolicy(body.text, currentShop()).html }),
  );
  deliveryApi(http, context);
}
