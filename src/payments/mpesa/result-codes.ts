/** What a ResultCode of a push says; "watched" failed, but the money may still come. */
export type Meaning = "paid" | "failed" | "watched" | "open";

/** Codes after which nothing more happens (docs/payments.md, "Result codes"). */
const FAILED = new Set("1 2 3 4 8 17 26 1001 1025 1031 1032 2001 2028 SFC_IC0003 8006 9999".split(" "));

/** Expired, SMSC timeout, no answer from the phone: final, yet payments were seen after them. */
const WATCHED = new Set(["1019", "1036", "1037"]);

/** "Still under processing" (docs/payments.md, "Push query"). */
const IN_FLIGHT = "4999";

/** A code that is neither in the list nor says that the payment is under way: nobody knows what it means. */
export function isUnlisted(code: string): boolean {
  return code !== IN_FLIGHT && meaningOf(code) === "open";
}

/** A code after which the phone asks for nothing any more. */
export function isFinalNo(code: string): boolean {
  const meaning = meaningOf(code);
  return meaning === "failed" || meaning === "watched";
}

/** Numbers and texts mean the same. Any code not listed, 4999 ("still under processing") too, is no answer yet. */
export function meaningOf(code: unknown): Meaning {
  if (typeof code !== "string" && typeof code !== "number") return "open";
  const text = String(code);
  if (text === "0") return "paid";
  if (WATCHED.has(text)) return "watched";
  return FAILED.has(text) ? "failed" : "open";
}
