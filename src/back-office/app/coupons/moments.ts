/** East Africa Time is so far ahead of UTC all year round, in milliseconds. */
const AHEAD = 3 * 3_600_000;

/** A moment as a browser's field has it, in East Africa: "2026-12-01T08:00", with seconds where there are any. */
export function writeMoment(at: number): string {
  const written = new Date(at + AHEAD).toISOString();
  return written.slice(0, written.slice(17, 19) === "00" ? 16 : 19);
}

/** The moment that is written so; NaN where it is none. */
export function readMoment(written: string): number {
  return Date.parse(`${written}+03:00`);
}
