import type { Http } from "../../platform/http/http.server.ts";
import { findSetting, type Setting } from "../../settings/staff/find-setting.server.ts";
import { saveSetting } from "../../settings/staff/save-setting.server.ts";
import type { StaffContext } from "../staff-context.server.ts";
import { staffRoutes } from "../staff-route.server.ts";
import { checkSetting } from "./check-setting.server.ts";
import * as contract from "./contract.ts";

const name = "delivery";
const tag = "settings";
const reading = { tag, right: "settings.read" } as const;
const writing = { tag, right: "settings.edit", money: true } as const;

/** /api/staff/delivery and /pick-up-points: the setting "delivery" in its two parts, of which a change leaves the other. */
export function deliveryApi(http: Http, context: StaffContext): void {
  const route = staffRoutes(http, context);
  const { db, settingDefaults: defaults } = context;
  const find = () => findSetting(db, name, defaults);
  route(contract.showFees, { ...reading, summary: "What delivery costs" }, async () => feesIn(await find()));
  route(
    contract.saveFees,
    { ...writing, summary: "Change what delivery costs" },
    async ({ body: { delivery, version }, by }) => {
      const { points } = (await find()).value;
      const value = checkSetting(name, { ...delivery, points });
      return feesIn(await saveSetting(db, { name, value, version, defaults, by }));
    },
  );
  route(contract.showPoints, { ...reading, summary: "Where orders are fetched" }, async () =>
    pointsIn(await find()),
  );
  route(
    contract.savePoints,
    { ...writing, summary: "Change where orders are fetched" },
    async ({ body: { points, version }, by }) => {
      const { value: saved } = await find();
      const value = checkSetting(name, { ...saved, points });
      return pointsIn(await saveSetting(db, { name, value, version, defaults, by }));
    },
  );
}

function feesIn({ value: { fee, freeOver, days, areas }, version }: Setting) {
  return { delivery: { fee, freeOver, days, areas }, version };
}

function pointsIn({ value, version }: Setting) {
  return { points: value.points as unknown[], version };
}
