import { createHash } from "node:crypto";
import { and, eq, lt, sql } from "drizzle-orm";
import type { Db } from "../platform/database/db.server.ts";
import { seal, unseal } from "../platform/secret.server.ts";
import { ShopError } from "../platform/shop-error.ts";
import type { StaffContext } from "./staff-context.server.ts";
import { staffAnswers } from "./tables.server.ts";

export type Answered = { success: true; message: string } & Record<string, unknown>;

/** Seconds after which a write that never ended may be tried again: its process has died. */
const GIVEN_UP = 60;

/**
 * Does a write once per person and Idempotency-Key: asked again, the first answer is given again. A refusal is not kept,
 * so that it can be tried anew. What is kept is encrypted, for a welcome link may be in it; what a write changes has guards of its own, should its process die before the answer.
 * @throws ShopError 409 it is still worked on; 422 the key was another request's
 */
export async function answerOnce(
  { db, answerKey }: Pick<StaffContext, "db" | "answerKey">,
  { staffId, key, request }: { staffId: string; key: string; request: object },
  work: () => Promise<Answered>,
): Promise<Answered> {
  const requestHash = createHash("sha256").update(JSON.stringify(request)).digest("base64url");
  const mine = and(eq(staffAnswers.staffId, staffId), eq(staffAnswers.key, key));
  const begun = await db
    .insert(staffAnswers)
    .values({ staffId, key, requestHash })
    .onConflictDoUpdate({
      target: [staffAnswers.staffId, staffAnswers.key],
      set: { at: sql`now()` },
      setWhere: sql`${staffAnswers.status} is null and ${staffAnswers.requestHash} = ${requestHash}
        and ${staffAnswers.at} < now() - make_interval(secs => ${GIVEN_UP})`,
    })
    .returning({ key: staffAnswers.key });
  if (begun.length === 0) {
    const [known] = await db.select().from(staffAnswers).where(mine);
    if (known && known.requestHash !== requestHash)
      throw new ShopError(422, "This key was used for something else.");
    if (known?.status) return JSON.parse(unseal(answerKey, `${staffId} ${key}`, String(known.body)));
    throw new ShopError(409, "This is still being worked on. Please wait a moment.");
  }
  try {
    const answer = await work();
    const body = seal(answerKey, `${staffId} ${key}`, JSON.stringify(answer));
    await db.update(staffAnswers).set({ status: 200, body }).where(mine);
    return answer;
  } catch (error) {
    await db.delete(staffAnswers).where(mine);
    throw error;
  }
}

/** Deletes answers after a day. */
export async function sweepAnswers(db: Db): Promise<void> {
  await db.delete(staffAnswers).where(lt(staffAnswers.at, sql`now() - interval '1 day'`));
}
