/** Nairobi is three hours ahead of UTC the whole year. */
const EAT = 3 * 3_600_000;

/** yyyyMMddHHmmss in Nairobi, as all of Daraja's times are. */
export function eatStamp(ms: number): string {
  return new Date(ms + EAT).toISOString().replace(/\D/g, "").slice(0, 14);
}

/** The other way round, in milliseconds since 1970; nothing when it is no such time (or no such day). */
export function fromEatStamp(stamp: string): number | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(stamp);
  if (!parts) return undefined;
  const [, year, month, day, hour, minute, second] = parts;
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}+03:00`);
  return Number.isNaN(ms) || eatStamp(ms) !== stamp ? undefined : ms;
}

/** "2026-11-05T14:30:10" in Nairobi, without a zone. */
export function eatIso(ms: number): string {
  return new Date(ms + EAT).toISOString().slice(0, 19);
}
