import { and, eq, getTableColumns, isNotNull, isNull, lt, ne, notExists, sql } from "drizzle-orm";
import { chosenLanguage } from "../language/language.server.ts";
import type { Db, Tx } from "../platform/database/db.server.ts";
import { hashedAddress } from "../platform/http/limits.server.ts";
import { newId } from "../platform/id.server.ts";
import { ShopError } from "../platform/shop-error.ts";
import type { GuestRecords } from "./guest/move-guests.server.ts";
import { NO_PASSWORD } from "./password/password.server.ts";
import { ACCOUNT_TEXTS } from "./rules.ts";
import { devices, mailLinks, sessions, triedPasswords, users } from "./tables.server.ts";

export type User = typeof users.$inferSelect;

/** The account of an e-mail in whatever case. */
export async function findUserByEmail(db: Db | Tx, email: string): Promise<User | undefined> {
  const [user] = await db.select().from(users).where(hasEmail(email));
  return user;
}

/** The account a log-in is about, with the hashes of the passwords tried at sign-up, and whether it knows the device. */
export async function findForLogIn(db: Db, email: string, deviceHash: string | undefined) {
  const [user] = await db
    .select({
      ...getTableColumns(users),
      tried: sql<
        string[]
      >`array(select ${triedPasswords.passwordHash} from ${triedPasswords} where ${triedPasswords.userId} = ${users.id})`,
      knowsDevice: sql<boolean>`exists (select from ${devices} where ${devices.userId} = ${users.id} and ${devices.secretHash} = ${deviceHash ?? ""})`,
    })
    .from(users)
    .where(hasEmail(email));
  return user;
}

function hasEmail(email: string) {
  return eq(sql`lower(${users.email})`, sql`lower(${email})`);
}

export async function findUser(db: Db | Tx, id: string): Promise<User | undefined> {
  const [user] = await db.select().from(users).where(eq(users.id, id));
  return user;
}

/** Forces an fsync at commit though no row may be written, so that timing does not reveal whether a mail is sent. */
export async function forceFsync(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_logical_emit_message(true, 'sauti', '')`);
}

/** Adds the account, or gives undefined when the e-mail has one. */
export async function addUser(
  tx: Tx,
  user: { name: string; email: string; passwordHash: string },
): Promise<User | undefined> {
  const [added] = await tx
    .insert(users)
    .values({ id: newId(), language: chosenLanguage() ?? "en", ...user })
    .onConflictDoNothing()
    .returning();
  return added;
}

/** Sets the language of the account's mails to the one chosen on the device in use; without a choice it stays. */
export async function keepLanguage(db: Db | Tx, id: string): Promise<void> {
  const language = chosenLanguage();
  if (!language) return;
  await db
    .update(users)
    .set({ language })
    .where(and(eq(users.id, id), ne(users.language, language)));
}

/** The details a guest gives; `phone` is 254 and nine digits. */
export type Guest = { name: string; email: string; phone: string };

/** Adds a guest, who comes from this network address, as a row of its own, even if other rows have the same e-mail. */
export async function addGuest(tx: Tx, guest: Guest, address: string): Promise<string> {
  const id = newId();
  const guestFrom = hashedAddress(address);
  await tx.insert(users).values({ id, passwordHash: NO_PASSWORD, guestFrom, ...guestColumns(id, guest) });
  return id;
}

/** Changes a guest's details; false for an account, which stays as it is. */
export async function changeGuest(db: Db | Tx, id: string, guest: Guest): Promise<boolean> {
  const changed = await db
    .update(users)
    .set(guestColumns(id, guest))
    .where(and(eq(users.id, id), isNotNull(users.guestEmail)))
    .returning({ id: users.id });
  return changed.length === 1;
}

/** Deletes a user who has just been added. */
export async function dropUser(tx: Tx, id: string): Promise<void> {
  await tx.delete(users).where(eq(users.id, id));
}

/**
 * Sets a guest's e-mail to that of the address they order to: mails go there, and guests are counted by it. Call it before the
 * order's transaction, so that of two guests who give the same e-mail concurrently the second finds the first.
 */
export async function takeEmail(db: Db, id: string, email: string): Promise<void> {
  await db
    .update(users)
    .set({ guestEmail: email, email: `${id} <${email}>` })
    .where(
      and(eq(users.id, id), isNotNull(users.guestEmail), sql`lower(${users.guestEmail}) <> lower(${email})`),
    );
}

function guestColumns(id: string, { name, email, phone }: Guest) {
  // undefined: an existing row keeps its language, a new one gets the column's default
  const language = chosenLanguage();
  return { name, email: `${id} <${email}>`, guestEmail: email, guestPhone: phone, language };
}

/** Whether this is the verified e-mail of this account, if there is one. */
export function isVerifiedOf(userId: string | undefined, email: string) {
  return sql<boolean>`exists (select from ${users} where ${users.id} = ${userId ?? ""}
    and ${users.verifiedAt} is not null and lower(${users.email}) = lower(${email}))`;
}

/** The e-mail of an account, or the one a guest gave. */
export const EMAIL = sql<string>`coalesce(${users.guestEmail}, ${users.email})`;

/** How many passwords of each account's sign-ups are stored. */
const TRIED_MAX = 20;

/**
 * Records that an account was signed up with a password of this hash; the newest twenty are kept. While the e-mail is not
 * verified, another password than the first makes the account contested. Returns the account, and whether it was opened in the
 * last minute.
 */
export async function recordSignUp(tx: Tx, email: string, passwordHash: string) {
  const [owner] = await tx
    .update(users)
    .set({
      contested: sql`${users.contested} or (${users.verifiedAt} is null and ${users.passwordHash} <> ${passwordHash})`,
    })
    .where(hasEmail(email))
    .returning({
      ...getTableColumns(users),
      justJoined: sql<boolean>`${users.joinedAt} > now() - interval '1 minute'`,
    });
  if (!owner) throw new Error("the account was deleted during its sign-up");
  await tx.execute(sql`
    with older as (
      select password_hash from ${triedPasswords} where user_id = ${owner.id} and password_hash <> ${passwordHash}
      order by tried_at desc offset ${TRIED_MAX - 1}
    ), dropped as (
      delete from ${triedPasswords} where user_id = ${owner.id} and password_hash in (select password_hash from older)
    )
    insert into ${triedPasswords} (user_id, password_hash) values (${owner.id}, ${passwordHash})
    on conflict (user_id, password_hash) do update set tried_at = now()`);
  return owner;
}

/** Makes an unverified account contested: a sign-up was refused before its password, perhaps another one, was checked. */
export async function contestUnverified(db: Db, email: string): Promise<void> {
  await db
    .update(users)
    .set({ contested: true })
    .where(and(hasEmail(email), isNull(users.verifiedAt)));
}

/** Deletes the passwords typed at sign-up. */
export async function forgetTried(tx: Tx, userId: string): Promise<void> {
  await tx.delete(triedPasswords).where(eq(triedPasswords.userId, userId));
}

/** Marks the e-mail as proven; returns the account when that newly verified it. */
export async function markVerified(tx: Tx, userId: string): Promise<User | undefined> {
  const [verified] = await tx
    .update(users)
    .set({ verifiedAt: sql`now()` })
    .where(and(eq(users.id, userId), isNull(users.verifiedAt)))
    .returning();
  return verified;
}

/** No password opens the account until its owner sets one by mail. */
export async function voidPassword(tx: Tx, userId: string): Promise<void> {
  await tx.update(users).set({ passwordHash: NO_PASSWORD, contested: false }).where(eq(users.id, userId));
}

export async function renameUser(db: Db, userId: string, name: string): Promise<User | undefined> {
  const [user] = await db.update(users).set({ name }).where(eq(users.id, userId)).returning();
  return user;
}

/** The fields that people see of their own account, and no others. @throws ShopError 401 the account no longer exists */
export function profileOf(user: User | undefined) {
  if (!user) throw new ShopError(401, ACCOUNT_TEXTS.signedOut);
  const { name, email, guestEmail, verifiedAt, joinedAt } = user;
  return {
    name,
    email: guestEmail ?? email,
    isVerified: verifiedAt !== null,
    joinedDate: joinedAt.toISOString(),
    ...(guestEmail === null ? {} : { guest: true as const }),
  };
}

/** Changes the password from the one that was checked; false when it has changed meanwhile. */
export async function replacePassword(
  tx: Tx,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const changed = await tx
    .update(users)
    .set({ passwordHash: to })
    .where(and(eq(users.id, userId), eq(users.passwordHash, from)))
    .returning({ id: users.id });
  return changed.length === 1;
}

/** Sets the password by a mailed link, which proves the e-mail as well. */
export async function resetPasswordOf(
  tx: Tx,
  userId: string,
  passwordHash: string,
): Promise<User | undefined> {
  const [user] = await tx
    .update(users)
    .set({ passwordHash, contested: false, verifiedAt: sql`coalesce(${users.verifiedAt}, now())` })
    .where(eq(users.id, userId))
    .returning();
  return user;
}

/**
 * Deletes what has expired: sign-ins immediately, links a day later, passwords of sign-ups after 30 days, devices half a year
 * after their last log-in.
 */
export async function sweepAccounts(db: Db): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, sql`now()`));
  await db.delete(triedPasswords).where(lt(triedPasswords.triedAt, sql`now() - interval '30 days'`));
  await db.delete(devices).where(lt(devices.usedAt, sql`now() - interval '180 days'`));
  await db.delete(mailLinks).where(lt(mailLinks.expiresAt, sql`now() - interval '1 day'`));
}

/** Deletes guests without an order, 30 days after they came, unless they are still signed in somewhere. */
export async function sweepGuests(db: Db, { hasAny }: Pick<GuestRecords, "hasAny">): Promise<void> {
  const isSignedIn = db
    .select({ one: sql`1` })
    .from(sessions)
    .where(and(eq(sessions.userId, users.id), sql`${sessions.expiresAt} > now()`));
  await db
    .delete(users)
    .where(
      and(
        isNotNull(users.guestEmail),
        lt(users.joinedAt, sql`now() - interval '30 days'`),
        notExists(isSignedIn),
        sql`not ${hasAny}`,
      ),
    );
}
