import { z } from "zod";
import { type Books, type Call, type Charge, clearBooks, type Delivery, iso } from "./books.ts";
import { findCard, OTP, PIN } from "./cards.ts";
import { type Mode, mode, refundMode, type Switches, switches } from "./modes.ts";
import { answerStep, type Outcome, openSession, payByCard } from "./pay.ts";
import { refundCharge } from "./refunds.ts";
import { type BrowserCallback, browserCallback } from "./shapes.ts";
import { announceRefund, deliver } from "./webhooks.ts";

const payment = z.strictObject({
  tx_ref: z.string(),
  card: z.string(),
  amount: z.number().default(1501),
  email: z.string().default("jane@example.com"),
  payload_hash: z.string().optional(),
  public_key: z.string().optional(),
});
const sending = z.strictObject({
  id: z.number(),
  /** Laid over the body's data (nested) or the body (flat). */
  change: z.record(z.string(), z.unknown()).optional(),
});
const BODIES = {
  pay: payment,
  webhook: sending,
  webhookUrl: z.strictObject({ url: z.url().nullable() }),
  mode: z.strictObject({ mode, path: z.string().optional() }),
  advance: z.strictObject({ seconds: z.number().min(0) }),
  refundMode: z.strictObject({ mode: refundMode }),
  switches: switches.partial(),
  heal: z.strictObject({ id: z.number() }),
  reverse: z.strictObject({ id: z.number() }),
  refund: z.strictObject({ id: z.number(), amount: z.number() }),
  refundBecomes: z.strictObject({ id: z.number(), status: z.string() }),
};
type Body<K extends keyof typeof BODIES> = z.input<(typeof BODIES)[K]>;

/** What a modal would give the page; `called: false` when it would not call it back at all. */
export type Paid = Omit<BrowserCallback, "status"> & {
  status: BrowserCallback["status"] | "failed" | "cancelled";
  called?: false;
};

/** One charge as the invariant checker reads it: who paid what, whatever verify, callback and webhook say. */
export type ChargeView = {
  id: number;
  tx_ref: string;
  flw_ref: string;
  /** What the card was really charged. */
  amount: number;
  status: Charge["status"];
  refunded: number;
  repeats: number;
};

export type Control = ReturnType<typeof controlOf>;

/** A wish of the tester's that cannot be met. */
export class NotPossible extends Error {}

/** The tester's hand on the simulator. Each is also a call under /__sim, named with dashes. @throws NotPossible */
export function controlOf(books: Books) {
  return {
    /** Calls that reached the simulator, /__sim aside, oldest first. */
    requests: (): Call[] => books.calls.map((call) => ({ ...call })),
    transactions: (): ChargeView[] => books.charges.map(view),
    /** Webhooks that left, oldest first. */
    webhooks: (): Delivery[] => books.deliveries.map((delivery) => ({ ...delivery })),
    pay: (body: Body<"pay">): Promise<Paid> => pay(books, read("pay", body)),
    /** Delivers a charge's webhook now, and gives the status answered (null: nobody there). No retries. */
    async webhook(body: Body<"webhook">): Promise<{ status: number | null }> {
      const { id, change } = read("webhook", body);
      return { status: await deliver(books, chargeWith(books, id), change) };
    },
    webhookUrl(body: Body<"webhookUrl">): void {
      books.webhookUrl = read("webhookUrl", body).url ?? undefined;
    },
    /** Befalls every path that contains `path`; without one, all of /v3/. */
    mode(body: { mode: Mode; path?: string }): void {
      const { mode, path = "/v3/" } = read("mode", body);
      books.mode = { mode, path };
    },
    advance: (body: Body<"advance">): Promise<void> =>
      books.clock.advance(read("advance", body).seconds * 1000),
    refundMode(body: Body<"refundMode">): void {
      books.refundMode = read("refundMode", body).mode;
    },
    /** Turns some switches and gives them all. */
    switches(body: Partial<Switches> = {}): Switches {
      Object.assign(books.switches, read("switches", body));
      return { ...books.switches };
    },
    /** From now on verify answers for this charge as for any. */
    heal(body: Body<"heal">): void {
      chargeWith(books, read("heal", body).id).healed = true;
    },
    /** The cardholder's bank takes the charge back: from now on it is no success, and no webhook says so. */
    reverse(body: Body<"reverse">): void {
      chargeWith(books, read("reverse", body).id).status = "reversed";
    },
    /** A refund from the provider's dashboard. */
    refund(body: Body<"refund">): { id: number } {
      const { id, amount } = read("refund", body);
      const given = refundCharge(books, chargeWith(books, id), amount);
      if ("refused" in given) throw new NotPossible(given.refused);
      return { id: given.id };
    },
    /** A refund ends otherwise than it stood, and its webhook leaves where they are switched on. */
    refundBecomes(body: Body<"refundBecomes">): void {
      const { id, status } = read("refundBecomes", body);
      const given = books.refunds.find((refund) => refund.id === id);
      if (!given) throw new NotPossible(`No refund ${id}`);
      given.status = status;
      announceRefund(books, given);
    },
    /** The ids of all refunds, oldest first. */
    refunds: (): { id: number; amount: number; status: string }[] =>
      books.refunds.map(({ id, amount, status }) => ({ id, amount, status })),
    /** Forgets everything but the webhook's URL; ids never come again. The clock goes on. */
    reset: (): void => clearBooks(books),
  };
}

function read<K extends keyof typeof BODIES>(name: K, body: unknown): z.output<(typeof BODIES)[K]> {
  const given = BODIES[name].safeParse(body);
  if (given.success) return given.data as z.output<(typeof BODIES)[K]>;
  throw new NotPossible(z.prettifyError(given.error));
}

/** Who pays, and what is answered to whatever a card asks for. */
const PAYER = { name: "Jane", phone_number: "254700000001" };
const ANSWERS = { pin: PIN, otp: OTP, bank: OTP, avs: "1 Moi Avenue, Nairobi" };

async function pay(books: Books, wish: z.output<typeof payment>): Promise<Paid> {
  const { card: number, email, ...asked } = wish;
  const session = openSession(books, {
    public_key: books.keys.publicKey,
    currency: "KES",
    customer: { ...PAYER, email },
    ...asked,
  });
  if ("refused" in session) throw new NotPossible(session.refused);
  const { expiry = "09/32", cvv = "123" } = findCard(number) ?? {};
  let outcome = await payByCard(books, session, { number, expiry, cvv });
  while (outcome.kind === "ask") {
    outcome = await answerStep(books, session, outcome.charge, ANSWERS[outcome.step]);
  }
  if (outcome.kind === "refused") throw new NotPossible(outcome.message);
  return paid(books, outcome, wish);
}

function paid(
  books: Books,
  outcome: Exclude<Outcome, { kind: "refused" } | { kind: "ask" }>,
  { tx_ref, amount, email }: z.output<typeof payment>,
): Paid {
  if (outcome.kind === "paid") {
    return outcome.called ? outcome.callback : { ...outcome.callback, called: false };
  }
  if (outcome.kind === "failed") {
    const callback = browserCallback(chargeWith(books, outcome.charge));
    const why = { charge_response_code: "RR", charge_response_message: outcome.message };
    return { ...callback, ...why, status: "failed", called: false };
  }
  // closed before paying: there is no charge, so its id is 0
  return {
    status: "cancelled",
    customer: { ...PAYER, email },
    transaction_id: 0,
    tx_ref,
    flw_ref: "",
    currency: "KES",
    amount,
    charged_amount: 0,
    charge_response_code: "",
    charge_response_message: "",
    created_at: iso(books.clock.now()),
    called: false,
  };
}

function chargeWith(books: Books, id: number): Charge {
  const charge = books.charges.find((one) => one.id === id);
  if (!charge) throw new NotPossible(`No charge ${id}`);
  return charge;
}

function view({ id, session, flwRef, amount, status, refunded, repeats }: Charge): ChargeView {
  const tx_ref = String(session.intent.tx_ref);
  return { id, tx_ref, flw_ref: flwRef, amount, status, refunded, repeats };
}
