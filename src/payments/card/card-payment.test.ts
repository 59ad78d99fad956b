import { expect, test } from "vitest";
import {
  type CurrentPayment,
  isBusy,
  type Known,
  nextPayment,
  type Payment,
  type PaymentEvent,
  questionOf,
} from "../payment.ts";
import { PAYMENT_TEXTS } from "../rules.ts";

const current: CurrentPayment = {
  method: "flutterwave",
  checkoutRequestID: "ATT-01K",
  tx_ref: "SAUTI-01K",
  amount: 1501,
  age: 20,
  resultCode: null,
  status: "pending",
};
const done = { ...current, status: "paid", orderId: "01K" } as const;
const paid = { txRef: "SAUTI-01K" };
const shut = { status: "confirming", method: "mpesa", amount: 1501 } as const;
const failure = { next: "cancelled", message: PAYMENT_TEXTS.cardCancelled } as const;
const looking: Payment = { type: "looking" };
const form: Payment = { type: "idle", started: false };
const paying: Payment = { ...form, step: "opening" };
const unplaced: Payment = { type: "unplaced", paid, message: "No", signedOut: false };
const finished: Payment = { type: "finished", orderId: "01K", isOther: true };
/** How Pay or Check again may end. */
const ENDS: Payment[] = [
  { type: "shut", shut },
  { type: "idle", failure, started: true },
  { type: "confirming", paid },
  { ...unplaced, signedOut: true },
  { type: "placed", orderId: "01K" },
  { type: "returned", message: PAYMENT_TEXTS.moneyBack, isOther: false },
];

/** What is found for an order of Ksh 1,501, asked in this state. */
const found = (known: Known = {}, during: Payment["type"] = "looking"): PaymentEvent => ({
  type: "found",
  during,
  known: { amount: 1501, ...known },
  now: 0,
});
const ended = (as: Payment): PaymentEvent => ({ type: "ended", as });
const after = (start: Payment, ...events: PaymentEvent[]) => events.reduce(nextPayment, start);

test("where nothing is known the form is shown", () => {
  expect(after(looking, found())).toEqual(form);
  expect(after(looking, found({ late: true }))).toEqual({ ...form, late: true });
  expect(after(looking, found({ shut }))).toEqual({ type: "shut", shut });
  expect(after(looking, found({ amount: undefined }))).toEqual(form);
});

test("a payment under way is named on the form of the same total, and waited for without an order", () => {
  expect(after(looking, found({ current }))).toEqual({ ...form, started: true });
  expect(after(looking, found({ current, amount: 1502 }))).toEqual(form);
  expect(after(looking, found({ current, shut }))).toEqual({ type: "shut", shut });
  expect(after(looking, found({ current, amount: undefined }))).toEqual({ type: "waiting", amount: 1501 });
  const failed = { ...current, status: "failed" } as const;
  expect(after(looking, found({ current: failed }))).toEqual(form);
  expect(after(looking, found({ current: failed, amount: undefined }))).toEqual(form);
});

test("a payment that has its order is shown", () => {
  expect(after(looking, found({ current: done, isOwn: true }))).toEqual({ ...finished, isOther: false });
  expect(after(looking, found({ current: done }))).toEqual(finished);
  expect(after(looking, found({ current: done, amount: undefined }))).toEqual({
    ...finished,
    isOther: false,
  });
  // paid, and no order yet: nothing to show
  expect(after(looking, found({ current: { ...current, status: "paid" } }))).toEqual(form);
});

test("money that goes back is no success, and says why", () => {
  const back = { ...done, refund: true } as const;
  const message = PAYMENT_TEXTS.soldOut;
  expect(after(looking, found({ current: { ...back, resultDesc: message }, isOwn: true }))).toEqual({
    type: "returned",
    message,
    isOther: false,
  });
  expect(after(looking, found({ current: back }))).toEqual({
    type: "returned",
    message: PAYMENT_TEXTS.moneyBack,
    isOther: true,
  });
});

test("what the checkout page called paid before a reload is confirmed, never charged again", () => {
  for (const known of [{}, { shut }, { current }, { amount: undefined }])
    expect(after(looking, found({ paid, ...known }))).toEqual({ type: "confirming", paid });
  // our own tables know more
  expect(after(looking, found({ paid, current: done })).type).toBe("finished");
});

test("a checkout that has its order shows it once it is paid, or else the orders", () => {
  const placed = (orderId: string | undefined, known: Known = {}) =>
    after(looking, found({ amount: undefined, placed: { orderId }, ...known }));
  expect(placed("01K")).toEqual({ ...finished, isOther: false });
  expect(placed(undefined)).toEqual({ type: "finished", orderId: undefined, isOther: false });
  expect(placed("01K", { current: { ...current, status: "paid", refund: true } })).toMatchObject({
    type: "returned",
    message: PAYMENT_TEXTS.moneyBack,
  });
});

test("Pay takes an earlier failure away, says what it does, and ends where the payment does", () => {
  const opened = after({ ...form, late: true, failure }, { type: "begin" });
  expect(opened).toEqual({ ...paying, late: true });
  expect(isBusy(opened)).toBe(true);
  const steps = (["open", "placing", "checking"] as const).map((step) =>
    nextPayment(opened, { type: "step", step }),
  );
  expect(steps).toMatchObject([{ step: "open" }, { step: "placing" }, { step: "checking" }]);
  expect(ENDS.map((as) => nextPayment(paying, ended(as)))).toEqual(ENDS);
});

test("what is paid is asked for again until it has its order", () => {
  const confirming: Payment = { type: "confirming", paid };
  expect(questionOf(confirming)).toEqual({ of: "order", every: 5 });
  expect(questionOf({ type: "waiting", amount: 1501 })).toEqual({ of: "all", every: 5 });
  expect([looking, form, unplaced, finished].map(questionOf)).toEqual(Array(4).fill(undefined));
  expect(after(confirming, { type: "begin" }, ended(confirming))).toEqual(confirming);
  const placed: Payment = { type: "placed", orderId: "01K" };
  expect(after(confirming, ended(placed))).toEqual(placed);
  const checking = after(unplaced, { type: "begin" });
  expect(checking).toEqual({ ...unplaced, step: "checking" });
  expect(ENDS.map((as) => nextPayment(checking, ended(as)))).toEqual(ENDS);
  const waiting: Payment = { type: "waiting", amount: 1501 };
  expect(after(waiting, found({ current: done, amount: undefined }, "waiting")).type).toBe("finished");
});

test("a shopper who has come with another order gets the form", () => {
  expect(after(finished, { type: "again" })).toMatchObject({ type: "idle" });
});

test("a page looked at again bars the form while another payment is under way, and opens it after", () => {
  const barred = after(form, found({ shut }, "idle"));
  expect(barred).toEqual({ type: "shut", shut });
  const ordered = { status: "ordered", orderId: "01K", paid: true } as const;
  expect(after(barred, found({ shut: ordered }, "shut"))).toEqual({ type: "shut", shut: ordered });
  expect(after(barred, found({}, "shut"))).toEqual(form);
  expect([barred, { type: "shut", shut: ordered } as const].map(questionOf)).toEqual([
    { of: "all" },
    undefined,
  ]);
});

test("no answer to an earlier question undoes Pay, or what came of it", () => {
  for (const since of [paying, after(paying, { type: "step", step: "open" }), unplaced, ...ENDS])
    for (const late of [found(), found({ shut }), found({ current: done })])
      expect(nextPayment(since, late)).toBe(since);
  expect(nextPayment(paying, found({ shut }, "idle"))).toBe(paying);
});

test("an answer to Pay changes nothing where nothing was asked for", () => {
  for (const payment of [looking, form, unplaced, finished])
    for (const event of [...ENDS.map(ended), { type: "step", step: "open" } as const])
      expect(nextPayment(payment, event)).toBe(payment);
});
