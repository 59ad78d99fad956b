/** Plain, or in groups of three with one kind of separator: "1500", "1,500", "1 500"; "1,5" and "15 00" are ambiguous. */
const WHOLE = /^[+-]?(\d+|[1-9]\d{0,2}(,\d{3})+|[1-9]\d{0,2}(\s\d{3})+)$/;

/** A whole number as people type it; NaN, which every number field refuses, where it is ambiguous. */
export function readWhole(typed: string): number {
  const plain = typed
    .replace(/\p{Cf}/gu, "")
    .replace("\u2212", "-")
    .trim();
  return WHOLE.test(plain) ? Number(plain.replace(/[,\s]/g, "")) : Number.NaN;
}

/** KES as people type them, or copy them from an SMS: "1,500", "Ksh1,500.00"; NaN as by `readWhole`. */
export function readKes(typed: string): number {
  return readWhole(typed.replace(/^\s*(ksh|kes)\.?/i, "").replace(/\.00\s*$/, ""));
}

/** What a call sends for a number field: a text that is no number is sent as typed, so that the server refuses that field. */
export function numberOrTyped(typed: string, read: (typed: string) => number): number | string {
  const number = read(typed);
  return Number.isNaN(number) ? typed : number;
}
