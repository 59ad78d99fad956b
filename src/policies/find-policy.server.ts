import type { Language } from "../language/languages.ts";
import { currentSettings, currentShop } from "../settings/current-settings.server.ts";
import { renderPolicy } from "./markdown.server.ts";
import type { Policy } from "./rules.ts";
import { USUAL_IN_KISWAHILI, USUAL_POLICIES } from "./usual-policies.server.ts";

/** A page as shoppers read it; `summary`: its first sentences as plain text, and `language`: what its text is in. */
export type ShownPolicy = { title: string; html: string; summary: string; language: Language };

/** The pages of policies as they are now, in their order. */
export function policiesNow(): readonly Policy[] {
  return currentSettings()?.values.policies.pages ?? USUAL_POLICIES;
}

/**
 * The page of policies at this slug, with the shop's facts as they are now; undefined where there is none. What the owner has
 * written is in the words they wrote; a usual page, in the reader's language.
 */
export function findPolicy(slug: string, reader: Language): ShownPolicy | undefined {
  const page = policiesNow().find((each) => each.slug === slug);
  if (!page) return undefined;
  const inKiswahili = reader === "sw" && isUsual(page) ? USUAL_IN_KISWAHILI[slug] : undefined;
  return {
    title: page.title,
    ...renderPolicy(inKiswahili ?? page.text, currentShop()),
    language: inKiswahili ? "sw" : "en",
  };
}

function isUsual({ slug, text }: Policy): boolean {
  return USUAL_POLICIES.some((usual) => usual.slug === slug && usual.text === text);
}
