import { createHmac, timingSafeEqual } from "node:crypto";
import { deriveKey } from "../../platform/secret.server.ts";

export type TrackLinks = ReturnType<typeof trackLinks>;

/**
 * Addresses at which whoever has them follows one order without signing in, as mails link to it. The key in it is made
 * from the order's id (HMAC-SHA256), so that none can be guessed or changed to another order's.
 */
export function trackLinks(secret: string, publicUrl: string) {
  const signing = deriveKey(secret, "track");
  const keyOf = (id: string) => createHmac("sha256", signing).update(id).digest("base64url");
  return {
    urlOf: (id: string) => `${publicUrl}/track/${id}?key=${keyOf(id)}`,
    isKey(id: string, key: string): boolean {
      const [expected, given] = [Buffer.from(keyOf(id)), Buffer.from(key)];
      return expected.length === given.length && timingSafeEqual(expected, given);
    },
  };
}
