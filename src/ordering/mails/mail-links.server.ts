import { createHmac } from "node:crypto";
import { signUpLink } from "../../accounts/sign-in/login-link.tsx";
import type { Config } from "../../config.server.ts";
import { isSameSecret } from "../../platform/id.server.ts";
import { deriveKey, readSecret } from "../../platform/secret.server.ts";

/** Makes the addresses that mails link to. */
export type MailLinks = {
  /** Where the reader of a mail follows an order without signing in. */
  track: (orderId: string) => string;
  /** Where a guest opens an account with this e-mail, which then owns the guest's orders. */
  signUp: (email: string) => string;
  /** A page of the back office, such as "/orders". */
  counter: (page: string) => string;
};

/** Undefined where the shop has no secret to sign links with, and so no such pages. */
export function mailLinks(config: Config): MailLinks | undefined {
  const secret = readSecret(config);
  if (!secret) return undefined;
  return {
    track: trackLinks(secret, config.PUBLIC_URL).urlOf,
    signUp: (email) => `${config.PUBLIC_URL}${signUpLink(email)}`,
    counter: (page) => `${config.PUBLIC_URL}/staff${page}`,
  };
}

export type TrackLinks = ReturnType<typeof trackLinks>;

/**
 * Addresses at which an order is followed without signing in, as mails link to it. The key in it is made
 * from the order's id (HMAC-SHA256), so that none can be guessed or changed to another order's.
 */
export function trackLinks(secret: string, publicUrl: string) {
  const signing = deriveKey(secret, "track");
  const keyOf = (id: string) => createHmac("sha256", signing).update(id).digest("base64url");
  return {
    urlOf: (id: string) => `${publicUrl}/track/${id}?key=${keyOf(id)}`,
    isKey: (id: string, key: string) => isSameSecret(key, keyOf(id)),
  };
}
