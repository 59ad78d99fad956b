import { eq, sql } from "drizzle-orm";
import { isVerifiedOf } from "../accounts/queries.server.ts";
import { findAnnounced } from "../catalogue/drops/announced.server.ts";
import { findProduct } from "../catalogue/queries.server.ts";
import { chosenLanguage } from "../language/language.server.ts";
import { type Db, transaction } from "../platform/database/db.server.ts";
import { newId } from "../platform/id.server.ts";
import { ShopError } from "../platform/shop-error.ts";
import { BACK_TEXTS, WAITING_MAX } from "./contract.ts";
import { backInStock, OPENING } from "./tables.server.ts";

/** `userId`: the account or guest that is signed in, if any. */
type MailRequest = { productId: string; size: string; email: string; userId: string | undefined };

/**
 * Records that an e-mail gets a mail when a sold-out size is back, once per size, in the language that the sender of the request
 * has chosen. The answer does not depend on whose e-mail it is.
 * @throws ShopError 404 it is not on sale; 409 the size is available, or the e-mail waits for too many
 */
export async function askForMail(db: Db, { productId, size, email, userId }: MailRequest): Promise<void> {
  const product = await findProduct(db, productId);
  if (!product?.sizes.includes(size)) throw new ShopError(404, "We can't find this product");
  if ((product.stock[size] ?? 0) > 0) throw new ShopError(409, BACK_TEXTS.thereAlready);
  await record(db, { productId, size, email, userId });
}

/**
 * The same for the moment when an announced drop goes on sale.
 * @throws ShopError 404 the drop is not announced; 409 it is on sale, or the e-mail waits for too many
 */
export async function askForOpening(
  db: Db,
  { productId, email, userId }: Omit<MailRequest, "size">,
): Promise<void> {
  if (await findProduct(db, productId)) throw new ShopError(409, BACK_TEXTS.openAlready);
  if (!(await findAnnounced(db, productId))) throw new ShopError(404, "We can't find this product");
  await record(db, { productId, size: OPENING, email, userId });
}

async function record(db: Db, { productId, size, email, userId }: MailRequest): Promise<void> {
  const isTheirs = eq(sql`lower(${backInStock.email})`, email.toLowerCase());
  await transaction(db, async (tx) => {
    // simultaneous requests for one e-mail wait for each other
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`back ${email.toLowerCase()}`}, 0))`,
    );
    const waiting = await tx
      .select({ id: backInStock.id })
      .from(backInStock)
      .where(isTheirs)
      .limit(WAITING_MAX);
    const added = await tx
      .insert(backInStock)
      .values({
        id: newId(),
        productId,
        size,
        email,
        proven: isVerifiedOf(userId, email),
        language: chosenLanguage() ?? "en",
      })
      .onConflictDoNothing()
      .returning({ id: backInStock.id });
    if (added.length > 0 && waiting.length === WAITING_MAX) throw new ShopError(409, BACK_TEXTS.waitsForMany);
  });
}
