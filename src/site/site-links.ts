import type { Sentence } from "../language/t.ts";

/** The header's links (specification §2): address and name. */
export const SITE_LINKS = [
  ["/", "Home"],
  ["/collection", "Collection"],
  ["/about", "About"],
  ["/contact", "Contact"],
] as const satisfies readonly (readonly [string, Sentence])[];
