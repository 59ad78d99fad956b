import { createHash } from "node:crypto";

/** A key as browsers make it (cart/checkout-storage.ts): 122 random bits or more. */
const SECRET = /^[0-9a-f]{8}(-?)[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{12}$/i;

/**
 * What is kept of the Idempotency-Key that an order is begun with. One that nobody can guess is the order's secret: who
 * presents it is the browser that began the order, whoever is signed in there by now. Any other counts for its user alone.
 */
export function hashKey(userId: string | undefined, key: string): string;
export function hashKey(userId: string | undefined, key: string | undefined): string | undefined;
export function hashKey(userId: string | undefined, key: string | undefined): string | undefined {
  if (key === undefined) return undefined;
  const secret = SECRET.test(key) ? key : `${userId} ${key}`;
  return createHash("sha256").update(secret).digest("base64url");
}
