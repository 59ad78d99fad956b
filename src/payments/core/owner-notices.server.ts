import { desc, isNotNull, isNull, sql } from "drizzle-orm";
import { formatPrice } from "../../catalogue/rules.ts";
import type { MailLinks } from "../../ordering/mails/mail-links.server.ts";
import { CHOICES } from "../../ordering/methods.ts";
import { shortId } from "../../ordering/rules.ts";
import { type Db, type Tx, transaction } from "../../platform/database/db.server.ts";
import { newId } from "../../platform/id.server.ts";
import { addJob } from "../../platform/jobs/jobs.server.ts";
import { enqueueMail } from "../../platform/mail/outbox.server.ts";
import { alertsNow, currentShop } from "../../settings/current-settings.server.ts";
import { composeMail } from "../../ui/mail-layout.server.ts";
import type { Payment } from "./provider.server.ts";
import { ownerNotices } from "./tables.server.ts";

/** Notifies the owner, once per payment and reason, of something only a person can decide. */
export async function notifyOwnerOfPayment(tx: Tx, payment: Payment, what: string): Promise<void> {
  await notifyOwner(tx, { key: `${payment.id}:${what}`, what, show: payment.id, payment });
}

/** `show`: the id that its page in the back office has; `payment`: the one it is about, if any. */
type News = { key: string; what: string; show: string; payment?: Payment | undefined };

/** Notifies the owner of a matter once, however often it is found again: `key` identifies it. */
export async function notifyOwner(tx: Tx, { key, what, show, payment }: News): Promise<void> {
  const about = payment
    ? `${CHOICES[payment.method].name}, ${formatPrice(payment.amount)}, payment ${shortId(payment.id)}: `
    : "";
  const line = `${about}${what}.`;
  const added = await tx
    .insert(ownerNotices)
    .values({ id: newId(), key, paymentId: payment?.id ?? null, what, line, shownBy: show })
    .onConflictDoNothing({ target: ownerNotices.key })
    .returning({ id: ownerNotices.id });
  if (added.length > 0) await addJob(tx, "notices", "owner");
}

/** Minutes between two mails to the owner: the first matter is mailed immediately, a burst of others in one mail after it. */
const PAUSE = 10;
/** Matters that one mail names; it says how many more there are. */
const NAMED = 20;

/** Mails all matters that the owner was not mailed yet, in one mail; several processes may call it at the same time. */
export async function mailNotices({ db, links }: { db: Db; links: MailLinks | undefined }): Promise<void> {
  await transaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('notices to the owner'))`);
    const [last] = await tx
      .select({ isRecent: sql<boolean>`${ownerNotices.mailedAt} > now() - make_interval(mins => ${PAUSE})` })
      .from(ownerNotices)
      .where(isNotNull(ownerNotices.mailedAt))
      .orderBy(desc(ownerNotices.mailedAt))
      .limit(1);
    if (last?.isRecent) return;
    const news = await tx
      .update(ownerNotices)
      .set({ mailedAt: sql`now()` })
      .where(isNull(ownerNotices.mailedAt))
      .returning();
    news.sort((one, other) => (one.id < other.id ? -1 : 1));
    const [first] = news;
    if (!first) return;
    await enqueueMail(tx, { event: `owner:${first.id}`, to: alertsNow().to, ...noticeMail(news, links) });
  });
}

type Notice = Pick<typeof ownerNotices.$inferSelect, "what" | "line" | "shownBy">;

function noticeMail(news: Notice[], links: MailLinks | undefined) {
  const more = news.length - NAMED;
  const [first] = news;
  const isOne = news.length === 1;
  const page = isOne && first?.shownBy ? pageOf(first.shownBy) : "/money";
  return composeMail(currentShop(), {
    subject: isOne ? `A payment needs you: ${first?.what}` : `${news.length} payments need you`,
    greeting: "Hello,",
    paragraphs: [
      ...news.slice(0, NAMED).map((notice) => paragraphOf(notice, isOne ? undefined : links)),
      ...(more > 0 ? [`And ${more} more.`] : []),
    ],
    rows: [],
    ...(links ? { action: { label: isOne ? "Open it" : "See them all", url: links.counter(page) } } : {}),
    footnote: "Written by the shop itself.",
  });
}

function paragraphOf({ line, shownBy }: Notice, links: MailLinks | undefined) {
  if (!shownBy || !links) return line;
  return { text: line, link: { label: "Open it", url: links.counter(pageOf(shownBy)) } };
}

/** Exceptions have no page of their own: they are listed on the money page. */
function pageOf(id: string): string {
  return id === "exceptions" ? "/money" : `/money/${id}`;
}
