import { createHmac } from "node:crypto";
import { and, eq, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Actor } from "../platform/audit/actor.server.ts";
import type { Db } from "../platform/database/db.server.ts";
import { newId } from "../platform/id.server.ts";
import { seal, unseal } from "../platform/secret.server.ts";
import { ShopError } from "../platform/shop-error.ts";
import type { StaffContext } from "./staff-context.server.ts";
import { staffAnswers } from "./tables.server.ts";

export type Answered = { success: true; message: string } & Record<string, unknown>;

/** Seconds for which a write in progress belongs to its process; renewed until it ends. */
const LEASE = 60;

/** A write by a person: the same key with the same request means the same write. */
type Write = {
  staffId: string;
  key: string;
  request: object;
  by: Pick<Actor, "name">;
  /** Seconds. */
  lease?: number;
};

/**
 * Does a write once per person and Idempotency-Key: the same request again gets the first answer. A refusal is not stored, so
 * that it can be retried. While one process works on it no other does, however long that takes; if that process dies, its lease
 * ends. The stored answer is encrypted, as it may contain a welcome link; should the process die before it is stored, the guards
 * of the write itself prevent a second change.
 * @throws ShopError 409 `{current, by, at}` it is still in progress; 422 the key was another request's
 */
export async function answerOnce(
  { db, answerKey }: Pick<StaffContext, "db" | "answerKey">,
  write: Write,
  work: () => Promise<Answered>,
): Promise<Answered> {
  const { staffId, key } = write;
  const holder = newId();
  const requestHash = hashOf(answerKey, write.request);
  if (!(await takeLease(db, { ...write, requestHash }, holder)))
    return JSON.parse(unseal(answerKey, `${staffId} ${key}`, await earlierAnswer(db, write, requestHash)));
  const isMine = and(
    isOf(write),
    isNull(staffAnswers.status),
    sql`${staffAnswers.body}->>'holder' = ${holder}`,
  );
  const renewing = keepLease(db, isMine, write.lease);
  try {
    const answer = await work();
    const body = seal(answerKey, `${staffId} ${key}`, JSON.stringify(answer));
    await db.update(staffAnswers).set({ status: 200, body }).where(isMine);
    return answer;
  } catch (error) {
    await db.delete(staffAnswers).where(isMine);
    throw error;
  } finally {
    clearInterval(renewing);
  }
}

function isOf({ staffId, key }: Write): SQL | undefined {
  return and(eq(staffAnswers.staffId, staffId), eq(staffAnswers.key, key));
}

/** While a write is in progress its row names the call that works on it, and since when. */
type Working = { holder: string; since: number };

async function takeLease(
  db: Db,
  { staffId, key, requestHash, lease = LEASE }: Write & { requestHash: string },
  holder: string,
): Promise<boolean> {
  const body: Working = { holder, since: Date.now() };
  const begun = await db
    .insert(staffAnswers)
    .values({ staffId, key, requestHash, body })
    .onConflictDoUpdate({
      target: [staffAnswers.staffId, staffAnswers.key],
      set: { at: sql`now()`, body },
      setWhere: sql`${staffAnswers.status} is null and ${staffAnswers.requestHash} = ${requestHash}
        and ${staffAnswers.at} < now() - make_interval(secs => ${lease})`,
    })
    .returning({ key: staffAnswers.key });
  return begun.length > 0;
}

/** A failed renewal is made up for by the next one. */
function keepLease(db: Db, isMine: SQL | undefined, lease = LEASE): NodeJS.Timeout {
  const renew = async () => db.update(staffAnswers).set({ at: sql`now()` }).where(isMine);
  return setInterval(() => void renew().catch(() => undefined), (lease * 1000) / 4).unref();
}

/** @throws ShopError 409 there is no answer yet; 422 the key was another request's */
async function earlierAnswer(db: Db, write: Write, requestHash: string): Promise<string> {
  const [known] = await db.select().from(staffAnswers).where(isOf(write));
  if (known && known.requestHash !== requestHash)
    throw new ShopError(422, "This key was used for something else.");
  if (known?.status) return String(known.body);
  const working = known?.body as Partial<Working> | null | undefined;
  throw new ShopError(409, "This is still being worked on. Please wait a moment.", {
    current: "working",
    by: write.by.name,
    at: working?.since ?? known?.at.getTime() ?? null,
  });
}

/** Keyed, as the request may contain a password, which could be guessed from a plain hash. */
function hashOf(answerKey: Buffer, request: object): string {
  return createHmac("sha256", answerKey).update(JSON.stringify(request)).digest("base64url");
}

/** Deletes answers after a day. */
export async function sweepAnswers(db: Db): Promise<void> {
  await db.delete(staffAnswers).where(lt(staffAnswers.at, sql`now() - interval '1 day'`));
}
