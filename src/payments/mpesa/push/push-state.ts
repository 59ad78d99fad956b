import type { z } from "zod";
import type { CurrentPayment } from "../../ask-current-payment.ts";
import type { stkQuery } from "../../contract.ts";
import { COUNTDOWN, PAYMENT_TEXTS, POLL_ERRORS_MAX, POLL_EVERY, SEEN_BARS } from "../../rules.ts";
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

/** What /token/query says of a push. */
type PushStatus = z.output<typeof stkQuery.answer>["data"];

/** How a payment stands on the page (specification §4); `over` is one we have heard nothing of, and still ask about. */
export type Push =
  | { type: "looking" }
  | { type: "idle"; earlier?: Running; unasked?: true; again?: true }
  /** `code`: what M-Pesa last said, and nobody knows. */
  | { type: "pending"; running: Running; errors: number; code?: string }
  | { type: "over"; running: Running; reason: "timeout" | "unverifiable" }
  /** Money came and does not fit: a person looks into it, and the page asks on. */
  | { type: "held"; running: Running }
  | { type: "failed"; running: Running; code: string | null }
  | { type: "paid"; running: Running }
  | { type: "finished"; running: Running; orderId: string }
  /** Paid, and the money goes back: `message` says why. */
  | { type: "returned"; running: Running; message: string }
  | { type: "signed-out"; running: Running };

export type PushEvent =
  | { type: "found"; payment: CurrentPayment | null; now: number }
  /** As found, looked for while it was pending: only its age is news. */
  | { type: "aged"; payment: CurrentPayment | null; now: number }
  | { type: "unasked" }
  | { type: "accepted"; running: Running }
  /** Pay found an earlier prompt, on another phone than the one named now. */
  | { type: "elsewhere"; running: Running }
  | { type: "answered"; id: string; answer: PushStatus }
  | { type: "erred"; id: string }
  | { type: "time-over"; id: string }
  | { type: "signed-out"; id: string }
  | { type: "again" };

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
  if (push.type === "pending") return { running: push.running, every: POLL_EVERY };
  const running = push.type === "idle" ? push.earlier : stillOpen(push);
  return running && { running, every: QUIET_EVERY };
}

/** It pays for the very order carried here: once it is paid, that is ordered. */
export function isOwn({ sameCheckout, sameGoods }: Purpose): boolean {
  return sameCheckout === true && sameGoods === true;
}

/** Once its money is seen it bars the order carried here, as on the server (active-payments.server.ts). */
export function barsHere({ sameCheckout, sameGoods }: Purpose): boolean {
  return sameCheckout === true || sameGoods === true;
}

/**
 * Whether a payment found on the way in is shown where an order is carried. One paid already is no other checkout's, and
 * held money leaves every other order its form.
 */
export function countsHere(payment: CurrentPayment): boolean {
  if (payment.status === "paid") return payment.sameCheckout === true;
  return !payment.held || (barsHere(payment) && payment.age < SEEN_BARS);
}

/** What an event makes of a payment; one about another push than the one asked about changes nothing. */
export function nextPush(push: Push, event: PushEvent): Push {
  switch (event.type) {
    case "found":
      return found(push, event.payment, event.now);
    case "aged":
      return event.payment ? aged(push, event.payment, event.now) : push;
    case "unasked":
      return push.type === "looking" ? { type: "idle", unasked: true } : push;
    case "accepted":
      return { type: "pending", running: event.running, errors: 0 };
    case "elsewhere":
      return push.type === "idle" ? { ...push, earlier: event.running } : push;
    case "again":
      return again(push);
    default: {
      const running = watched(push)?.running;
      if (running?.id !== event.id) return push;
      if (event.type === "answered") return answered(push, running, event.answer);
      if (event.type === "signed-out") return { type: "signed-out", running };
      if (push.type !== "pending") return push;
      if (event.type === "time-over") return timeOver(running, push.code);
      const errors = push.errors + 1;
      return errors < POLL_ERRORS_MAX
        ? { ...push, errors }
        : { type: "over", running, reason: "unverifiable" };
    }
  }
}

function stillOpen(push: Push): Running | undefined {
  if (push.type === "over" || push.type === "held") return push.running;
  return push.type === "failed" && mayStillBePaid(push.code) ? push.running : undefined;
}

function found(push: Push, payment: CurrentPayment | null, now: number): Push {
  if (push.type !== "looking" && push.type !== "idle") return push;
  if (!payment) return formAfter(push, undefined);
  const { checkoutRequestID: id, amount, phone, age, orderId, sameCheckout, sameGoods } = payment;
  const running = { id, startedAt: now - age * 1000, amount, phone, sameCheckout, sameGoods };
  if (payment.status === "failed") {
    // who entered the PIN must not pay for the same a second time
    const isLate = barsHere(payment) && mayStillBePaid(payment.resultCode);
    return formAfter(push, isLate ? { ...running, ended: true } : undefined);
  }
  if (payment.refund)
    return { type: "returned", running, message: payment.resultDesc ?? PAYMENT_TEXTS.moneyBack };
  if (payment.status === "paid")
    return orderId ? { type: "finished", running, orderId } : { type: "paid", running };
  if (payment.held) return { type: "held", running };
  if (age >= COUNTDOWN) return timeOver(running, payment.code);
  return waiting({ type: "pending", running, errors: 0 }, payment);
}

/** The form; an earlier prompt that it asks about already stays. */
function formAfter(push: Push, earlier: Running | undefined): Push {
  if (push.type === "idle" && push.earlier) return push;
  return earlier ? { type: "idle", earlier } : { type: "idle" };
}

function timeOver(running: Running, code: string | undefined): Push {
  return code === undefined
    ? { type: "over", running, reason: "timeout" }
    : { type: "failed", running, code };
}

/** While it is pending: a code of M-Pesa's that nobody knows, and how many times in a row it was said. */
type UnlistedCode = Pick<PushStatus, "code" | "codeTimes">;

/** Pending on, with the code that nobody knows, until it was said often enough. */
function waiting({ running }: Push & { type: "pending" }, { code, codeTimes = 0 }: UnlistedCode): Push {
  if (code !== undefined && codeTimes >= CODE_TIMES) return { type: "failed", running, code };
  return { type: "pending", running, errors: 0, ...(code !== undefined && { code }) };
}

/** After sleep the page's own clock may be behind: the server's age of the push moves it on, never back. */
function aged(push: Push, payment: CurrentPayment, now: number): Push {
  // the form opened meanwhile stays, and the questions about this push tell of its end
  if (push.type !== "pending" || payment.checkoutRequestID !== push.running.id) return push;
  const startedAt = Math.min(push.running.startedAt, now - payment.age * 1000);
  return { ...push, running: { ...push.running, startedAt } };
}

function again(push: Push): Push {
  const running = watched(push)?.running;
  return { type: "idle", again: true, ...(running ? { earlier: running } : {}) };
}

function answered(push: Push, running: Running, answer: PushStatus): Push {
  if (answer.refund) return { type: "returned", running, message: answer.ResultDesc };
  if (answer.status === "paid") return { type: "paid", running };
  if (answer.status === "failed") {
    const { ResultCode: code } = answer;
    if (push.type === "failed" && push.code === code) return push;
    if (push.type !== "idle") return { type: "failed", running, code };
    // the form is open again: how the earlier prompt failed is no news
    const { earlier: _, ...form } = push;
    return mayStillBePaid(code) ? { ...form, earlier: { ...running, ended: true } } : form;
  }
  if (answer.held && push.type !== "idle") return { type: "held", running };
  if (push.type === "over" && answer.code !== undefined) return timeOver(running, answer.code);
  return push.type === "pending" ? waiting(push, answer) : push;
}
