import { type Db, transaction } from "../platform/db.server.ts";
import { ShopError } from "../platform/shop-error.ts";
import { endMailLinks, takeMailLink, wasJustVerified } from "./mail-links.server.ts";
import { markVerified } from "./queries.server.ts";
import { TEXTS } from "./rules.ts";
import { beginSession } from "./session.server.ts";

/**
 * Uses a verification link: the e-mail is proven and a session begins, once. The same link within ten minutes is told
 * so and begins none. A browser where someone else is signed in stays theirs.
 * @throws ShopError 400 when the link is unknown, expired or long used
 */
export async function verifyEmail(
  db: Db,
  secret: string,
  signedIn: string | undefined,
): Promise<{ message: string; token?: string }> {
  return transaction(db, async (tx) => {
    const link = await takeMailLink(tx, secret, "verify");
    if (!link) {
      if (await wasJustVerified(tx, secret)) return { message: TEXTS.verifiedBefore };
      throw new ShopError(400, TEXTS.linkExpired);
    }
    await markVerified(tx, link.userId, link);
    await endMailLinks(tx, link.userId, "verify");
    if (signedIn && signedIn !== link.userId) return { message: TEXTS.verifiedAside };
    return { message: TEXTS.verified, token: await beginSession(tx, link.userId) };
  });
}
