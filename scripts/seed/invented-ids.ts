// SQL that makes ids and codes from a row's number, so that no two rows of one run share one.

const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** The last so many base-32 digits of a whole number. */
function base32(value: string, digits: number): string {
  return Array.from(
    { length: digits },
    (_, at) => `substr('${DIGITS}', 1 + (((${value}) >> ${5 * (digits - 1 - at)}) & 31)::int, 1)`,
  ).join(" || ");
}

/** Looks random, and no two numbers below 2^35 give the same last 35 bits: an odd factor loses nothing. */
const scattered = (n: string) => `(${n}::bigint * 2654435761 + 11400714819)`;

/** An id as `newId` makes it: the moment, 40 random bits, and 8 characters that are no other row's. */
export function idOf(n: string, at: string): string {
  const milliseconds = `(extract(epoch from ${at}) * 1000)::bigint`;
  const random = "upper(substr(md5(random()::text), 1, 8))";
  return `${base32(milliseconds, 10)} || ${random} || ${base32(scattered(n), 8)}`;
}

/** An M-Pesa code: letters for year and month, one digit or letter for the day, and seven that are no other row's. */
export function codeOf(n: string, at: string): string {
  const day = `substr('123456789ABCDEFGHIJKLMNOPQRSTUV', extract(day from ${at})::int, 1)`;
  const year = `chr(82 + extract(year from ${at})::int - 2023)`;
  return `${year} || chr(64 + extract(month from ${at})::int) || ${day} || ${base32(scattered(n), 7)}`;
}
