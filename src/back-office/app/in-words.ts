import { CHOICES } from "../../ordering/methods.ts";
import type { State, StateEvent } from "../../payments/core/state.ts";
import type { TransactionState } from "../../payments/transactions/rules.ts";

// What staff read where the tables hold a name: the counter speaks as people do.

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

/** Of sums that came. */
const MONEY_STATES = {
  unallocated: "Without an order",
  paid: "Paid an order",
  refunding: "Being refunded",
  refunded: "Refunded",
  closed: "Closed",
} satisfies Record<TransactionState, string>;

const EXCEPTIONS: Record<string, string> = {
  attempt: "Paid or not?",
  contradiction: "Two messages disagree",
  dispute: "Trouble with a card payment",
  message: "A message that the shop could not use",
};

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

/** Actions of the audit log. */
const ACTIONS: Record<string, string> = {
  "code.ask-again": "asked for the code again",
  "code.confirm": "confirmed a code",
  "code.reject": "rejected a code",
  "coupon.add": "added a coupon",
  "coupon.edit": "changed a coupon",
  "goods.import": "imported goods",
  "goods.undo-import": "undid an import",
  "mail.drop": "dropped a mail",
  "mail.send": "sent a mail that was held",
  "order.address": "changed the address",
  "order.cancel": "cancelled",
  "order.edit": "changed the goods",
  "order.note": "wrote a note",
  "order.step": "moved on",
  "order.undo": "took a step back",
  "exception.again": "tried a message again",
  "exception.close": "closed a matter",
  "payment.accept": "accepted as paid",
  "payment.allocate": "let money pay an order",
  "payment.check": "looked up",
  "payment.close": "closed a payment",
  "payment.refund": "began a refund",
  "payment.refunded": "marked as refunded",
  "refund.check": "asked how a refund went",
  "refund.repeat": "sent a refund again",
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
/** How far an attempt to pay is. */
export const sayAttempt = say(STATES);
/** Who moved the money. */
export const sayProvider = say({ mpesa: "M-Pesa", card: "Card" });
/** Where a sum is. */
export const sayMoney = say(MONEY_STATES);
/** What an exception is. */
export const sayException = say(EXCEPTIONS);
/** How far a refund is. */
export const sayRefund = say(REFUNDS);
/** What happened to a payment. */
export const sayPaymentEvent = say(EVENTS);
/** What somebody of the shop did. */
export const sayAction = say(ACTIONS);
