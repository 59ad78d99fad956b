import { expect, test } from "vitest";
import type { CurrentPayment } from "../ask-current-payment.ts";
import { PAYMENT_TEXTS } from "../rules.ts";
import {
  type CardEvent,
  type CardOutcome,
  type CardPayment,
  type FoundPayment,
  isAwaited,
  isBusy,
  nextCard,
} from "./card-state.ts";

const payment: CurrentPayment = {
  method: "flutterwave",
  checkoutRequestID: "ATT-01K",
  tx_ref: "SAUTI-01K",
  amount: 1501,
  age: 20,
  resultCode: null,
  status: "pending",
};
const paid = { txRef: "SAUTI-01K" };
const shut = { status: "confirming", method: "mpesa", amount: 1501 } as const;
const fault = { next: "cancelled", message: PAYMENT_TEXTS.cardCancelled } as const;
const looking: CardPayment = { type: "looking" };
const form: CardPayment = { type: "form", started: false, late: false };
const paying: CardPayment = { ...form, fault: undefined, step: "opening" };
const unplaced: CardPayment = { type: "unplaced", paid, message: "No", signedOut: false };
const finished: CardPayment = { type: "finished", orderId: "01K", isOther: true };

/** What is found for an order of Ksh 1,501 when nothing is known of a payment. */
const found = (change: Partial<FoundPayment> = {}): CardEvent => ({
  type: "found",
  payment: undefined,
  amount: 1501,
  shut: undefined,
  late: false,
  isOurs: false,
  isOwn: false,
  paid: undefined,
  ...change,
});
const OUTCOMES: CardOutcome[] = [
  { type: "barred", shut },
  { type: "not-paid", fault, started: true },
  { type: "confirming", paid },
  { type: "unplaced", paid, message: "No", signedOut: true },
  { type: "placed", orderId: "01K" },
  { type: "returned", message: undefined },
];
const after = (start: CardPayment, ...events: CardEvent[]) => events.reduce(nextCard, start);

test("where nothing is known the form is shown, and the cart without an order", () => {
  expect(after(looking, found())).toEqual(form);
  expect(after(looking, found({ late: true }))).toEqual({ ...form, late: true });
  expect(after(looking, found({ shut }))).toEqual({ type: "not-payable", shut });
  expect(after(looking, found({ amount: undefined }))).toEqual({ type: "elsewhere", to: "/cart" });
});

test("a payment under way is named on the form of the same total, and waited for without an order", () => {
  expect(after(looking, found({ payment }))).toEqual({ ...form, started: true });
  expect(after(looking, found({ payment, amount: 1502 }))).toEqual(form);
  expect(after(looking, found({ payment, shut }))).toEqual({ type: "not-payable", shut });
  expect(after(looking, found({ payment, amount: undefined }))).toEqual({ type: "waiting", payment });
  const failed = { ...payment, status: "failed" } as const;
  expect(after(looking, found({ payment: failed }))).toEqual(form);
  expect(after(looking, found({ payment: failed, amount: undefined })).type).toBe("elsewhere");
});

test("a payment that has its order is shown, where this tab began it or carries the same total, or nothing", () => {
  const done = { ...payment, status: "paid", orderId: "01K" } as const;
  const shown = (change: Partial<FoundPayment>) => after(looking, found({ payment: done, ...change }));
  expect(shown({ isOurs: true, isOwn: true })).toEqual({ ...finished, isOther: false });
  // the cart may have changed in the same checkout since
  expect(shown({ isOurs: true, amount: 1502 })).toEqual(finished);
  expect(shown({})).toEqual(finished);
  expect(shown({ amount: 1502 })).toEqual(form);
  expect(shown({ amount: undefined })).toEqual({ ...finished, isOther: false });
  // paid, and no order yet: nothing to show
  expect(after(looking, found({ payment: { ...payment, status: "paid" } }))).toEqual(form);
});

test("money that goes back is no success, and says why", () => {
  const back = { ...payment, status: "paid", orderId: "01K", refund: true } as const;
  const returned = (change: Partial<CurrentPayment>, whose: Partial<FoundPayment>) =>
    after(looking, found({ payment: { ...back, ...change }, ...whose }));
  expect(returned({ resultDesc: PAYMENT_TEXTS.soldOut }, { isOurs: true, isOwn: true })).toEqual({
    type: "returned",
    message: PAYMENT_TEXTS.soldOut,
    isOther: false,
  });
  expect(returned({}, {})).toEqual({ type: "returned", message: PAYMENT_TEXTS.moneyBack, isOther: true });
  expect(returned({}, { amount: 1502 })).toEqual(form);
  expect(after(paying, { type: "returned", message: PAYMENT_TEXTS.soldOut })).toEqual({
    type: "returned",
    message: PAYMENT_TEXTS.soldOut,
    isOther: false,
  });
});

test("what the checkout page called paid before a reload is confirmed, never charged again", () => {
  for (const change of [{}, { shut }, { payment }, { amount: undefined }])
    expect(after(looking, found({ paid, ...change }))).toEqual({ type: "confirming", paid });
  // our own tables know more
  const done = { ...payment, status: "paid", orderId: "01K" } as const;
  expect(after(looking, found({ paid, payment: done })).type).toBe("finished");
});

test("a checkout that has its order shows it once it is paid, or else the orders", () => {
  const placed = (orderId: string | undefined, known?: CurrentPayment) =>
    after(looking, { type: "found-placed", orderId, payment: known });
  expect(placed("01K")).toEqual({ ...finished, isOther: false });
  expect(placed(undefined)).toEqual({ type: "elsewhere", to: "/orders" });
  expect(placed("01K", { ...payment, status: "paid", refund: true })).toEqual({
    type: "returned",
    message: PAYMENT_TEXTS.moneyBack,
    isOther: false,
  });
});

test("Pay takes an earlier fault away, says what it does, and ends where the payment does", () => {
  const opened = after({ ...form, late: true, fault }, { type: "pay" });
  expect(opened).toEqual({ ...paying, late: true });
  expect(isBusy(opened)).toBe(true);
  const steps = (["open", "placing", "checking"] as const).map((step) =>
    nextCard(opened, { type: "step", step }),
  );
  expect(steps).toMatchObject([{ step: "open" }, { step: "placing" }, { step: "checking" }]);
  expect(OUTCOMES.map((outcome) => nextCard(paying, outcome))).toEqual([
    { type: "not-payable", shut },
    { type: "form", started: true, fault },
    { type: "confirming", paid },
    { type: "unplaced", paid, message: "No", signedOut: true },
    { type: "placed", orderId: "01K" },
    { type: "returned", message: PAYMENT_TEXTS.moneyBack, isOther: false },
  ]);
});

test("what is paid is asked for again until it has its order", () => {
  expect(
    [{ type: "confirming", paid } as const, { type: "waiting", payment } as const].map(isAwaited),
  ).toEqual([true, true]);
  expect([looking, form, unplaced, finished].map(isAwaited)).toEqual(Array(4).fill(false));
  const confirming = after(paying, { type: "confirming", paid });
  expect(after(confirming, { type: "check-again" }, { type: "confirming", paid })).toEqual(confirming);
  expect(after(confirming, { type: "placed", orderId: "01K" })).toEqual({ type: "placed", orderId: "01K" });
  const checking = after(unplaced, { type: "check-again" });
  expect(checking).toEqual({ ...unplaced, step: "checking" });
  expect(OUTCOMES.map((outcome) => nextCard(checking, outcome).type)).toEqual(
    OUTCOMES.map((outcome) => nextCard(paying, outcome).type),
  );
  const done = { ...payment, status: "paid", orderId: "01K" } as const;
  expect(after({ type: "waiting", payment }, found({ payment: done, amount: undefined })).type).toBe(
    "finished",
  );
});

test("a shopper who has come with another order gets the form", () => {
  expect(after(finished, { type: "start-new" })).toEqual({ type: "form" });
  const returned: CardPayment = { type: "returned", message: PAYMENT_TEXTS.moneyBack, isOther: true };
  expect(after(returned, { type: "start-new" })).toEqual({ type: "form" });
  expect(after(paying, { type: "start-new" })).toEqual(paying);
});

test("a page looked at again bars the form while another payment is under way, and opens it after", () => {
  const barred = after(form, { type: "looked", shut, during: form });
  expect(barred).toEqual({ type: "not-payable", shut });
  expect(after(form, { type: "looked", shut: undefined, during: form })).toBe(form);
  const ordered = { status: "ordered", orderId: "01K", paid: true } as const;
  expect(nextCard(barred, { type: "looked", shut: ordered, during: barred })).toEqual({
    type: "not-payable",
    shut: ordered,
  });
  expect(after(barred, found())).toEqual(form);
  for (const card of [looking, unplaced, finished])
    expect(nextCard(card, { type: "looked", shut, during: card })).toBe(card);
});

test("no answer to an earlier question undoes Pay, or what came of it", () => {
  const ends = OUTCOMES.map((outcome) => nextCard(paying, outcome));
  for (const since of [paying, after(paying, { type: "step", step: "open" }), ...ends])
    expect(nextCard(since, { type: "looked", shut, during: form })).toBe(since);
  // only a page that asks for nothing, or waits for another payment, is for what is found to change
  const done = { ...payment, status: "paid", orderId: "01K" } as const;
  const kept = ends.filter(({ type }) => type !== "not-payable");
  for (const since of [form, paying, finished, ...kept])
    for (const late of [found(), found({ shut }), found({ payment: done })])
      expect(nextCard(since, late)).toBe(since);
  expect(after(finished, { type: "start-new" }, found({ payment: done }))).toEqual({ type: "form" });
});

test("an answer to Pay changes nothing where nothing was asked for", () => {
  for (const card of [looking, form, unplaced, finished])
    for (const event of [...OUTCOMES, { type: "step", step: "open" } as const])
      expect(nextCard(card, event)).toBe(card);
});
