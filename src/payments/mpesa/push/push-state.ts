import { COUNTDOWN, POLL_ERRORS_MAX, POLL_EVERY, SEEN_BARS, TEXTS, type Told } from "../../rules.ts";
import { mayStillBePaid } from "../../status/advice.ts";

/** Whether a push is for the checkout of the order carried here, and for just its goods; a checkout id is one per browser. */
type Purpose = { sameCheckout?: true | undefined; sameGoods?: true | undefined };

/** A push M-Pesa has accepted. `startedAt` in milliseconds of performance.now(), `amount` in KES. */
export type Running = {
  id: string;
  startedAt: number;
  amount: number;
  phone?: string | undefined;
  /** Its prompt is closed, as M-Pesa says, and its money may still come. */
  ended?: true;
} & Purpose;

/** While it is pending: a code of M-Pesa's that nobody knows, and how many times in a row it was said. */
type Unlisted = { code?: string | undefined; codeTimes?: number | undefined };

/** What /token/query and /api/payment/current say of a push. */
export type Standing = {
  status: Told;
  ResultCode: string | null;
  ResultDesc: string;
  orderId?: string | undefined;
  refund?: true | undefined;
  held?: true | undefined;
} & Unlisted;
export type Found = {
  checkoutRequestID: string;
  amount: number;
  phone?: string | undefined;
  age: number;
  status: Told;
  resultCode: string | null;
  orderId?: string | undefined;
  refund?: true | undefined;
  held?: true | undefined;
  resultDesc?: string | undefined;
} & Purpose &
  Unlisted;

/** How a payment stands on the page (specification §4); `over` is one we have heard nothing of, and still ask about. */
export type Push =
  | { is: "looking" }
  | { is: "idle"; earlier?: Running; unasked?: true; again?: true }
  /** `code`: what M-Pesa last said, and nobody knows. */
  | { is: "pending"; running: Running; errors: number; code?: string }
  | { is: "over"; running: Running; why: "timeout" | "unverifiable" }
  /** Money came and does not fit: a person looks into it, and the page asks on. */
  | { is: "held"; running: Running }
  | { is: "failed"; running: Running; code: string | null }
  | { is: "paid"; running: Running }
  | { is: "finished"; running: Running; orderId: string }
  /** Paid, and the money goes back: `said` is why. */
  | { is: "returned"; running: Running; said: string }
  | { is: "signed-out"; running: Running };

export type PushEvent =
  | { on: "found"; payment: Found | null; now: number }
  /** As found, looked for while it was pending: only its age is news. */
  | { on: "aged"; payment: Found | null; now: number }
  | { on: "unasked" }
  | { on: "accepted"; running: Running }
  /** Pay found an earlier prompt, on another phone than the one named now. */
  | { on: "elsewhere"; running: Running }
  | { on: "answered"; id: string; standing: Standing }
  | { on: "erred"; id: string }
  | { on: "time-over"; id: string }
  | { on: "signed-out"; id: string }
  | { on: "again" };

/** Seconds between two questions once the countdown is over. */
const QUIET_EVERY = 15;
/** How many times in a row M-Pesa must say a code nobody knows before the page takes it for a no. */
const CODE_TIMES = 3;

/** Nobody knows whether M-Pesa took this request: its id is the shop's own (push.server.ts). */
export function isUnsure({ id }: Running): boolean {
  return id.startsWith("ATT-");
}

/** The push still asked about, and how often, in seconds. */
export function watched(push: Push): { running: Running; every: number } | undefined {
  if (push.is === "pending") return { running: push.running, every: POLL_EVERY };
  const running = push.is === "idle" ? push.earlier : stillOpen(push);
  return running && { running, every: QUIET_EVERY };
}

/** It pays for the very order carried here: once it is paid, that is ordered. */
export function isOwn({ sameCheckout, sameGoods }: Purpose): boolean {
  return sameCheckout === true && sameGoods === true;
}

/** Once its money is seen it bars the order carried here, as on the server (in-the-way.server.ts). */
export function barsHere({ sameCheckout, sameGoods }: Purpose): boolean {
  return sameCheckout === true || sameGoods === true;
}

/**
 * Whether a payment found on the way in is shown where an order is carried. One paid already is no other checkout's, and
 * held money leaves every other order its form.
 */
export function countsHere(payment: Found): boolean {
  if (payment.status === "paid") return payment.sameCheckout === true;
  return !payment.held || (barsHere(payment) && payment.age < SEEN_BARS);
}

/** What an event makes of a payment; one about another push than the one asked about changes nothing. */
export function nextPush(push: Push, event: PushEvent): Push {
  switch (event.on) {
    case "found":
      return found(push, event.payment, event.now);
    case "aged":
      return event.payment ? aged(push, event.payment, event.now) : push;
    case "unasked":
      return push.is === "looking" ? { is: "idle", unasked: true } : push;
    case "accepted":
      return { is: "pending", running: event.running, errors: 0 };
    case "elsewhere":
      return push.is === "idle" ? { ...push, earlier: event.running } : push;
    case "again":
      return again(push);
    default: {
      const running = watched(push)?.running;
      if (running?.id !== event.id) return push;
      if (event.on === "answered") return answered(push, running, event.standing);
      if (event.on === "signed-out") return { is: "signed-out", running };
      if (push.is !== "pending") return push;
      if (event.on === "time-over") return timeOver(running, push.code);
      const errors = push.errors + 1;
      return errors < POLL_ERRORS_MAX ? { ...push, errors } : { is: "over", running, why: "unverifiable" };
    }
  }
}

function stillOpen(push: Push): Running | undefined {
  if (push.is === "over" || push.is === "held") return push.running;
  return push.is === "failed" && mayStillBePaid(push.code) ? push.running : undefined;
}

function found(push: Push, payment: Found | null, now: number): Push {
  if (push.is !== "looking" && push.is !== "idle") return push;
  if (!payment) return formAfter(push, undefined);
  const { checkoutRequestID: id, amount, phone, age, orderId, sameCheckout, sameGoods } = payment;
  const running = { id, startedAt: now - age * 1000, amount, phone, sameCheckout, sameGoods };
  if (payment.status === "failed") {
    // who entered the PIN must not pay for the same a second time
    const isLate = barsHere(payment) && mayStillBePaid(payment.resultCode);
    return formAfter(push, isLate ? { ...running, ended: true } : undefined);
  }
  if (payment.refund) return { is: "returned", running, said: payment.resultDesc ?? TEXTS.moneyBack };
  if (payment.status === "paid")
    return orderId ? { is: "finished", running, orderId } : { is: "paid", running };
  if (payment.held) return { is: "held", running };
  if (age >= COUNTDOWN) return timeOver(running, payment.code);
  return waiting({ is: "pending", running, errors: 0 }, payment);
}

/** The form; an earlier prompt that it asks about already stays. */
function formAfter(push: Push, earlier: Running | undefined): Push {
  if (push.is === "idle" && push.earlier) return push;
  return earlier ? { is: "idle", earlier } : { is: "idle" };
}

function timeOver(running: Running, code: string | undefined): Push {
  return code === undefined ? { is: "over", running, why: "timeout" } : { is: "failed", running, code };
}

/** Pending on, with the code that nobody knows, until it was said often enough. */
function waiting({ running }: Push & { is: "pending" }, { code, codeTimes = 0 }: Unlisted): Push {
  if (code !== undefined && codeTimes >= CODE_TIMES) return { is: "failed", running, code };
  return { is: "pending", running, errors: 0, ...(code !== undefined && { code }) };
}

/** After sleep the page's own clock may be behind: the server's age of the push moves it on, never back. */
function aged(push: Push, payment: Found, now: number): Push {
  // the form opened meanwhile stays, and the questions about this push tell of its end
  if (push.is !== "pending" || payment.checkoutRequestID !== push.running.id) return push;
  const startedAt = Math.min(push.running.startedAt, now - payment.age * 1000);
  return { ...push, running: { ...push.running, startedAt } };
}

function again(push: Push): Push {
  const running = watched(push)?.running;
  return { is: "idle", again: true, ...(running ? { earlier: running } : {}) };
}

function answered(push: Push, running: Running, standing: Standing): Push {
  if (standing.refund) return { is: "returned", running, said: standing.ResultDesc };
  if (standing.status === "paid") return { is: "paid", running };
  if (standing.status === "failed") {
    const { ResultCode: code } = standing;
    if (push.is === "failed" && push.code === code) return push;
    if (push.is !== "idle") return { is: "failed", running, code };
    // the form is open again: how the earlier prompt failed is no news
    const { earlier: _, ...form } = push;
    return mayStillBePaid(code) ? { ...form, earlier: { ...running, ended: true } } : form;
  }
  if (standing.held && push.is !== "idle") return { is: "held", running };
  if (push.is === "over" && standing.code !== undefined) return timeOver(running, standing.code);
  return push.is === "pending" ? waiting(push, standing) : push;
}
