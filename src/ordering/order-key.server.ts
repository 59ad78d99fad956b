import { createHash } from "node:crypto";

/** A key as browsers make it (cart/checkout-storage.ts): at least 122 random bits. */
const SECRET = /^[0-9a-f]{8}(-?)[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{12}$/i;

/**
 * The hash of an order's Idempotency-Key. A key that nobody can guess is the order's secret: a browser that presents it is the one
 * that began the order, even if another person is signed in there now. Any other key counts for its user only.
 */
export function hashKey(userId: string | undefined, key: string): string;
export function hashKey(userId: string | undefined, key: string | undefined): string | undefined;
export function hashKey(userId: string | undefined, key: string | undefined): string | undefined {
  if (key === undefined) return undefined;
  const secret = SECRET.test(key) ? key : `${userId} ${key}`;
  return createHash("sha256").update(secret).digest("base64url");
}
