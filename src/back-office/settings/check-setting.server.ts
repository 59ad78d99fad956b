import { SETTINGS, type SettingName } from "../../settings/contract.ts";
import { validateStaffCall } from "../staff-route.server.ts";
import { saveSetting } from "./contract.ts";

/** What a setting is to be, as its schema gives it. @throws ShopError 400 by field */
export function checkSetting(name: SettingName, value: unknown): Record<string, unknown> {
  const schema = SETTINGS[name];
  const check = validateStaffCall({
    schema,
    method: "POST",
    url: saveSetting.path,
    httpPart: "body",
  });
  const result = check(value) as { value: Record<string, unknown> } | { error: Error };
  if ("error" in result) throw result.error;
  return result.value;
}
