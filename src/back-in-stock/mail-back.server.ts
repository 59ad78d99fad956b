import { lt, type SQL, sql } from "drizzle-orm";
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

/** Mails written in one run; and for the opening of a drop, which all wait for together. */
const AT_ONCE = 100;
const AT_OPENING = 1_000;

/** Days after which a request is deleted. */
const KEPT = 180;

/** Hours for which such a mail may be sent: the size may be sold out again by then. */
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
 * Mails the people who wait for a size that is back, each once: their row is deleted in the same transaction. Each time at most
 * as many are mailed as there are pieces, in the order of asking; while pieces are left, the next follow a minute later. While
 * a product is hidden, or sold out again, nobody is mailed.
 */
export async function mailBackInStock(db: Db, publicUrl: string): Promise<void> {
  await transaction(db, async (tx) => {
    const due = [...(await takeOpened(tx)), ...(await takeBack(tx))];
    if (due.length === 0) return;
    await enqueueMails(
      tx,
      due.map(({ id, email, proven, language, ...what }) => ({
        event: `back:${id}`,
        to: email,
        unproven: proven ? undefined : { goodFor: GOOD_FOR * 3_600 },
        lowPriority: true,
        ...inLanguage(language, () => backMail({ ...what, publicUrl })),
      })),
    );
  });
}

/** Deletes and returns requests whose drop is on sale now; of two concurrent processes one gets each. */
function takeOpened(tx: Tx): Promise<Due[]> {
  return takeRows(
    tx,
    sql`select waiting.id, ${products.name} from ${backInStock} waiting
      join ${products} on ${products.id} = waiting.product_id and ${IS_ON_SALE}
      where waiting.size = ${OPENING} order by waiting.id limit ${AT_OPENING}`,
  );
}

/** The same for requests whose size is back, as many as there are pieces. */
function takeBack(tx: Tx): Promise<Due[]> {
  return takeRows(
    tx,
    sql`select id, name from (
      select waiting.id, ${products.name}, s.on_hand,
        row_number() over (partition by waiting.product_id, waiting.size order by waiting.asked_at, waiting.id) as place
      from ${backInStock} waiting
      join ${products} on ${products.id} = waiting.product_id and ${IS_ON_SALE}
      join ${stock} s on s.product_id = waiting.product_id and s.size = waiting.size
      where s.on_hand > 0 and waiting.size = any(${products.sizes})
    ) line where place <= on_hand order by id limit ${AT_ONCE}`,
  );
}

async function takeRows(tx: Tx, due: SQL): Promise<Due[]> {
  const { rows } = await tx.execute<Due>(sql`
    with due as (${due})
    delete from ${backInStock} gone using due where gone.id = due.id
    returning gone.id, gone.email, gone.proven, gone.language, gone.product_id as "productId", due.name, gone.size`);
  return rows.sort((one, other) => (one.id < other.id ? -1 : 1));
}

type Subject = Pick<Due, "productId" | "name" | "size"> & { publicUrl: string };

/** The mail to a person who asked for it; it names nobody, as anybody may have typed the address. */
export function backMail({ productId, name, size, publicUrl }: Subject) {
  const shop = currentShop();
  const isDrop = size === OPENING;
  const item = { name, size: sizeName(size) };
  return composeMail(shop, {
    subject: isDrop ? t("{name} is on sale now", { name }) : t("{name} is back", { name }),
    greeting: "Habari,",
    paragraphs: [
      isDrop
        ? t("It's on sale now. It may sell out soon, and we can't keep one for you.")
        : t("{name} ({size}) is back in stock. It may sell out soon, and we can't keep one for you.", item),
    ],
    action: { label: t("See it in the shop"), url: `${publicUrl}/product/${productId}` },
    footnote: t(
      isDrop
        ? "Someone asked {shop} to email you when it opens. This is the only email about it, and we've deleted your address from that list."
        : "Someone asked {shop} to email you when it's back. This is the only email about it, and we've deleted your address from that list.",
      { shop: shop.name },
    ),
  });
}

/** Deletes requests that are older than half a year. */
export async function sweepBackInStock(db: Db): Promise<void> {
  await db.delete(backInStock).where(lt(backInStock.askedAt, sql`now() - make_interval(days => ${KEPT})`));
}
