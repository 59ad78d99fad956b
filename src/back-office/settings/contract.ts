import { z } from "zod";
import { answered, int4, text } from "../../platform/input.ts";
import { policyText } from "../../policies/contract.ts";

// Calls of /api/staff/settings: what the owner may change of the shop. Times in milliseconds since 1970.

/** A value of the shape that SETTINGS (src/settings/contract.ts) has for the name. */
const value = z.record(z.string(), z.unknown());

const setting = z.object({
  name: z.string(),
  value,
  /** 0: never changed, so that shop.ts and the environment apply. */
  version: z.int(),
  by: z.string().nullable(),
  at: z.int().nullable(),
});
export type Setting = z.output<typeof setting>;

const change = z.object({
  _id: z.string(),
  at: z.int(),
  by: z.string(),
  /** The fields that were changed. */
  before: value,
  after: value,
});
export type SettingChange = z.output<typeof change>;

/** Every setting; long texts are cut. */
export const listSettings = {
  method: "GET",
  path: "/api/staff/settings",
  summary: "What each setting says now",
  answer: answered.extend({ settings: z.array(setting) }),
} as const;

/** With the last changes, newest first. */
export const showSetting = {
  method: "GET",
  path: "/api/staff/settings/:name",
  summary: "A setting with its last changes",
  answer: answered.extend({
    setting,
    /** The value without a change by the owner; for payments everything that the environment allows. */
    defaults: value,
    history: z.array(change),
  }),
} as const;

/** Another `version` than the setting's is refused (409 `current`); faults of the value are returned by field. */
export const saveSetting = {
  path: "/api/staff/settings/:name",
  summary: "Change a setting, in every process at once",
  body: z.object({ value, version: int4 }),
  answer: answered.extend({ setting }),
} as const;

/** Restores the setting to its value before one of its last changes. Another `version` is refused as by saveSetting. */
export const putSettingBack = {
  path: "/api/staff/settings/:name/back",
  summary: "What a setting was before one of its changes",
  body: z.object({ change: text(20), version: int4 }),
  answer: answered.extend({ setting }),
} as const;

/** A text of the policies as shoppers will see it; nothing is saved. */
export const previewPolicy = {
  path: "/api/staff/settings/policies/preview",
  summary: "A text of the policies as shoppers will see it",
  body: z.object({ text: policyText }),
  answer: answered.extend({ html: z.string() }),
} as const;

/** The fees and areas: the setting "delivery" (src/delivery/contract.ts) without its pick-up points, which have their own calls. */
const delivery = z.record(z.string(), z.unknown());
/** Each with name, address, hours and, where it is not free, fee. */
const points = z.array(z.unknown());

/** Parts of the setting "delivery", which share its version, its history and its rules (src/delivery/contract.ts). */
export const showFees = {
  method: "GET",
  path: "/api/staff/delivery",
  summary: "What delivery costs",
  answer: answered.extend({ delivery, version: z.int() }),
} as const;
export const saveFees = {
  path: "/api/staff/delivery",
  summary: "Change what delivery costs",
  body: z.object({ delivery, version: int4 }),
  answer: showFees.answer,
} as const;
export const showPoints = {
  method: "GET",
  path: "/api/staff/pick-up-points",
  summary: "Where orders are fetched",
  answer: answered.extend({ points, version: z.int() }),
} as const;
export const savePoints = {
  path: "/api/staff/pick-up-points",
  summary: "Change where orders are fetched",
  body: z.object({ points, version: int4 }),
  answer: showPoints.answer,
} as const;
