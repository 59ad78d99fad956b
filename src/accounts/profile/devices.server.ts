import { and, desc, eq, gt, ne, sql } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import { type Db, type Tx, transaction } from "../../platform/database/db.server.ts";
import { hashSecret } from "../../platform/id.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { ACCOUNT_TEXTS } from "../rules.ts";
import { devices, sessions } from "../tables.server.ts";
import { nameDevice } from "./device-name.ts";

/** Where a request comes from: its address, its browser in words, and the hash of the secret that browser keeps. */
export type Visitor = { address: string; device: string; deviceHash: string | undefined };

export function visitorOf(request: FastifyRequest, secret: string | undefined): Visitor {
  return {
    address: request.ip,
    device: nameDevice(request.headers["user-agent"]),
    deviceHash: secret && hashSecret(secret),
  };
}

/** Where the account is signed in, the session of this hash first, then the last seen. */
export async function listDevices(db: Db, userId: string, tokenHash: string) {
  const isThis = sql<boolean>`${sessions.tokenHash} = ${tokenHash}`;
  const rows = await db
    .select({
      id: sessions.id,
      device: sessions.device,
      begunAt: sessions.begunAt,
      seenAt: sessions.seenAt,
      isThis,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, sql`now()`)))
    .orderBy(desc(isThis), desc(sessions.seenAt), sessions.id);
  return rows.map(({ id, device, begunAt, seenAt, isThis }) => ({
    id,
    name: device || nameDevice(undefined),
    since: begunAt.toISOString(),
    lastSeen: seenAt.toISOString(),
    isThis,
  }));
}

/** Ends one session of this account, and its device is a stranger's again. @throws ShopError 404 when there is none */
export async function endDevice(db: Db, userId: string, id: string): Promise<void> {
  await transaction(db, async (tx) => {
    const [ended] = await tx
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
      .returning({ deviceHash: sessions.deviceHash });
    if (!ended) throw new ShopError(404, ACCOUNT_TEXTS.deviceUnknown);
    if (!ended.deviceHash) return;
    await tx.delete(devices).where(and(eq(devices.userId, userId), eq(devices.secretHash, ended.deviceHash)));
  });
}

/** Ends every session of this account but the one of this hash, and forgets every device but its own. */
export async function endOtherDevices(db: Db, userId: string, tokenHash: string): Promise<void> {
  await transaction(db, async (tx) => {
    await tx.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.tokenHash, tokenHash)));
    await tx.delete(devices).where(
      and(
        eq(devices.userId, userId),
        sql`not exists (select from ${sessions} where ${sessions.tokenHash} = ${tokenHash}
          and ${sessions.deviceHash} = ${devices.secretHash})`,
      ),
    );
  });
}

/** Somebody logged in to this account with this browser. */
export async function rememberDevice(db: Db | Tx, userId: string, secretHash: string): Promise<void> {
  await db
    .insert(devices)
    .values({ userId, secretHash })
    .onConflictDoUpdate({ target: [devices.userId, devices.secretHash], set: { usedAt: sql`now()` } });
}

export async function forgetDevices(tx: Tx, userId: string): Promise<void> {
  await tx.delete(devices).where(eq(devices.userId, userId));
}
