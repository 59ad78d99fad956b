import type { z } from "zod";
import type { Shut } from "../ordering/checkout/checkout-status.ts";
import type { currentPayment, stkQuery } from "./contract.ts";
import type { Failure } from "./failure.ts";
import { COUNTDOWN, PAYMENT_TEXTS, POLL_ERRORS_MAX, POLL_EVERY, SEEN_BARS } from "./rules.ts";
import { mayStillBePaid } from "./status/advice.ts";

/** A payment of this account that is under way, or just over. */
export type CurrentPayment = NonNullable<z.output<typeof currentPayment.answer>["payment"]>;

/** Whether a prompt is for the checkout of the order in this tab, and for just its goods; a checkout id is one per browser. */
type Purpose = Pick<CurrentPayment, "sameCheckout" | "sameGoods">;

/** A prompt M-Pesa has accepted. `startedAt` in milliseconds of performance.now(), `amount` in KES. */
export type Prompt = {
  id: string;
  startedAt: number;
  amount: number;
  phone?: string | undefined;
  /** M-Pesa says that it has ended, but its money may still come. */
  ended?: true;
} & Purpose;

/** A payment that the card page calls paid: only a hint to our server, which asks the provider itself. */
export type PaidByCard = {
  txRef: string;
  transactionId?: string | number | undefined;
  flwRef?: string | undefined;
  response?: string | undefined;
  /** What the card page says of the card, or else of its payer (specification §3). */
  paidWith?: { last4: string; brand: string } | { phone_number: string } | undefined;
};

/** What Pay or Check again is doing; until it has ended, a second tap does nothing. */
export type Step = "opening" | "open" | "placing" | "checking";

type Form = {
  step?: Step | undefined;
  /** Why the last try failed. */
  failure?: Failure | undefined;
  /** A prompt that is still asked about. */
  earlier?: Prompt | undefined;
  /** Shown after Try Again. */
  again?: true;
  /** It could not be found out whether a payment is under way. */
  unasked?: true;
  /** The card page was opened for this order before. */
  started?: boolean;
  /** An earlier prompt may still be paid. */
  late?: boolean | undefined;
  codeRefused?: string | undefined;
};

/** How a payment stands on its page (specification §4), whichever way it is paid. */
export type Payment =
  | { type: "looking" }
  | ({ type: "idle" } & Form)
  /** A prompt is on the phone. `code`: the last code of M-Pesa, where it is in no list. */
  | { type: "pending"; prompt: Prompt; errors: number; code?: string }
  /** A card payment was begun in another tab, and this tab carries no order. */
  | { type: "waiting"; amount: number }
  /** No result came in time, and it is still asked about. */
  | { type: "over"; prompt: Prompt; reason: "timeout" | "unverifiable" }
  /** Money came and does not fit: staff look into it, and the page keeps asking. */
  | { type: "held"; prompt: Prompt }
  | { type: "failed"; prompt: Prompt; code: string | null }
  /** The card page says that it is paid, and the provider has not confirmed that yet. */
  | { type: "confirming"; paid: PaidByCard }
  /** `paid`: a prompt's money is here. `unplaced`: a card's is, and its order was refused. */
  | { type: "paid"; prompt: Prompt }
  | { type: "unplaced"; paid: PaidByCard; message: string; signedOut: boolean; step?: Step }
  | { type: "placed"; orderId: string | undefined }
  /** It was found finished. `isOther`: the shopper has come with another order. */
  | { type: "finished"; orderId: string | undefined; isOther: boolean }
  /** It is paid, and the money is refunded: `message` says why. */
  | { type: "returned"; message: string; isOther: boolean }
  /** Another payment for this checkout is under way, or has been made. */
  | { type: "shut"; shut: Shut }
  | { type: "signed-out" };

/** What the server and this tab know of a payment: after a reload, Back, or in another tab. */
export type Known = {
  current?: CurrentPayment | null | undefined;
  /** The total of the order carried here, in KES; undefined where none is. */
  amount?: number | undefined;
  /** The payment is for the order carried here. */
  isOwn?: boolean;
  shut?: Shut | undefined;
  late?: boolean | undefined;
  /** Why an order by a typed code would be refused now. */
  codeRefused?: string | undefined;
  /** The checkout has its order already: which, where it is paid. */
  placed?: { orderId: string | undefined };
  /** The card page called it paid before the reload. */
  paid?: PaidByCard | undefined;
};

/** What /token/query says of a prompt. */
type PromptStatus = z.output<typeof stkQuery.answer>["data"];

export type PaymentEvent =
  /** `during`: the state in which it was asked; `now` by performance.now(). */
  | { type: "found"; during: Payment["type"]; known: Known; now: number }
  | { type: "unasked" }
  /** Pay or Check again was tapped. */
  | { type: "begin" }
  | { type: "step"; step: Step }
  /** How it ended. */
  | { type: "ended"; as: Payment }
  | { type: "answered"; id: string; answer: PromptStatus }
  | { type: "erred" | "time-over" | "signed-out"; id: string }
  /** The form is wanted: Try Again, another number, a new order. */
  | { type: "again" };

/** Seconds between two questions once the countdown is over, and while a card payment's end is awaited. */
const QUIET_EVERY = 15;
const AWAITED_EVERY = 5;
/** How many times in a row M-Pesa must give an unlisted code before the page takes it for a no. */
const CODE_TIMES = 3;

/** Nobody knows whether M-Pesa took this request: its id is the shop's own (push.server.ts). */
export function isUnsure({ id }: Prompt): boolean {
  return id.startsWith("ATT-");
}

export function isBusy(payment: Payment): boolean {
  return "step" in payment && payment.step !== undefined;
}

/** What is polled in a payment's state: its prompt, its order, or all; `every` so many seconds, else ever less often. */
type Question =
  | { of: "prompt"; prompt: Prompt; every: number }
  | { of: "order"; every: number }
  | { of: "all"; every?: number };

export function questionOf(payment: Payment): Question | undefined {
  switch (payment.type) {
    case "pending":
      return { of: "prompt", prompt: payment.prompt, every: POLL_EVERY };
    case "confirming":
      return { of: "order", every: AWAITED_EVERY };
    case "waiting":
      return { of: "all", every: AWAITED_EVERY };
    case "shut":
      return payment.shut.status === "ordered" ? undefined : { of: "all" };
    default: {
      const prompt = payment.type === "idle" ? payment.earlier : stillOpen(payment);
      return prompt && { of: "prompt", prompt, every: QUIET_EVERY };
    }
  }
}

/** Whether it pays for exactly the order in this tab, which is placed once it is paid. */
export function isOwn({ sameCheckout, sameGoods }: Purpose): boolean {
  return sameCheckout === true && sameGoods === true;
}

/** Whether it blocks the order in this tab once its money is seen, as on the server (active-payments.server.ts). */
export function barsHere({ sameCheckout, sameGoods }: Purpose): boolean {
  return sameCheckout === true || sameGoods === true;
}

/**
 * Whether a payment found when the page opens is shown where an order is carried. A paid one is shown for its own checkout only;
 * held money of another order does not hide this order's form.
 */
export function countsHere(payment: CurrentPayment): boolean {
  if (payment.status === "paid") return payment.sameCheckout === true;
  return !payment.held || (barsHere(payment) && payment.age < SEEN_BARS);
}

/** What an event makes of a payment; an answer that comes too late for its question changes nothing. */
export function nextPayment(payment: Payment, event: PaymentEvent): Payment {
  switch (event.type) {
    case "found":
      return event.during === payment.type && !isBusy(payment)
        ? found(payment, event.known, event.now)
        : payment;
    case "unasked":
      return payment.type === "looking" ? { type: "idle", unasked: true } : payment;
    case "begin":
      if (payment.type === "idle") return { ...payment, failure: undefined, step: "opening" };
      return payment.type === "unplaced" ? { ...payment, step: "checking" } : payment;
    case "step":
      return payment.type === "idle" && isBusy(payment) ? { ...payment, step: event.step } : payment;
    case "again":
      return { type: "idle", again: true, earlier: promptOf(payment) };
    case "ended":
      return isBusy(payment) || payment.type === "confirming" ? ended(payment, event.as) : payment;
    default: {
      const prompt = promptOf(payment);
      return prompt?.id === event.id ? askedAbout(payment, prompt, event) : payment;
    }
  }
}

function promptOf(payment: Payment): Prompt | undefined {
  const question = questionOf(payment);
  return question?.of === "prompt" ? question.prompt : undefined;
}

function stillOpen(payment: Payment): Prompt | undefined {
  if (payment.type === "over" || payment.type === "held") return payment.prompt;
  return payment.type === "failed" && mayStillBePaid(payment.code) ? payment.prompt : undefined;
}

function found(payment: Payment, known: Known, now: number): Payment {
  const { current, amount, shut, paid, late, codeRefused } = known;
  if (payment.type === "pending") return aged(payment, current, now);
  if (current?.status === "paid" && (current.refund || current.orderId)) {
    const isOther = amount !== undefined && !known.isOwn;
    return current.refund
      ? { type: "returned", message: current.resultDesc ?? PAYMENT_TEXTS.moneyBack, isOther }
      : { type: "finished", orderId: current.orderId, isOther };
  }
  if (known.placed) return { type: "finished", isOther: false, ...known.placed };
  // the card page said so before the reload: never a second charge
  if (paid) return { type: "confirming", paid };
  if (current?.method === "mpesa") return foundPrompt(payment, current, now);
  const isPending = current?.status === "pending";
  if (isPending && amount === undefined) return { type: "waiting", amount: current.amount };
  if (shut) return { type: "shut", shut };
  return formAfter(payment, { started: isPending && current.amount === amount, late, codeRefused });
}

function foundPrompt(payment: Payment, current: CurrentPayment, now: number): Payment {
  const { checkoutRequestID: id, amount, phone, age, sameCheckout, sameGoods } = current;
  const prompt = { id, startedAt: now - age * 1000, amount, phone, sameCheckout, sameGoods };
  if (current.status === "failed") {
    // who entered the PIN must not pay for the same a second time
    const isLate = barsHere(current) && mayStillBePaid(current.resultCode);
    return formAfter(payment, isLate ? { earlier: { ...prompt, ended: true } } : {});
  }
  if (current.status === "paid") return { type: "paid", prompt };
  if (current.held) return { type: "held", prompt };
  return age >= COUNTDOWN ? timeOver(prompt, current.code) : pending(prompt, current);
}

/** The form; one that asks about an earlier prompt already stays as it is. */
function formAfter(payment: Payment, form: Form): Payment {
  if (payment.type !== "idle") return { type: "idle", ...form };
  return payment.earlier ? payment : { type: "idle", failure: payment.failure, ...form };
}

function timeOver(prompt: Prompt, code: string | undefined): Payment {
  return code === undefined ? { type: "over", prompt, reason: "timeout" } : { type: "failed", prompt, code };
}

/** Stays pending with the unlisted code, until M-Pesa has given it often enough. */
function pending(prompt: Prompt, { code, codeTimes = 0 }: Pick<PromptStatus, "code" | "codeTimes">): Payment {
  if (code !== undefined && codeTimes >= CODE_TIMES) return { type: "failed", prompt, code };
  return { type: "pending", prompt, errors: 0, ...(code !== undefined && { code }) };
}

/** After sleep the page's own clock may be behind: the server's age of the prompt moves it on, never back. */
function aged(payment: Payment & { type: "pending" }, current: Known["current"], now: number): Payment {
  const { prompt } = payment;
  if (current?.checkoutRequestID !== prompt.id) return payment;
  const startedAt = Math.min(prompt.startedAt, now - current.age * 1000);
  return { ...payment, prompt: { ...prompt, startedAt } };
}

function askedAbout(payment: Payment, prompt: Prompt, event: PaymentEvent & { id: string }): Payment {
  if (event.type === "answered") return answered(payment, prompt, event.answer);
  if (event.type === "signed-out") return { type: "signed-out" };
  if (payment.type !== "pending") return payment;
  if (event.type === "time-over") return timeOver(prompt, payment.code);
  const errors = payment.errors + 1;
  return errors < POLL_ERRORS_MAX ? { ...payment, errors } : { type: "over", prompt, reason: "unverifiable" };
}

function answered(payment: Payment, prompt: Prompt, answer: PromptStatus): Payment {
  if (answer.refund) return { type: "returned", message: answer.ResultDesc, isOther: !isOwn(prompt) };
  if (answer.status === "paid") return { type: "paid", prompt };
  if (answer.status === "failed") {
    const { ResultCode: code } = answer;
    if (payment.type === "failed" && payment.code === code) return payment;
    if (payment.type !== "idle") return { type: "failed", prompt, code };
    // the form is open again, so how the earlier prompt failed is not shown
    return { ...payment, earlier: mayStillBePaid(code) ? { ...prompt, ended: true } : undefined };
  }
  if (answer.held && payment.type !== "idle") return { type: "held", prompt };
  if (payment.type === "over" && answer.code !== undefined) return timeOver(prompt, answer.code);
  return payment.type === "pending" ? pending(prompt, answer) : payment;
}

function ended(payment: Payment, as: Payment): Payment {
  if (as.type !== "idle" || payment.type !== "idle") return as;
  const { again, earlier } = payment;
  return { again, earlier, ...as };
}
