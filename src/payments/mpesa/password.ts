/** Nairobi is three hours ahead of UTC the whole year. */
const EAT = 3 * 3_600_000;

/** yyyyMMddHHmmss in Nairobi, as all of M-Pesa's times are, whatever the zone of this machine. */
export function eatStamp(at: Date): string {
  return new Date(at.getTime() + EAT).toISOString().replace(/\D/g, "").slice(0, 14);
}

/** The moment of a yyyyMMddHHmmss in Nairobi; undefined when there is no such time. */
export function readEatStamp(stamp: string): Date | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(stamp);
  if (!parts) return undefined;
  const [, year, month, day, hour, minute, second] = parts;
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}+03:00`);
  // 31 February would be read as a day of March
  return Number.isNaN(at.getTime()) || eatStamp(at) !== stamp ? undefined : at;
}

/** Password of push and query: base64 of shortcode, passkey and the same request's Timestamp (docs/payments.md, "Push"). */
export function pushPassword(parts: { shortcode: string; passkey: string; timestamp: string }): string {
  return Buffer.from(parts.shortcode + parts.passkey + parts.timestamp).toString("base64");
}
