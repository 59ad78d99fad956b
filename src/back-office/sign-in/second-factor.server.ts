import { randomInt } from "node:crypto";
import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import type { Tx } from "../../platform/database/db.server.ts";
import { hashSecret } from "../../platform/id.server.ts";
import { unseal } from "../../platform/secret.server.ts";
import { shop } from "../../shop.ts";
import { staff, staffRecovery } from "../tables.server.ts";

const RECOVERY_CODES = 10;
/** Letters and digits that are not easily confused. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

/** Uses the code of the person's app; false when it is wrong, or its 30 seconds were used before. */
export async function takeCode(
  tx: Tx,
  { staffId, totpKey, code }: { staffId: string; totpKey: Buffer; code: string },
): Promise<boolean> {
  const [person] = await tx.select({ sealed: staff.totpSecret }).from(staff).where(eq(staff.id, staffId));
  const step = person?.sealed ? stepOf(unseal(totpKey, staffId, person.sealed), code) : undefined;
  if (step === undefined) return false;
  const taken = await tx
    .update(staff)
    .set({ totpStep: step })
    .where(and(eq(staff.id, staffId), or(isNull(staff.totpStep), lt(staff.totpStep, step))))
    .returning({ id: staff.id });
  return taken.length > 0;
}

/** Uses one of the person's recovery codes; false when it is not one of them, or was used. */
export async function takeRecoveryCode(tx: Tx, staffId: string, typed: string): Promise<boolean> {
  const taken = await tx
    .update(staffRecovery)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(staffRecovery.staffId, staffId),
        eq(staffRecovery.codeHash, hashOf(typed)),
        isNull(staffRecovery.usedAt),
      ),
    )
    .returning({ codeHash: staffRecovery.codeHash });
  return taken.length > 0;
}

/** Replaces the recovery codes by ten new ones, which are shown once and stored as hashes. */
export async function replaceRecoveryCodes(tx: Tx, staffId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await tx.delete(staffRecovery).where(eq(staffRecovery.staffId, staffId));
  await tx.insert(staffRecovery).values(codes.map((code) => ({ staffId, codeHash: hashOf(code) })));
  return codes;
}

/** About 59 random bits, as xxxxxx-xxxxxx. */
function newRecoveryCode(): string {
  const letters = Array.from({ length: 12 }, () => LETTERS[randomInt(LETTERS.length)]);
  return `${letters.slice(0, 6).join("")}-${letters.slice(6).join("")}`;
}

/** The hash of a code however it was typed: capitals, spaces and hyphens are ignored. */
function hashOf(typed: string): string {
  return hashSecret(typed.toLowerCase().replace(/[^a-z0-9]/g, ""));
}

/** Seconds of a period, and how many periods before and after now still count, as phones' clocks are off (RFC 6238, 5.2). */
const PERIOD = 30;
const WINDOW = 1;

/** A new key for an authenticator app: base32, as people type it where they cannot scan. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The address that an authenticator app reads from a QR code. */
export function totpAddress(secret: string, email: string): string {
  return totpOf(secret, email).toString();
}

/** The step that this code belongs to, in periods of 30 seconds since 1970; undefined when it is wrong. */
export function stepOf(secret: string, code: string): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const timestamp = Date.now();
  const delta = totpOf(secret).validate({ token: code, window: WINDOW, timestamp });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD) + delta;
}

function totpOf(secret: string, label = ""): TOTP {
  return new TOTP({ issuer: shop.name, label, algorithm: "SHA1", digits: 6, period: PERIOD, secret });
}
