import { foldText } from "../platform/fold-text.ts";

/** Characters of a slug, at most. */
const MAX = 60;

/** An episode's name as a part of an address: "33: Ngũgĩ & us" → "33-ngugi-us". Empty where nothing of it can stand there. */
export function slugOf(title: string): string {
  const words = foldText(title).match(/[a-z0-9]+/g);
  const slug = (words ?? []).join("-");
  return slug.length <= MAX ? slug : slug.slice(0, MAX + 1).replace(/-?[^-]*$/, "") || slug.slice(0, MAX);
}
