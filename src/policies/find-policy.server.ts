import { currentSettings, currentShop } from "../settings/current-settings.server.ts";
import { renderPolicy } from "./markdown.server.ts";
import type { Policy } from "./rules.ts";
import { USUAL_POLICIES } from "./usual-policies.server.ts";

/** A page as shoppers read it; `summary`: its first sentences as plain text. */
export type ShownPolicy = { title: string; html: string; summary: string };

/** The pages of policies as they are now, in their order. */
export function policiesNow(): readonly Policy[] {
  return currentSettings()?.values.policies.pages ?? USUAL_POLICIES;
}

/** The page of policies at this slug, with the shop's facts as they are now; undefined where there is none. */
export function findPolicy(slug: string): ShownPolicy | undefined {
  const page = policiesNow().find((each) => each.slug === slug);
  return page && { title: page.title, ...renderPolicy(page.text, currentShop()) };
}
