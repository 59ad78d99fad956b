import { type Books, type Charge, hex, nextId, type Session } from "./books.ts";
import { type Card, findCard, OTP, PIN, POOR_OTP, type Step, wrongDetails } from "./cards.ts";
import { readIntent } from "./intent.ts";
import { type BrowserCallback, browserCallback } from "./shapes.ts";
import { announce, announceLater, announceRefund, WEBHOOK_AFTER } from "./webhooks.ts";

/** Virtual seconds a pending charge takes to succeed. */
const PENDING_FOR = 60;
/** Virtual seconds until the bank takes the money back. */
const CHARGED_BACK_AFTER = 60 * 60;
const FEE = 0.029;
/** Minutes a modal may be paid in where the shop's page does not say, and cards that may fail in it. */
const SESSION_MINUTES = 30;
const TRIES = 5;

/** What the modal does next. */
export type Outcome =
  /** Shows the message; no charge came of it. */
  | { kind: "refused"; message: string }
  | { kind: "ask"; step: Step; charge: number }
  /** Shows the message and lets another card be tried while tries are left. */
  | { kind: "failed"; message: string; charge: number; triesLeft: number }
  /** Shows success; calls the page back unless `called` is false; closes on its own when `closes`. */
  | { kind: "paid"; charge: number; callback: BrowserCallback; called: boolean; closes: boolean }
  | { kind: "closed" };

export type CardDetails = { number: string; expiry: string; cvv: string };

/** Opens a modal for what the shop's page asked, or says why not. */
export function openSession(books: Books, args: unknown): Session | { refused: string } {
  const read = readIntent(books, args);
  if ("refused" in read) return read;
  const session = { id: hex(books, 32), intent: read.intent, opened: books.clock.now(), failures: 0 };
  books.sessions.set(session.id, session);
  return session;
}

/** One attempt with one card: a charge, unless the details are no card's. */
export async function payByCard(books: Books, session: Session, details: CardDetails): Promise<Outcome> {
  const card = findCard(details.number);
  const refusal =
    overdue(books, session) ??
    (card ? wrongDetails(card, details.expiry, details.cvv, books.clock.now()) : "This is not a test card");
  if (!card || refusal) return { kind: "refused", message: refusal ?? "" };
  if (card.quirk === "closes-before") return { kind: "closed" };
  return proceed(books, newCharge(books, session, card));
}

/** The customer's answer to what was asked: a PIN, a code or an address. A wrong one ends the attempt. */
export async function answerStep(
  books: Books,
  session: Session,
  id: number,
  answer: string,
): Promise<Outcome> {
  const charge = books.charges.find((one) => one.id === id && one.session === session);
  const step = charge?.stepsLeft.shift();
  if (!charge || !step) return { kind: "refused", message: "This attempt is over. Please start again." };
  const problem = overdue(books, session) ?? wrongAnswer(step, answer.trim());
  return problem ? fail(books, charge, problem) : proceed(books, charge);
}

/** Why nothing more can be paid in this modal. */
function overdue(books: Books, { intent, opened, failures }: Session): string | undefined {
  const minutes = intent.configurations?.session_duration ?? SESSION_MINUTES;
  if (books.clock.now() >= opened + minutes * 60_000) return "This session has expired";
  if (failures >= TRIES) return "You have tried too many times";
  return undefined;
}

function newCharge(books: Books, session: Session, card: Card): Charge {
  const { intent } = session;
  const amount =
    card.quirk === "amount-less" ? Math.max(intent.amount - 1, intent.amount / 2) : intent.amount;
  const charge: Charge = {
    id: nextId(books),
    flwRef: `FLW-MOCK-${hex(books, 32)}`,
    session,
    card,
    amount,
    currency: card.quirk === "in-naira" ? "NGN" : intent.currency,
    fee: Math.round(amount * FEE * 100) / 100,
    status: "pending",
    response: "Pending validation",
    stepsLeft: [...card.steps],
    customerId: nextId(books),
    created: books.clock.now(),
    ended: null,
    refunded: 0,
    repeats: 0,
  };
  books.charges.push(charge);
  return charge;
}

async function proceed(books: Books, charge: Charge): Promise<Outcome> {
  const step = charge.stepsLeft[0];
  if (step) return { kind: "ask", step, charge: charge.id };
  const { fails, quirk } = charge.card;
  if (fails) return fail(books, charge, fails);
  if (quirk === "first-fails" && isFirst(books, charge))
    return fail(books, charge, "Declined: Do Not Honour");
  if (quirk === "forged-callback") {
    fail(books, charge, "Transaction Error");
    return paid(charge);
  }
  return succeed(books, charge);
}

function wrongAnswer(step: Step, answer: string): string | undefined {
  if (step === "avs") return answer ? undefined : "Address not verified";
  if (step === "pin") return answer === PIN ? undefined : "Incorrect PIN";
  if (answer === POOR_OTP) return "Insufficient Funds";
  return answer === OTP ? undefined : "Wrong OTP";
}

function fail(books: Books, charge: Charge, response: string): Outcome {
  end(books, charge, "failed", response);
  charge.session.failures += 1;
  announceLater(books, charge);
  const triesLeft = Math.max(0, TRIES - charge.session.failures);
  return { kind: "failed", message: response, charge: charge.id, triesLeft };
}

async function succeed(books: Books, charge: Charge): Promise<Outcome> {
  const { quirk } = charge.card;
  if (quirk === "pending-60s") {
    books.agenda.after(PENDING_FOR, () => {
      end(books, charge, "successful", "Approved");
      announceLater(books, charge);
    });
    return paid(charge);
  }
  end(books, charge, "successful", "Approved");
  if (quirk === "webhook-first") await announce(books, charge);
  else if (quirk !== "no-webhook") announceLater(books, charge);
  if (quirk === "webhook-twice") announceLater(books, charge, 2 * WEBHOOK_AFTER);
  if (quirk === "refunded-later") books.agenda.after(CHARGED_BACK_AFTER, () => chargeBack(books, charge));
  return paid(charge);
}

function paid(charge: Charge): Outcome {
  const { quirk } = charge.card;
  return {
    kind: "paid",
    charge: charge.id,
    callback: browserCallback(charge),
    called: quirk !== "no-callback",
    closes: quirk === "closes-after",
  };
}

function end(books: Books, charge: Charge, status: "successful" | "failed", response: string): void {
  Object.assign(charge, { status, response, ended: books.clock.now(), stepsLeft: [] });
}

function chargeBack(books: Books, charge: Charge): void {
  const amount = charge.amount - charge.refunded;
  charge.refunded = charge.amount;
  const refund = {
    id: nextId(books),
    charge,
    amount,
    status: "completed",
    at: books.clock.now(),
  };
  books.refunds.push(refund);
  announceRefund(books, refund);
}

function isFirst(books: Books, charge: Charge): boolean {
  const reference = charge.session.intent.tx_ref;
  return books.charges.find(({ session }) => session.intent.tx_ref === reference) === charge;
}
