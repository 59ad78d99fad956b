import { signUpLink } from "../accounts/guest/sign-up-link.ts";
import type { Config } from "../config.server.ts";
import { readSecret } from "../platform/secret.server.ts";
import { trackLinks } from "./track/track-link.server.ts";

/** Addresses that mails lead to. */
export type MailLinks = {
  /** Where whoever has the mail follows an order without signing in. */
  track: (orderId: string) => string;
  /** Where a guest opens an account with this e-mail, which then has the orders. */
  signUp: (email: string) => string;
  /** A page of the counter, such as "/orders". */
  counter: (page: string) => string;
};

/** Undefined where the shop has no secret to sign links with: it has no such pages then. */
export function mailLinks(config: Config): MailLinks | undefined {
  const secret = readSecret(config);
  if (!secret) return undefined;
  return {
    track: trackLinks(secret, config.PUBLIC_URL).urlOf,
    signUp: (email) => `${config.PUBLIC_URL}${signUpLink(email)}`,
    counter: (page) => `${config.PUBLIC_URL}/staff${page}`,
  };
}
