import { CHOICES } from "../../ordering/methods.ts";
import type { State, StateEvent } from "../../payments/core/state.ts";

// Plain words for staff in place of the names that the tables hold.

const METHODS: Record<string, string> = Object.fromEntries(
  Object.entries(CHOICES).map(([method, { name }]) => [method, name]),
);

/** Of attempts to pay (docs/payments.md, "States"). */
const STATES = {
  created: "Begun",
  submitting: "Being asked for",
  pending: "Waiting for the money",
  rejected: "Never asked for",
  submit_unknown: "May have been asked for",
  failed: "Not paid",
  expired_unknown: "Nothing was heard",
  paid_held: "Money is here, held",
  paid: "Paid",
  needs_review: "Needs you",
} satisfies Record<State, string>;

const REFUNDS: Record<string, string> = {
  due: "not sent yet",
  asking: "being looked up",
  asked: "being looked up",
  sending: "being sent",
  sent: "sent, no answer yet",
  unknown: "perhaps done: nobody could say",
  done: "done",
  failed: "failed",
};

const EVENTS = {
  submit: "Asked for",
  reject: "Refused before it was asked for",
  lose_answer: "Its answer was lost",
  ask: "Looked up",
  acknowledge: "The request arrived",
  fail: "Not paid",
  hold: "Money held",
  expire: "Nothing was heard",
  review: "Left for you",
  reopen: "Looked up anew",
  retype: "Code typed again",
  complete: "Paid",
  close: "Closed",
  begin: "Begun",
} satisfies Record<StateEvent | "begin", string>;

/** The words for a name; one that has none is said as it is, with spaces. */
export const say = (words: Record<string, string>) => (name: string) =>
  words[name] ?? name.replaceAll(/[-_.]/g, " ");

/** A way to pay, as shoppers know it. */
export const sayMethod = say(METHODS);
/** How far an attempt to pay is. */
export const sayAttempt = say(STATES);
/** How far a refund is. */
export const sayRefund = say(REFUNDS);
/** What happened to a payment. */
export const sayPaymentEvent = say(EVENTS);
