import { and, eq, type SQL, sql } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import { compiled, type Value } from "../../platform/database/compiled.server.ts";
import type { Db, Tx } from "../../platform/database/db.server.ts";
import type { Http } from "../../platform/http/http.server.ts";
import { SIGNED_IN } from "../../platform/http/route.server.ts";
import { hashSecret, newSecret } from "../../platform/id.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { forgetDevices, rememberDevice, type Visitor } from "../profile/devices.server.ts";
import { keepLanguage } from "../queries.server.ts";
import { ACCOUNT_TEXTS } from "../rules.ts";
import { mailLinks, sessions, users } from "../tables.server.ts";

/** Days a sign-in lasts, used or not, so that a stolen token expires; few people notice that they must log in again. */
const SESSION_DAYS = 30;

/**
 * Guards every route with `security: SIGNED_IN` by the header `token` (specification §6), so that the documentation and the
 * guard cannot differ. Requests without a sign-in get 401 before their fields are checked, but after the body is read: a body
 * that is not JSON is refused first (400), and no unread bytes stay on the connection to be taken for a request.
 */
export function guardSignedIn(http: Http, { db }: { db: Db }) {
  http.decorateRequest("userId", "");
  http.decorateRequest("isGuest", false);
  http.addHook("onRoute", (route) => {
    if (route.schema?.security === SIGNED_IN) route.preValidation = requireUser;
  });

  async function requireUser(request: FastifyRequest) {
    const session = await findSession(db, request);
    if (!session) throw new ShopError(401, request.routeOptions.config.signedOut ?? ACCOUNT_TEXTS.signedOut);
    request.userId = session.userId;
    request.isGuest = session.isGuest;
  }
}

/** The signed-in customer's id, if any. */
export async function findSignedIn(db: Db | Tx, request: FastifyRequest): Promise<string | undefined> {
  return (await findSession(db, request))?.userId;
}

type Session = { userId: string; isGuest: boolean; unseen: boolean };

/**
 * The session of this request's token, if it is valid. The time at which the device was last seen, and its language, are
 * written once an hour.
 */
async function findSession(db: Db | Tx, request: FastifyRequest): Promise<Session | undefined> {
  const token = sentToken(request);
  if (!token) return undefined;
  const { rows } = await db.execute<Session>(SESSION({ tokenHash: hashSecret(token) }));
  const [session] = rows;
  if (session?.unseen) {
    await db
      .update(sessions)
      .set({ seenAt: sql`now()` })
      .where(and(eq(sessions.tokenHash, hashSecret(token)), longUnseen));
    await keepLanguage(db, session.userId);
  }
  return session;
}

const longUnseen = sql`${sessions.seenAt} < now() - interval '1 hour'`;

const SESSION = compiled<{ tokenHash: string }>(
  ({ tokenHash }) => sql`
    select ${sessions.userId} as "userId", ${users.guestEmail} is not null as "isGuest", ${longUnseen} as unseen
    from ${sessions} join ${users} on ${users.id} = ${sessions.userId}
    where ${isOf(tokenHash)}`,
);

/** Begins a session on this device and returns its token, which is stored nowhere; the device counts as known from now on. */
export async function beginSession(db: Db | Tx, userId: string, visitor: Visitor): Promise<string> {
  const token = newSecret();
  await db.insert(sessions).values(rowOf(token, userId, visitor));
  if (visitor.deviceHash) await rememberDevice(db, userId, visitor.deviceHash);
  return token;
}

/** Begins a session with this token, as above; false while a session with it is valid. */
export async function beginNamedSession(
  tx: Tx,
  userId: string,
  visitor: Visitor,
  token: string,
): Promise<boolean> {
  const row = rowOf(token, userId, visitor);
  const begun = await tx
    .insert(sessions)
    .values(row)
    // an expired session may not be deleted yet
    .onConflictDoUpdate({
      target: sessions.tokenHash,
      set: { ...row, id: sql`excluded.id`, begunAt: sql`now()`, seenAt: sql`now()` },
      setWhere: sql`${sessions.expiresAt} <= now()`,
    })
    .returning({ userId: sessions.userId });
  if (begun.length === 0) return false;
  if (visitor.deviceHash) await rememberDevice(tx, userId, visitor.deviceHash);
  return true;
}

function rowOf(token: string, userId: string, { device, deviceHash }: Visitor) {
  const expiresAt = sql`now() + make_interval(days => ${SESSION_DAYS})`;
  return { tokenHash: hashSecret(token), userId, device, deviceHash, expiresAt };
}

/** The account or guest of this token's session, if it is valid. */
export async function findSessionOwner(tx: Tx, token: string): Promise<string | undefined> {
  const [session] = await tx
    .select({ userId: sessions.userId })
    .from(sessions)
    .where(isOf(hashSecret(token)));
  return session?.userId;
}

/** Ends the session of this request's token. @throws ShopError 401 when there is none. */
export async function endSession(db: Db, request: FastifyRequest): Promise<void> {
  const token = sentToken(request);
  const ended = token
    ? await db
        .delete(sessions)
        .where(isOf(hashSecret(token)))
        .returning({ userId: sessions.userId })
    : [];
  if (ended.length === 0) throw new ShopError(401, ACCOUNT_TEXTS.signedOut);
}

/** Signs the account out everywhere; no device is known any more. */
export async function endAllSessions(tx: Tx, userId: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId));
  await forgetDevices(tx, userId);
}

/** The hash of this request's token, on a route that only signed-in people reach. */
export function sessionOf(request: FastifyRequest): string {
  return hashSecret(sentToken(request) ?? "");
}

function isOf(tokenHash: Value<string>): SQL {
  return sql`${sessions.tokenHash} = ${tokenHash} and ${sessions.expiresAt} > now()`;
}

/** The token if it looks as ours do, 43 characters of base64url. */
export function sentToken(request: FastifyRequest): string | undefined {
  const sent = request.headers.token;
  return typeof sent === "string" && /^[\w-]{43}$/.test(sent) ? sent : undefined;
}

/** Ends every shopper's session and every mailed link, used or not: for a restored database. */
export async function endEverySession(tx: Tx): Promise<void> {
  await tx.delete(sessions);
  await tx.update(mailLinks).set({ expiresAt: sql`least(${mailLinks.expiresAt}, now())` });
}
