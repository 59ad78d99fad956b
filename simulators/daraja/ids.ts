import { randomInt } from "node:crypto";
import { mulberry32 } from "../random.ts";

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

export type Ids = ReturnType<typeof createIds>;

const HEX = "0123456789abcdef";
const DIGITS = "0123456789";
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** The day of a receipt: 1 to 9, then A (10) to V (31). */
const DAYS = "123456789ABCDEFGHIJKLMNOPQRSTUV";

/**
 * Ids and receipts in the real formats. Without a seed they differ from start to start, so that a shop's database
 * that outlives the simulator never sees a receipt twice.
 */
export function createIds(seed = randomInt(2 ** 32)) {
  const random = mulberry32(seed);
  const given = new Set<string>();
  const some = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join("");
  const fresh = (make: () => string) => {
    let made = make();
    while (given.has(made)) made = make();
    given.add(made);
    return made;
  };
  const dashed = (last: number) => [4, 4, 4, last].map((length) => some(HEX, length)).join("-");

  return {
    /** "1c5b-4ba8-815c-ac45c57a00000001": an error's requestId, or a MerchantRequestID. */
    request: () => fresh(() => dashed(16)),
    /** "8bab-42cc-bb85-5056a6c01e6900000001" of Pull. */
    pull: () => fresh(() => dashed(20)),
    /** "ws_CO_" ddMMyyyyHHmmss (Nairobi), three digits, the last nine of the phone. */
    checkout: (ms: number, phone: string) =>
      fresh(() => {
        const stamp = eatStamp(ms);
        const day = `${stamp.slice(6, 8)}${stamp.slice(4, 6)}${stamp.slice(0, 4)}${stamp.slice(8)}`;
        return `ws_CO_${day}${some(DIGITS, 3)}${phone.slice(-9)}`;
      }),
    /** "UK5AB12CD3": the day, then seven of letters and digits. */
    receipt: (ms: number) => fresh(() => receiptDay(ms) + some(LETTERS + DIGITS, 7)),
    /** "1236-7134259-1". */
    originator: () => fresh(() => `${some(DIGITS, 4)}-${some(DIGITS, 7)}-1`),
    /** "AG_20261105_1234409f86436c583e3f". */
    conversation: (ms: number) => fresh(() => `AG_${eatStamp(ms).slice(0, 8)}_${some(HEX, 20)}`),
    /** 28 characters, as observed. */
    token: () => fresh(() => some(LETTERS + LETTERS.toLowerCase() + DIGITS, 28)),
  };
}

/** The first three characters of that day's receipts: the year from A = 2006, the month A to L, the day 1 to V. */
export function receiptDay(ms: number): string {
  const stamp = eatStamp(ms);
  const year = LETTERS[(Number(stamp.slice(0, 4)) - 2006) % 26];
  const month = LETTERS[Number(stamp.slice(4, 6)) - 1];
  return `${year}${month}${DAYS[Number(stamp.slice(6, 8)) - 1]}`;
}
