import type { FastifyInstance } from "fastify";
import { refundCharge } from "./api.ts";
import type { Mode, RefundMode, Switches } from "./books.ts";
import { type Books, type Call, type Charge, clearBooks, type Delivery, iso } from "./books.ts";
import { findCard, OTP, PIN } from "./cards.ts";
import { answerStep, type Outcome, openSession, payByCard } from "./pay.ts";
import { type BrowserCallback, browserCallback } from "./shapes.ts";
import { announceRefund, deliver } from "./webhooks.ts";

type Wish = {
  tx_ref: string;
  card: string;
  amount?: number;
  email?: string;
  payload_hash?: string;
  public_key?: string;
};

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
    pay: (wish: Wish): Promise<Paid> => pay(books, wish),
    /**
     * Delivers a charge's webhook now, and gives the status answered (null: nobody there). No retries. `change` is laid over
     * the body's data (nested) or the body (flat).
     */
    async webhook({
      id,
      change,
    }: {
      id: number;
      change?: Record<string, unknown>;
    }): Promise<{ status: number | null }> {
      return { status: await deliver(books, chargeWith(books, id), change) };
    },
    webhookUrl({ url }: { url: string | null }): void {
      books.webhookUrl = url ?? undefined;
    },
    /** Befalls every path that contains `path`; without one, all of /v3/. */
    mode({ mode, path = "/v3/" }: { mode: Mode; path?: string }): void {
      books.mode = { mode, path };
    },
    advance: ({ seconds }: { seconds: number }): Promise<void> => books.clock.advance(seconds * 1000),
    refundMode({ mode }: { mode: RefundMode }): void {
      books.refundMode = mode;
    },
    /** Turns some switches and gives them all. */
    switches(changes: Partial<Switches> = {}): Switches {
      Object.assign(books.switches, changes);
      return { ...books.switches };
    },
    /** The cardholder's bank takes the charge back: from now on it is no success, and no webhook says so. */
    reverse({ id }: { id: number }): void {
      chargeWith(books, id).status = "reversed";
    },
    /** A refund from the provider's dashboard. */
    refund({ id, amount }: { id: number; amount: number }): { id: number } {
      const given = refundCharge(books, chargeWith(books, id), amount);
      if ("refused" in given) throw new NotPossible(given.refused);
      return { id: given.id };
    },
    /** A refund ends otherwise than it stood, and its webhook leaves where they are switched on. */
    refundBecomes({ id, status }: { id: number; status: string }): void {
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

/** Who pays, and what is answered to whatever a card asks for. */
const PAYER = { name: "Jane", phone_number: "254700000001" };
const ANSWERS = { pin: PIN, otp: OTP, bank: OTP, avs: "1 Moi Avenue, Nairobi" };

async function pay(books: Books, given: Wish): Promise<Paid> {
  const wish = { amount: 1501, email: "jane@example.com", ...given };
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
  { tx_ref, amount, email }: Required<Pick<Wish, "tx_ref" | "amount" | "email">>,
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

/** The same over HTTP, for tests in a browser or another process: GET what is asked, POST what is done. */
export function serveControl(http: FastifyInstance, control: Control): void {
  for (const [name, act] of Object.entries(control)) {
    const isAsked = ["requests", "transactions", "refunds", "webhooks"].includes(name);
    http.route({
      method: isAsked ? "GET" : "POST",
      url: `/__sim/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      handler: async ({ body }) => {
        // what is wrong with a body, each act says itself
        const answer = await (act as (body: unknown) => unknown)(body ?? {});
        return answer ?? { ok: true };
      },
    });
  }
}
