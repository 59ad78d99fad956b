import { transaction } from "../platform/db.server.ts";
import { ShopError } from "../platform/shop-error.ts";
import type { Accounts } from "./accounts.server.ts";
import { mailReset } from "./change-password.server.ts";
import type { Visitor } from "./devices.server.ts";
import { endMailLinks, hasVerified, ownerOfLink, takeMailLink } from "./mail-links.server.ts";
import { forgetTried, markVerified, voidPassword } from "./queries.server.ts";
import { TEXTS } from "./rules.ts";
import { beginSession, endAllSessions } from "./session.server.ts";

/**
 * Uses a verification link: the e-mail is proven and a session begins, once. Opened again while it would have been good,
 * it says so and begins none. A browser where someone else is signed in stays theirs. Where the e-mail was signed up with
 * several passwords a stranger may know one: none of them counts, and its owner is mailed a link to choose another.
 * @throws ShopError 400 when the link is unknown or expired
 */
export async function verifyEmail(
  { db, publicUrl }: Pick<Accounts, "db" | "publicUrl">,
  secret: string,
  { signedIn, ...visitor }: Visitor & { signedIn: string | undefined },
): Promise<{ message: string; token?: string }> {
  return transaction(db, async (tx) => {
    const userId = await takeMailLink(tx, secret, "verify");
    if (!userId) {
      if (await hasVerified(tx, secret)) return { message: TEXTS.verifiedBefore };
      throw new ShopError(400, TEXTS.linkExpired);
    }
    const user = await markVerified(tx, userId);
    const contested = user?.contested === true;
    await endMailLinks(tx, userId, "verify");
    await forgetTried(tx, userId);
    if (contested) {
      await voidPassword(tx, userId);
      await endAllSessions(tx, userId);
      await mailReset(tx, user, publicUrl);
    }
    if (signedIn && signedIn !== userId) return { message: TEXTS.verifiedAside };
    return {
      message: contested ? TEXTS.verifiedContested : TEXTS.verified,
      token: await beginSession(tx, userId, visitor),
    };
  });
}

/** The e-mail a verification link is for. @throws ShopError 400 when the link can no longer be used */
export async function emailOfLink({ db }: Pick<Accounts, "db">, secret: string): Promise<string> {
  const owner = await ownerOfLink(db, secret, "verify");
  if (!owner) throw new ShopError(400, TEXTS.linkExpired);
  return owner.email;
}
