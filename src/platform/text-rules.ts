/** Letters that show nothing, end a line, or turn the writing round: controls, formats, fillers. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]/u;
/** What stands on another letter or changes its look: an accent, or the sign that makes a heart an emoji. */
const MARKS = /\p{M}/gu;

/** Endings of addresses that programs make tappable; the abbreviations of streets (No., Rd., St.) are not among them. */
const ENDINGS =
  "com|net|org|info|biz|app|shop|store|online|site|website|xyz|top|link|click|club|live|dev|page|pro|win|vip|fun|space|icu|cyou|loan|bet|casino|africa|mobi|name|example|test|" +
  "co|ke|ug|tz|rw|ng|za|et|io|ly|me|gg|cc|tv|to|ru|cn|us|uk|eu|de|fr|in|at|be|sh|ai|so|gl|gd|im|pw|tk|ml|ga|cf|gq|su|id|ws|tt|is|it";
const KNOWN = new RegExp(`[\\p{L}\\p{N}]\\.(${ENDINGS})(?![\\p{L}\\p{N}])`, "iu");
const WITH_PATH = /[\p{L}\p{N}]\.(?!no\/)\p{L}{2,}\/\S/iu;
/** Two letters are a country's; a longer word may be anybody's ending. */
const MAYBE = /[\p{L}\p{N}]\.\p{L}{2}(?![\p{L}\p{N}])|[\p{L}\p{N}]{2}\.\p{L}{3,}/iu;
const TITLE = /(^|[^\p{L}])(dr|mr|mrs|ms|st|prof|eng|rev|fr|hon|sr|jr|capt|col|gen|sgt)\./giu;
const NUMBERED = /(^|\D)\d{1,3}(\.\d{1,3}){3}(?!\d)/;
const SCHEME = /:\/\/|https?\b|(^|[^\p{L}])www(?!\p{L})/iu;

/**
 * Whether a text may be a person's name: nothing unseen, nothing to tap, no slash. Names go into mails and greetings,
 * and a stranger may have chosen them. Judged in the form all look-alikes of plain signs share (NFKC).
 */
export function isPlainName(text: string): boolean {
  const seen = spelledOut(text);
  if (UNSEEN.test(text) || UNSEEN.test(seen) || /[/\\@]/.test(seen) || NUMBERED.test(seen)) return false;
  return !hasLink(seen) && !MAYBE.test(seen.replace(TITLE, "$1$2 "));
}

/** Whether a text may be a street, a town or a county: as a name, but "House 4/12" and "P.O.Box" are fine. */
export function isPlainPlace(text: string): boolean {
  const seen = spelledOut(text);
  if (UNSEEN.test(text) || UNSEEN.test(seen)) return false;
  return !hasLink(seen) && !WITH_PATH.test(seen) && !/\S@\S/.test(seen);
}

/** What to tell a person whose name, street or town is not plain; `field` as in "first name". */
export function strangeName(field: string): string {
  return `Please enter your ${field} as plain text, without links or signs like / and @`;
}

export function strangePlace(field: string): string {
  return `Please enter your ${field} as plain text, without links`;
}

function hasLink(seen: string): boolean {
  return SCHEME.test(seen) || KNOWN.test(seen);
}

/** With every sign that looks like a full stop, a slash or an "at" as that one, and letters without their accents. */
function spelledOut(text: string): string {
  return text
    .normalize("NFKD")
    .replace(MARKS, "")
    .normalize("NFKC")
    .replace(/[。｡․]/g, ".")
    .replace(/[⁄∕⧸╱]/g, "/")
    .replace(/[﹕∶：꞉]/g, ":");
}
