import { eq, sql } from "drizzle-orm";
import type { z } from "zod";
import {
  countAttempt,
  countGuess,
  resetGuesses,
  uncountAttempt,
  uncountGuess,
} from "../../accounts/sign-in/guesses.server.ts";
import type { Actor } from "../../platform/audit/actor.server.ts";
import { writeAudit } from "../../platform/audit/write-audit.server.ts";
import { transaction } from "../../platform/database/db.server.ts";
import { addressKey } from "../../platform/http/limits.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import type { StaffContext } from "../staff-context.server.ts";
import { staff } from "../tables.server.ts";
import type { changePassword, secondFactor, signIn } from "./contract.ts";
import { takeCode, takeRecoveryCode } from "./second-factor.server.ts";
import {
  beginSession,
  type Device,
  endSessions,
  renewSession,
  type Session,
} from "./staff-session.server.ts";
import { countTry, rememberHome, uncountTry } from "./wrong-tries.server.ts";

/**
 * Checks e-mail and password and returns the token of a half session. For an unknown or disabled person it does the same work and
 * gives the same answer. Wrong tries are counted by address, by e-mail and address, and by e-mail (countTry), so that nobody can
 * lock out a person who comes from an address where they signed in before.
 * @throws ShopError 401, 429
 */
export async function startSignIn(
  { db, limits, passwords }: StaffContext,
  { email, password }: z.infer<typeof signIn.body>,
  device: Device,
): Promise<string> {
  const place = addressKey(device.ip);
  const subject = `staff ${email.toLowerCase()} ${place}`;
  await countAttempt(limits, `staff ${place}`);
  await countGuess(limits, subject);
  const tried = { what: "passwords", email, ip: device.ip } as const;
  await countTry(limits, tried).catch(async (refusal: unknown) => {
    await uncountGuess(limits, subject);
    await uncountAttempt(limits, `staff ${place}`);
    throw refusal;
  });
  const [person] = await db
    .select({ id: staff.id, passwordHash: staff.passwordHash, disabledAt: staff.disabledAt })
    .from(staff)
    .where(eq(sql`lower(${staff.email})`, email.toLowerCase()));
  const matches = await passwords.matches(person?.passwordHash ?? undefined, password);
  if (!person || person.disabledAt || !matches)
    throw new ShopError(401, "The e-mail or the password is wrong.");
  await uncountAttempt(limits, `staff ${place}`);
  await uncountTry(limits, tried);
  await resetGuesses(limits, subject);
  return beginSession(db, { staffId: person.id, device, whole: false });
}

/**
 * Checks the second factor of a session, half or whole, and returns its new token. Wrong ones are counted by address, those of
 * half sessions separately and in total, so that who only knows the password cannot block the person's own session or address.
 * @throws ShopError 401 wrong, used before, or the session ended; 429
 */
export async function giveSecondFactor(
  { db, limits, totpKey }: StaffContext,
  { code, recovery }: z.infer<typeof secondFactor.body>,
  { session, token, by }: { session: Session; token: string; by: Actor },
): Promise<string> {
  const { staffId, whole, email } = session;
  const ip = by.ip ?? "";
  const subject = `staff-code ${whole ? "whole" : "half"} ${staffId} ${addressKey(ip)}`;
  const tried = { what: "codes", email, ip } as const;
  await countGuess(limits, subject);
  if (!whole)
    await countTry(limits, tried).catch(async (refusal: unknown) => {
      await uncountGuess(limits, subject);
      throw refusal;
    });
  const next = await transaction(db, async (tx) => {
    const taken = code
      ? await takeCode(tx, { staffId, totpKey, code })
      : await takeRecoveryCode(tx, staffId, recovery ?? "");
    if (!taken) return undefined;
    if (!whole || recovery)
      await writeAudit(tx, by, {
        action: recovery ? "person.use-recovery-code" : "person.sign-in",
        subjectKind: "person",
        subjectId: staffId,
      });
    return renewSession(tx, token);
  });
  if (!next) throw new ShopError(401, "This code is wrong or was used. Wait for the next one.");
  await resetGuesses(limits, subject);
  if (!whole) await uncountTry(limits, tried);
  await rememberHome(limits, email, ip);
  return next;
}

const WRONG_PASSWORD = "The password is wrong.";

/** Changes the password and ends the person's other sessions. @throws ShopError 400 a wrong password signs nobody out; 429 */
export async function changeOwnPassword(
  { db, limits, passwords }: StaffContext,
  { password, newPassword }: z.infer<typeof changePassword.body>,
  { session, by }: { session: Session; by: Actor },
): Promise<void> {
  const { staffId, id } = session;
  const subject = `staff-password ${staffId}`;
  await countGuess(limits, subject);
  const [person] = await db.select({ hash: staff.passwordHash }).from(staff).where(eq(staff.id, staffId));
  if (!(await passwords.matches(person?.hash ?? undefined, password)))
    throw new ShopError(400, WRONG_PASSWORD, { fields: { password: WRONG_PASSWORD } });
  await resetGuesses(limits, subject);
  const passwordHash = await passwords.hash(newPassword);
  await transaction(db, async (tx) => {
    await tx.update(staff).set({ passwordHash }).where(eq(staff.id, staffId));
    await endSessions(tx, staffId, id);
    await writeAudit(tx, by, { action: "person.change-password", subjectKind: "person", subjectId: staffId });
  });
}
