import { Tabs } from "../app/lists.tsx";
import { FORMS } from "./forms.ts";

/** Said when a setting or a page was saved. */
export const SAVED = "Saved. The shop says it now.";

/** Every setting by its name, with those that have a page of their own. */
export const TABS = [
  ...Object.entries(FORMS).map(([name, { title }]) => [name, title] as const),
  ["policies", "Policies"] as const,
];

export function SettingTabs() {
  return <Tabs label="Settings" tabs={TABS.map(([name, title]) => [`/settings/${name}`, title])} />;
}
