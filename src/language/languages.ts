/** The languages of the shop, each by its own name; the first is the default. */
export const LANGUAGES = { en: "English", sw: "Kiswahili" } as const;
export type Language = keyof typeof LANGUAGES;
/** The same by their codes, for columns that hold one. */
export const LANGUAGE_CODES = ["en", "sw"] as const satisfies Language[];

/** The query parameter that chooses a language, and the cookie that keeps the choice. */
export const LANGUAGE = "lang";
/** How long the choice is kept: a year, in seconds. */
export const LANGUAGE_KEPT = 31_536_000;

/** Undefined for anything but a language of the shop. */
export function readLanguage(text: string | null | undefined): Language | undefined {
  return text === "en" || text === "sw" ? text : undefined;
}
