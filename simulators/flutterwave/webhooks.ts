import { type Books, type Charge, iso, type Refund } from "./books.ts";
import { chargeWebhook, refundWebhook } from "./shapes.ts";

/** Virtual seconds between a charge's end and its webhook. */
export const WEBHOOK_AFTER = 2;
/** Virtual seconds between retries. */
const RETRY_AFTER = 30 * 60;
const RETRIES = 3;
/** Real ms the shop has to answer. */
const ANSWER_MAX = 60_000;
/** Real ms the clock holds still for an answer: a shop that calls verify meanwhile may itself wait for the clock. */
const HELD_MAX = 5_000;

type Message = {
  id: number;
  tx_ref: string;
  kind: "charge" | "refund";
  /** The verif-hash header. */
  hash: string;
  body: Record<string, unknown>;
};

/** Sends a charge's webhook when its time comes, with retries. */
export function announceLater(books: Books, charge: Charge, seconds = WEBHOOK_AFTER): void {
  books.agenda.after(seconds, () => announce(books, charge));
}

/** Sends a charge's webhook now, with retries. Resolves when it is answered, or after a while when it is not. */
export function announce(books: Books, charge: Charge): Promise<void> {
  return briefly(send(books, messageOf(books, charge)));
}

/** Sends a charge's webhook now, altered, without retries. Gives the status. */
export function deliver(
  books: Books,
  charge: Charge,
  change: Record<string, unknown> = {},
): Promise<number | null> {
  return post(books, messageOf(books, charge, change), 1);
}

/** Tells of money given back, where the account asks for it. */
export function announceRefund(books: Books, refund: Refund): void {
  if (!books.switches.refundWebhook) return;
  const { charge } = refund;
  books.agenda.after(WEBHOOK_AFTER, () =>
    briefly(
      send(books, {
        id: charge.id,
        tx_ref: String(charge.session.intent.tx_ref),
        kind: "refund",
        hash: books.keys.webhookHash,
        body: { ...refundWebhook(refund), updatedAt: iso(books.clock.now()) },
      }),
    ),
  );
}

function messageOf(books: Books, charge: Charge, change: Record<string, unknown> = {}): Message {
  const { quirk } = charge.card;
  return {
    id: charge.id,
    tx_ref: String(charge.session.intent.tx_ref),
    kind: "charge",
    hash: quirk === "wrong-hash" ? `not-${books.keys.webhookHash}` : books.keys.webhookHash,
    body: chargeWebhook(charge, quirk === "flat-webhook" ? "flat" : "nested", change),
  };
}

async function send(books: Books, message: Message, attempt = 1): Promise<void> {
  const era = books.deliveries;
  const status = await post(books, message, attempt);
  if (status === 200 || attempt > RETRIES) return;
  // what was sent before a reset is not sent again after it
  if (books.deliveries !== era) return;
  books.agenda.after(RETRY_AFTER, () => briefly(send(books, message, attempt + 1)));
}

async function post(books: Books, message: Message, attempt: number): Promise<number | null> {
  if (!books.webhookUrl) return null;
  const { id, tx_ref, kind, hash, body } = message;
  const entry = { at: books.clock.now(), id, tx_ref, kind, attempt, status: null as number | null };
  books.deliveries.push(entry);
  try {
    const answer = await fetch(books.webhookUrl, {
      method: "POST",
      headers: { "content-type": "application/json", "verif-hash": hash },
      body: JSON.stringify(body),
      redirect: "manual",
      signal: AbortSignal.timeout(ANSWER_MAX),
    });
    await answer.arrayBuffer();
    entry.status = answer.status;
  } catch {
    // nobody there, or too late: as good as refused
  }
  return entry.status;
}

async function briefly(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, HELD_MAX);
  });
  await Promise.race([work, enough]);
  clearTimeout(timer);
}
