import { CHOICES } from "../../ordering/methods.ts";
import type { PaymentEvent, State } from "../../payments/core/state.ts";

// What staff read where the tables hold a name: the counter speaks as people do.

const METHODS: Record<string, string> = Object.fromEntries(
  Object.entries(CHOICES).map(([method, { name }]) => [method, name]),
);

/** Of payments (docs/payments.md, "States"), and of money recorded beside them. */
const STATES = {
  created: "Begun",
  submitting: "Being asked for",
  pending: "Waiting for the money",
  rejected: "Never asked for",
  submit_unknown: "May have been asked for",
  failed: "Not paid",
  expired_unknown: "Nothing was heard",
  paid_held: "Money is here, held",
  ordered: "Paid",
  refund_pending: "Refund due",
  refunded: "Refunded",
  refund_failed: "Refund failed",
  needs_review: "Needs you",
  open: "Waiting for you",
  closed: "Closed",
} satisfies Record<State | "open" | "closed", string>;

const KINDS: Record<string, string> = {
  payment: "Payment",
  refund: "Refund",
  till_money: "Money at the till",
  second_charge: "Second charge",
  unmatched_money: "Money that fits no payment",
  refunded_twice: "Perhaps refunded twice",
  contradiction: "Contradiction",
  message: "Message that cannot be read",
};

const REFUNDS: Record<string, string> = {
  due: "due",
  asking: "being looked up",
  asked: "being looked up",
  sending: "on its way to the provider",
  sent: "with the provider",
  unknown: "perhaps done: nobody could say",
  done: "done",
  failed: "failed",
};

const EVENTS = {
  submit: "Asked for",
  reject: "Refused before it was asked for",
  lose_answer: "Its answer was lost",
  ask: "Looked up",
  acknowledge: "The provider knows it",
  fail: "Not paid",
  hold: "Money held",
  expire: "Nothing was heard",
  review: "Left for you",
  reopen: "Looked up anew",
  retype: "Code typed again",
  complete: "Paid",
  refund: "Refund due",
  fail_refund: "Refund failed",
  finish_refund: "Refunded",
  keep_part: "Part refunded, the rest kept",
  keep_rest: "Part refunded",
  close: "Closed",
  begin: "Begun",
} satisfies Record<PaymentEvent | "begin", string>;

/** Actions of the audit log. */
const ACTIONS: Record<string, string> = {
  "code.ask-again": "asked for the code again",
  "code.confirm": "confirmed a code",
  "code.reject": "rejected a code",
  "coupon.add": "added a coupon",
  "coupon.edit": "changed a coupon",
  "goods.import": "imported goods",
  "goods.undo-import": "undid an import",
  "order.address": "changed the address",
  "order.cancel": "cancelled",
  "order.edit": "changed the goods",
  "order.note": "wrote a note",
  "order.step": "moved on",
  "order.undo": "took a step back",
  "payment.accept": "accepted as paid",
  "payment.check": "looked up",
  "payment.close": "closed: no money came",
  "payment.refund": "began a refund",
  "payment.refunded": "marked as refunded",
  "person.add": "added a person",
  "person.change-password": "changed the password",
  "person.change-role": "changed the role",
  "person.disable": "shut out",
  "person.enable": "let in again",
  "person.end-session": "signed a device out",
  "person.reset": "made a new welcome link",
  "person.sign-in": "signed in",
  "person.use-recovery-code": "signed in by recovery code",
  "person.use-welcome-link": "opened the welcome link",
  "product.add": "added a product",
  "product.archive": "archived",
  "product.duplicate": "duplicated",
  "product.edit": "changed a product",
  "product.episodes": "changed its episodes",
  "product.hide": "hid from shoppers",
  "product.pictures": "changed its pictures",
  "product.show": "showed to shoppers",
  "review.hide": "hid a review",
  "review.show": "showed a review",
  "settings.change": "changed a setting",
  "shop.restore": "restored a backup",
  "stock.change": "changed the stock",
};

const say = (words: Record<string, string>) => (name: string) =>
  words[name] ?? name.replaceAll(/[-_.]/g, " ");

/** A way to pay, as shoppers know it. */
export const sayMethod = say(METHODS);
/** How far a payment is, or money beside payments. */
export const sayState = say(STATES);
/** What a row among the payments is. */
export const sayKind = say(KINDS);
/** How far a refund is. */
export const sayRefund = say(REFUNDS);
/** What happened to a payment. */
export const sayPaymentEvent = say(EVENTS);
/** What somebody of the shop did. */
export const sayAction = say(ACTIONS);
