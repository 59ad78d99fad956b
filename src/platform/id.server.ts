import { createHash, randomBytes, randomFillSync, timingSafeEqual } from "node:crypto";
import { ulid } from "ulid";

/** A new id: 26 characters, time-ordered, 80 random bits (40 of them in the last 8 characters). */
export function newId(): string {
  return ulid(undefined, random);
}

/** A stock of random bytes: the library asks for each character, and asking the system each time costs more than the id. */
const stock = new Uint8Array(4_096);
let left = 0;

/** A random number from 0 up to but not including 1, one of 256. */
function random(): number {
  if (left === 0) left = randomFillSync(stock).length;
  left -= 1;
  return (stock[left] ?? 0) / 256;
}

/** A secret handed out once (session, verification, reset): 256 random bits; only its hash is stored. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** A secret for an address we give out: hex, as some gateways refuse addresses that contain words such as "exe". */
export function newAddressSecret(): string {
  return randomBytes(32).toString("hex");
}

/** The hash of a secret that is stored in its place. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

/** Whether a secret that was given is the one expected, in constant time whatever their lengths. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(given)), Buffer.from(hashSecret(expected)));
}
