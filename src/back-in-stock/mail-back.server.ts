import { lt, sql } from "drizzle-orm";
import { sizeName } from "../cart/rules.ts";
import { IS_ON_SALE } from "../catalogue/on-sale.server.ts";
import { products, stock } from "../catalogue/tables.server.ts";
import { inLanguage } from "../language/language.server.ts";
import type { Language } from "../language/languages.ts";
import { t } from "../language/t.ts";
import { type Db, type Tx, transaction } from "../platform/database/db.server.ts";
import { enqueueMails } from "../platform/mail/outbox.server.ts";
import { currentShop } from "../settings/current-settings.server.ts";
import { composeMail } from "../ui/mail-layout.server.ts";
import { backInStock, OPENING } from "./tables.server.ts";

/** Mails written at one time; of an opening, which all wait for at once. */
const AT_ONCE = 100;
const AT_OPENING = 1_000;

/** Days after which nobody waits any more. */
const KEPT = 180;

/** Hours for which its news is worth sending: a size may be sold again by then. */
const GOOD_FOR = 12;

type Due = {
  id: string;
  email: string;
  proven: boolean;
  language: Language;
  productId: string;
  name: string;
  size: string;
};

/**
 * Mails those who wait for a size that is there again, each once: what they asked goes in the same transaction. No more than
 * there are pieces are told at a time, who asked first before the others: while pieces are left, the next are told a minute
 * later. What is hidden, or was sold again meanwhile, is told to nobody yet.
 */
export async function mailBackInStock(db: Db, publicUrl: string): Promise<void> {
  await transaction(db, async (tx) => {
    const due = [...(await takeOpened(tx)), ...(await takeDue(tx))];
    if (due.length === 0) return;
    await enqueueMails(
      tx,
      due.map(({ id, email, proven, language, ...what }) => ({
        event: `back:${id}`,
        to: email,
        unproven: proven ? undefined : { goodFor: GOOD_FOR * 3_600 },
        lowPriority: true,
        ...inLanguage(language, () => (what.size === OPENING ? openMail : backMail)({ ...what, publicUrl })),
      })),
    );
  });
}

/** Those who wait for a drop that is on sale by now; of two processes at it at once one gets each. */
async function takeOpened(tx: Tx): Promise<Due[]> {
  const { rows } = await tx.execute<Due>(sql`
    with due as (
      select waiting.id, ${products.name} from ${backInStock} waiting
      join ${products} on ${products.id} = waiting.product_id and ${IS_ON_SALE}
      where waiting.size = ${OPENING} order by waiting.id limit ${AT_OPENING}
    )
    delete from ${backInStock} gone using due where gone.id = due.id
    returning gone.id, gone.email, gone.proven, gone.language, gone.product_id as "productId", due.name, gone.size`);
  return rows.sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** Those whose turn it is, who then wait no more; of two processes at it at once one gets each. */
async function takeDue(tx: Tx): Promise<Due[]> {
  const { rows } = await tx.execute<Due>(sql`
    with line as (
      select waiting.id, ${products.name}, s.on_hand,
        row_number() over (partition by waiting.product_id, waiting.size order by waiting.asked_at, waiting.id) as place
      from ${backInStock} waiting
      join ${products} on ${products.id} = waiting.product_id and ${IS_ON_SALE}
      join ${stock} s on s.product_id = waiting.product_id and s.size = waiting.size
      where s.on_hand > 0 and waiting.size = any(${products.sizes})
    ), due as (select id, name from line where place <= on_hand order by id limit ${AT_ONCE})
    delete from ${backInStock} gone using due where gone.id = due.id
    returning gone.id, gone.email, gone.proven, gone.language, gone.product_id as "productId", due.name, gone.size`);
  return rows.sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** One mail to whoever asked to be told; it names nobody, for anybody may have typed the address. */
export function backMail({
  productId,
  name,
  size,
  publicUrl,
}: Pick<Due, "productId" | "name" | "size"> & { publicUrl: string }) {
  const shop = currentShop();
  return composeMail(shop, {
    subject: t("{name} is back", { name }),
    greeting: "Habari,",
    paragraphs: [
      t("{name} ({size}) is back in stock. It may sell out soon, and we can't keep one for you.", {
        name,
        size: sizeName(size),
      }),
    ],
    action: { label: t("See it in the shop"), url: `${publicUrl}/product/${productId}` },
    footnote: t(
      "Someone asked {shop} to email you when it's back. This is the only email about it, and we've deleted your address from that list.",
      { shop: shop.name },
    ),
  });
}

/** The same for a drop that has opened. */
function openMail({ productId, name, publicUrl }: Pick<Due, "productId" | "name"> & { publicUrl: string }) {
  const shop = currentShop();
  return composeMail(shop, {
    subject: t("{name} is on sale now", { name }),
    greeting: "Habari,",
    paragraphs: [t("It's on sale now. It may sell out soon, and we can't keep one for you.")],
    action: { label: t("See it in the shop"), url: `${publicUrl}/product/${productId}` },
    footnote: t(
      "Someone asked {shop} to email you when it opens. This is the only email about it, and we've deleted your address from that list.",
      { shop: shop.name },
    ),
  });
}

/** Whoever waited for half a year waits no more. */
export async function sweepBackInStock(db: Db): Promise<void> {
  await db.delete(backInStock).where(lt(backInStock.askedAt, sql`now() - make_interval(days => ${KEPT})`));
}
