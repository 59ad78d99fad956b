/** What PostgreSQL cannot store: NUL, and half a surrogate pair. */
const UNSTORABLE = /\0|\p{Surrogate}/u;
/** Variation selectors and tags: they change the look of the character before them, or mark a text invisibly. */
const SELECTORS = /[\u180b-\u180d\u180f\ufe00-\ufe0f\u{e0000}-\u{e01ef}]/gu;
/** Characters that show nothing: controls, formats, fillers. */
const UNSEEN = "\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\u034f\u115f\u1160\u2800\u3164\uffa0";
const AT_END = new RegExp(`[\\s${UNSEEN}]`, "u");
/** Such a character within a text. The joiners (U+200C, U+200D) are allowed: some words and emoji are written with them. */
const WITHIN = new RegExp(`(?![\u200c\u200d])[${UNSEEN}]`, "u");
/** Characters that end a line, reverse the direction of writing, or are controls. */
const OF_NO_LINE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
const NEW_LINE = /[\n-\r\u0085\u2028\u2029]/;
/** Accents and joiners, which are ignored when looking for what mail programs would make a link. */
const MARKS = /[\p{M}\p{Cf}]/gu;

/** Endings of addresses that mail programs make tappable; abbreviations of streets (No., Rd., St.) are not among them. */
const ENDINGS = new Set(
  (
    "com net org info biz app shop store online site website xyz top link click club live dev page pro win vip fun space icu cyou loan bet " +
    "casino africa mobi name example test co ke ug tz rw ng za et io ly me gg cc tv to ru cn us uk eu de fr in at be sh ai so gl gd im pw " +
    "tk ml ga cf gq su id ws tt is it"
  ).split(" "),
);
/** Endings that are nobody's surname: "K.Ng" and "J.Win" are names, "X.com" is not. */
const NO_SURNAME = /^(com|net|org|info|biz|co)$/;
/** Endings that are also words: "Ngong Rd.in Karen", "Hse 4.to the left", "Moi Ave.Shop 3". */
const WORDS = /^(in|at|to|is|it|so|me|us|be|id|shop|store|club)$/;
/** What may stand before the full stop of "Md.Ali", "Dr.Ke" and "K.Ng". */
const SHORT = /^(\p{L}|\d+|dr|mrs?|ms|md|mohd|st|prof|eng|rev|fr|hon|[sj]r|capt|col|gen|sgt)$/iu;
const SCHEME = /:\/\/|(^|[^\p{L}])(https?(?!\p{L})|www\.)/iu;

/** Whether PostgreSQL can store a text byte for byte. */
export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text);
}

/** A typed name, place or number without variation selectors, and without spaces and invisible characters at its ends. */
export function tidyText(typed: string): string {
  return trimText(typed.replace(SELECTORS, ""));
}

/** A text without spaces and invisible characters at its ends. */
export function trimText(typed: string): string {
  // not by a regular expression: one for the end would start again from each space of a long text
  let [from, to] = [0, typed.length];
  while (from < to && AT_END.test(typed.charAt(from))) from += 1;
  while (to > from && AT_END.test(typed.charAt(to - 1))) to -= 1;
  return typed.slice(from, to);
}

/**
 * What is wrong with a text as a person's name, in words; undefined where nothing is. Names go into mails and greetings, and a
 * stranger may have chosen them: what mail programs would make a link is refused. `field` as in "first name".
 */
export function nameFault(field: string, typed: string): string | undefined {
  return faultOf(field, typed, false);
}

/** The same for a street, a town or a county, where a full stop without a space after it does not make a link. */
export function placeFault(field: string, typed: string): string | undefined {
  return faultOf(field, typed, true);
}

export function isPlainName(typed: string): boolean {
  return nameFault("", typed) === undefined;
}

export function isPlainPlace(typed: string): boolean {
  return placeFault("", typed) === undefined;
}

function faultOf(field: string, typed: string, isPlace: boolean): string | undefined {
  const text = tidyText(typed);
  const unseen = WITHIN.exec(text);
  if (unseen && NEW_LINE.test(unseen[0])) return `Please enter your ${field} in one line`;
  if (unseen) return `Please enter your ${field} without the hidden character after “${wordBefore(unseen)}”`;
  const words = text.split(/\s+/);
  const link = words.find((word, at) => isLink(word, isPlace && at < words.length - 1));
  return link && `Please enter your ${field} without the link “${shortened(link)}”`;
}

/** What is wrong with a line of text that people read, in words; undefined where nothing is. */
export function lineFault(text: string): string | undefined {
  const found = OF_NO_LINE.exec(text);
  if (!found) return undefined;
  if (NEW_LINE.test(found[0])) return "Please write it in one line.";
  return `Please leave out the hidden character after “${wordBefore(found)}”.`;
}

function wordBefore({ input, index }: RegExpExecArray): string {
  return shortened(input.slice(0, index).trim().split(/\s/).pop() ?? "");
}

function shortened(word: string): string {
  return word.length > 40 ? `${word.slice(0, 40)}…` : word;
}

/** Whether mail programs would make some part of a word a link. `goesOn`: it is in a place, and other words follow. */
function isLink(word: string, goesOn: boolean): boolean {
  const seen = spelledOut(word);
  return SCHEME.test(seen) || seen.split(/[\s,;:()<>[\]"“”|]+/).some((part) => isAddress(part, goesOn));
}

/** Whether it ends in a known ending after a host's name, with nothing but a path behind it. */
function isAddress(part: string, goesOn: boolean): boolean {
  const [, before = "", path = ""] = /^([^/?#]*)(.*)$/s.exec(part) ?? [];
  const at = before.lastIndexOf("@");
  const labels = before.slice(at + 1).split(".");
  let last = labels.pop();
  // the full stop of a sentence
  while (last === "") last = labels.pop();
  const ending = /^(\p{L}+)(?![\p{L}\p{N}-])/u.exec(last ?? "")?.[1]?.toLowerCase() ?? "";
  if (!ENDINGS.has(ending) || !labels[labels.length - 1]) return false;
  if (at > 0 || path.length > 1 || NO_SURNAME.test(ending)) return true;
  return !labels.every((label) => SHORT.test(label)) && !(goesOn && WORDS.test(ending));
}

/** Replaces every character that looks like a full stop, a slash or a colon by that one, and removes accents. */
function spelledOut(text: string): string {
  return text
    .normalize("NFKD")
    .replace(MARKS, "")
    .normalize("NFKC")
    .replace(/[。｡․]/g, ".")
    .replace(/[⁄∕⧸╱]/g, "/")
    .replace(/[﹕∶：꞉]/g, ":");
}
