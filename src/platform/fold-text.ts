// fold_text (migrations) does the same in SQL: fold-text.test.ts compares the two over all of Unicode.

/** Marks above, below or between letters that do not make another letter: accents, joiners, variation selectors. */
const MARKS =
  /[\u0300-\u036f\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe00-\ufe0f\ufe20-\ufe2f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;

/**
 * Folds a text so that texts which people read as the same are equal: no accents and no invisible characters, small letters, one
 * kind of apostrophe and of hyphen, single spaces, none at the ends.
 */
export function foldText(typed: string): string {
  return (
    typed
      // a lone acute or grave is an apostrophe, and must not become a space with an accent
      .replace(/[`´ʹʻʼ‘’‛′]/g, "'")
      .normalize("NFKD")
      .replace(MARKS, "")
      .replace(/[‐-―−]/g, "-")
      // upper-cased too, as ß becomes ss there; from small letters, as ẞ becomes ß there
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .replace(/ς/g, "σ")
      .replace(/\s+/g, " ")
      .trim()
  );
}

/** Only the letters and digits of a text, folded: equal for "Murang'a" and "MURANGA", and for "Ol Kalou" and "Olkalou". */
export function foldLetters(typed: string): string {
  return foldText(typed).replace(/[^\p{L}\p{N}]/gu, "");
}
