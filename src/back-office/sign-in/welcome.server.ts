import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import { countGuess, resetGuesses } from "../../accounts/sign-in/guesses.server.ts";
import type { Actor } from "../../platform/audit/actor.server.ts";
import { writeAudit } from "../../platform/audit/write-audit.server.ts";
import { type Tx, transaction } from "../../platform/database/db.server.ts";
import { hashSecret, newSecret } from "../../platform/id.server.ts";
import { seal, unseal } from "../../platform/secret.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import type { StaffContext } from "../staff-context.server.ts";
import { staff, staffLinks } from "../tables.server.ts";
import type { confirmWelcome, welcome } from "./contract.ts";
import { newTotpSecret, replaceRecoveryCodes, stepOf, totpAddress } from "./second-factor.server.ts";
import { beginSession, type Device, endSessions } from "./staff-session.server.ts";
import { rememberHome } from "./wrong-tries.server.ts";

const LINK_ENDED = "This link has been used or has run out. Ask the owner for a new one.";

/** A link by which this person sets password and second factor within an hour; earlier links end. */
export async function addWelcomeLink(tx: Tx, staffId: string, publicUrl: string): Promise<string> {
  const token = newSecret();
  await endWelcomeLinks(tx, staffId);
  await tx
    .insert(staffLinks)
    .values({ tokenHash: hashSecret(token), staffId, expiresAt: sql`now() + interval '1 hour'` });
  return `${publicUrl}/staff/welcome?token=${token}`;
}

/** Ends the welcome links of a person; none works again. */
export async function endWelcomeLinks(tx: Tx, staffId: string): Promise<void> {
  await tx
    .update(staffLinks)
    .set({ usedAt: sql`now()` })
    .where(and(eq(staffLinks.staffId, staffId), isNull(staffLinks.usedAt)));
}

/**
 * Stores the password of whoever opened a welcome link, and returns the key for an authenticator app. Nothing of the person
 * changes until `finishWelcome`; if it is called again, the latest password and key count.
 * @throws ShopError 410 the link is unknown, used or over
 */
export async function openWelcome(
  { db, passwords, totpKey }: StaffContext,
  { token, password }: z.infer<typeof welcome.body>,
): Promise<{ setupKey: string; otpauth: string }> {
  const [link] = await db
    .select({ staffId: staff.id, email: staff.email })
    .from(staffLinks)
    .innerJoin(staff, eq(staff.id, staffLinks.staffId))
    .where(and(isOpen(token), isNull(staff.disabledAt)));
  if (!link) throw new ShopError(410, LINK_ENDED);
  const passwordHash = await passwords.hash(password);
  const setupKey = newTotpSecret();
  const chosen = await db
    .update(staffLinks)
    .set({ passwordHash, totpSecret: seal(totpKey, link.staffId, setupKey) })
    .where(isOpen(token))
    .returning({ staffId: staffLinks.staffId });
  if (chosen.length === 0) throw new ShopError(410, LINK_ENDED);
  return { setupKey, otpauth: totpAddress(setupKey, link.email) };
}

/**
 * The app's first code proves that it is set up: password and second factor become the person's, their other sessions end, and a
 * whole session begins.
 * @throws ShopError 401 the code is wrong; 410 the link; 429
 */
export async function finishWelcome(
  { db, limits, totpKey }: StaffContext,
  { token, code }: z.infer<typeof confirmWelcome.body>,
  { device, by }: { device: Device; by: (person: { id: string; name: string; role: string }) => Actor },
): Promise<{ recoveryCodes: string[]; session: string }> {
  const [known] = await db.select({ staffId: staffLinks.staffId }).from(staffLinks).where(isOpen(token));
  if (!known) throw new ShopError(410, LINK_ENDED);
  const subject = `staff-welcome ${known.staffId}`;
  await countGuess(limits, subject);
  const done = await transaction(db, async (tx) => {
    const [link] = await tx.select().from(staffLinks).where(isOpen(token)).for("update");
    if (!link?.totpSecret || !link.passwordHash) throw new ShopError(410, LINK_ENDED);
    const { staffId, passwordHash, totpSecret } = link;
    const totpStep = stepOf(unseal(totpKey, staffId, totpSecret), code);
    if (totpStep === undefined) throw new ShopError(401, "This code is wrong. Wait for the next one.");
    const [person] = await tx
      .update(staff)
      .set({ passwordHash, totpSecret, totpStep })
      .where(and(eq(staff.id, staffId), isNull(staff.disabledAt)))
      .returning({ id: staff.id, name: staff.name, role: staff.role, email: staff.email });
    if (!person) throw new ShopError(410, LINK_ENDED);
    await tx
      .update(staffLinks)
      .set({ usedAt: sql`now()`, passwordHash: null, totpSecret: null })
      .where(eq(staffLinks.tokenHash, hashSecret(token)));
    await endSessions(tx, staffId);
    const recoveryCodes = await replaceRecoveryCodes(tx, staffId);
    await writeAudit(tx, by(person), {
      action: "person.use-welcome-link",
      subjectKind: "person",
      subjectId: staffId,
    });
    return {
      recoveryCodes,
      session: await beginSession(tx, { staffId, device, whole: true }),
      email: person.email,
    };
  });
  await resetGuesses(limits, subject);
  await rememberHome(limits, done.email, device.ip);
  return done;
}

function isOpen(token: string) {
  return and(
    eq(staffLinks.tokenHash, hashSecret(token)),
    isNull(staffLinks.usedAt),
    gt(staffLinks.expiresAt, sql`now()`),
  );
}
