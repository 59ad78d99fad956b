import { Secret, TOTP } from "otpauth";
import { shop } from "../../shop.ts";

/** Seconds of a step, and how many steps before and after now still count: phones' clocks go wrong (RFC 6238, 5.2). */
const PERIOD = 30;
const WINDOW = 1;

/** A new key for an authenticator app: base32, as people type it where they cannot scan. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The address that an authenticator app reads from a QR code. */
export function totpAddress(secret: string, email: string): string {
  return totpOf(secret, email).toString();
}

/** The step that this code belongs to, in periods of 30 seconds since 1970; undefined when it is wrong. */
export function stepOf(secret: string, code: string): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const timestamp = Date.now();
  const delta = totpOf(secret).validate({ token: code, window: WINDOW, timestamp });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD) + delta;
}

function totpOf(secret: string, label = ""): TOTP {
  return new TOTP({ issuer: shop.name, label, algorithm: "SHA1", digits: 6, period: PERIOD, secret });
}
