import { expect, test } from "vitest";
import {
  barsHere,
  type CurrentPayment,
  countsHere,
  isOwn,
  nextPayment,
  type Payment,
  type PaymentEvent,
  type Prompt,
  questionOf,
} from "./payment.ts";

const prompt = { id: "ws_CO_1", startedAt: 5000, amount: 1501, phone: "254712345678" };
const payment: CurrentPayment = {
  method: "mpesa",
  checkoutRequestID: "ws_CO_1",
  amount: 1501,
  phone: "2547…678",
  age: 20,
  status: "pending",
  resultCode: null,
};
/** For the order carried; for its checkout, for its goods, for neither. */
const PURPOSES: Partial<CurrentPayment>[] = [
  { sameCheckout: true, sameGoods: true },
  { sameCheckout: true },
  { sameGoods: true },
  {},
];
const pending: Payment = { type: "pending", prompt, errors: 0 };
const standing = (
  status: "pending" | "paid" | "failed",
  ResultCode: string | null = null,
  more: object = {},
): Extract<PaymentEvent, { type: "answered" }> => ({
  type: "answered",
  id: "ws_CO_1",
  answer: { status, ResultCode, ResultDesc: "", ...more },
});
const erred: PaymentEvent = { type: "erred", id: "ws_CO_1" };
/** What the page of prompts finds, asked in this state. */
const foundPrompt = (
  current: CurrentPayment | null,
  now: number,
  during: Payment["type"] = "looking",
): PaymentEvent => ({
  type: "found",
  during,
  known: { current, isOwn: current !== null && isOwn(current) },
  now,
});
/** What a reload shows of this payment. */
const found = (change: Partial<CurrentPayment>) =>
  nextPayment({ type: "looking" }, foundPrompt({ ...payment, ...change }, 1000));
/** Pay has sent a prompt. */
const sent = (prompt: Prompt): PaymentEvent => ({
  type: "ended",
  as: { type: "pending", prompt, errors: 0 },
});
const after = (start: Payment, ...events: PaymentEvent[]) => events.reduce(nextPayment, start);

test("an accepted push is asked about every 3 s, and pending answers change nothing", () => {
  const push = after({ type: "idle" }, { type: "begin" }, sent(prompt), standing("pending"));
  expect(push).toEqual(pending);
  expect(questionOf(push)).toEqual({ of: "prompt", prompt, every: 3 });
});

/** Pending, and M-Pesa has said this code so many times in a row. */
const says = (code: string, codeTimes: number, more: object = {}) =>
  standing("pending", null, { code, codeTimes, ...more });
const timeOver: PaymentEvent = { type: "time-over", id: "ws_CO_1" };
const unknownCode = { type: "failed", prompt, code: "7777" } as const;

test("a code nobody knows is believed at the third time, and the page asks on", () => {
  const twice = after(pending, says("7777", 1), says("7777", 2));
  expect(twice.type).toBe("pending");
  const thrice = after(twice, says("7777", 3));
  expect(thrice).toEqual(unknownCode);
  expect(questionOf(thrice)).toEqual({ of: "prompt", prompt, every: 15 });
  expect(after(thrice, says("7777", 4), erred, standing("pending"))).toEqual(unknownCode);
  expect(after(thrice, standing("paid", "0"))).toEqual({ type: "paid", prompt });
  expect(after(thrice, standing("failed", "1032"))).toEqual({ type: "failed", prompt, code: "1032" });
  expect(after(thrice, { type: "again" })).toEqual({ type: "idle", again: true, earlier: prompt });
});

test("a code nobody knows, said once, is shown when the time is over; and when it is first said after that", () => {
  expect(after(pending, says("7777", 1), timeOver)).toEqual(unknownCode);
  expect(after(pending, timeOver, says("7777", 1))).toEqual(unknownCode);
  // another answer since: it does not stand any more
  expect(after(pending, says("7777", 1), standing("pending"), timeOver).type).toBe("over");
  // money that does not fit is more than a code
  expect(after(pending, says("7777", 9, { held: true })).type).toBe("held");
});

test("an unknown code is there again after a reload", () => {
  const code = "7777";
  expect(found({ code, codeTimes: 3 })).toMatchObject({ type: "failed", code });
  expect(found({ code, codeTimes: 1, age: 120 })).toMatchObject({ type: "failed", code });
  expect(after(found({ code, codeTimes: 1 }), timeOver)).toMatchObject({ type: "failed", code });
});

test("a prompt that went to another phone leaves the form open, and is asked about", () => {
  const failure = { next: "other-phone", message: "" } as const;
  const elsewhere: PaymentEvent = { type: "ended", as: { type: "idle", failure, earlier: prompt } };
  const form = after({ type: "idle", again: true }, { type: "begin" }, elsewhere);
  expect(form).toEqual({ type: "idle", again: true, earlier: prompt, failure });
  expect(questionOf(form)?.every).toBe(15);
  expect(after(form, standing("failed", "1032"))).toEqual({ type: "idle", again: true, failure });
  expect(after(form, standing("paid", "0"))).toEqual({ type: "paid", prompt });
});

test("15 errors in a row are too many; an answer in between resets the count", () => {
  const fourteen = Array<PaymentEvent>(14).fill(erred);
  expect(after(pending, ...fourteen)).toMatchObject({ type: "pending", errors: 14 });
  expect(after(pending, ...fourteen, standing("pending"), ...fourteen).type).toBe("pending");
  const lost = after(pending, ...fourteen, erred);
  expect(lost).toEqual({ type: "over", prompt, reason: "unverifiable" });
  expect(questionOf(lost)).toEqual({ of: "prompt", prompt, every: 15 });
});

test("after the countdown it asks every 15 s, and late money still turns it to success", () => {
  const over = after(pending, { type: "time-over", id: "ws_CO_1" });
  expect(over).toEqual({ type: "over", prompt, reason: "timeout" });
  expect(questionOf(over)?.every).toBe(15);
  expect(after(over, erred, standing("pending"))).toEqual(over);
  expect(after(over, standing("paid", "0"))).toEqual({ type: "paid", prompt });
  expect(after(over, standing("failed", "1032"))).toEqual({ type: "failed", prompt, code: "1032" });
});

test("a failed push is asked about only while its money may still come", () => {
  const cancelled = after(pending, standing("failed", "1032"));
  expect(cancelled).toEqual({ type: "failed", prompt, code: "1032" });
  expect(questionOf(cancelled)).toBeUndefined();
  const unreached = after(pending, standing("failed", "1037"), standing("failed", "1037"));
  expect(questionOf(unreached)?.every).toBe(15);
  expect(after(unreached, standing("paid", "0")).type).toBe("paid");
});

test("Try Again shows the form, and goes on asking about a push whose money may still come", () => {
  expect(after(pending, standing("failed", "1032"), { type: "again" })).toEqual({
    type: "idle",
    again: true,
  });
  const form = after(pending, { type: "time-over", id: "ws_CO_1" }, { type: "again" });
  expect(form).toEqual({ type: "idle", again: true, earlier: prompt });
  expect(after(form, standing("failed", "1032"))).toEqual({ type: "idle", again: true });
  expect(after(form, standing("paid", "0"))).toEqual({ type: "paid", prompt });
  const second = { ...prompt, id: "ws_CO_2" };
  expect(after(form, { type: "begin" }, sent(second), standing("failed", "1032"))).toEqual({
    type: "pending",
    prompt: second,
    errors: 0,
  });
});

test("a form goes on asking about an earlier prompt that M-Pesa calls ended and may still be paid", () => {
  const form = after(pending, { type: "time-over", id: "ws_CO_1" }, { type: "again" });
  const ended = after(form, standing("failed", "1037"), standing("failed", "1037"));
  expect(ended).toEqual({ type: "idle", again: true, earlier: { ...prompt, ended: true } });
  expect(questionOf(ended)?.every).toBe(15);
  expect(after(ended, standing("paid", "0"))).toMatchObject({ type: "paid", prompt });
  expect(after(ended, standing("failed", "1032"))).toEqual({ type: "idle", again: true });
});

test("a reload asks on about a failed prompt that may still be paid, where the same is bought", () => {
  const failed = (change: Partial<CurrentPayment>) => found({ status: "failed", ...change });
  for (const resultCode of ["1037", "1036", "1019"]) {
    const [own, checkout, goods, other] = PURPOSES.map((purpose) => failed({ resultCode, ...purpose }));
    for (const same of [own, checkout, goods])
      expect(same).toMatchObject({
        type: "idle",
        earlier: { id: "ws_CO_1", startedAt: -19_000, ended: true },
      });
    expect(other).toEqual({ type: "idle" });
  }
  for (const resultCode of ["1032", "9999"])
    expect(failed({ resultCode, sameCheckout: true })).toEqual({ type: "idle" });
  const form = failed({ resultCode: "1037", sameCheckout: true });
  expect(questionOf(form)?.every).toBe(15);
  expect(after(form, standing("paid", "0")).type).toBe("paid");
  // one that is asked about already stays
  const earlier: Payment = { type: "idle", again: true, earlier: { ...prompt, id: "ws_CO_0" } };
  const late = { ...payment, status: "failed", resultCode: "1037", sameCheckout: true } as const;
  expect(after(earlier, foundPrompt(late, 0, "idle"))).toEqual(earlier);
});

test("answers about another push, or after the end, change nothing", () => {
  const other = { ...standing("paid", "0"), id: "ws_CO_0" };
  expect(after(pending, other, { type: "erred", id: "ws_CO_0" })).toEqual(pending);
  const paid = after(pending, standing("paid", "0"));
  const late: PaymentEvent[] = [standing("failed", "1037"), erred, { type: "time-over", id: "ws_CO_1" }];
  expect(after(paid, ...late)).toEqual({ type: "paid", prompt });
  expect(after(pending, { type: "signed-out", id: "ws_CO_1" })).toEqual({ type: "signed-out" });
});

test("a reload goes on with the push's own age", () => {
  expect(found({})).toEqual({
    type: "pending",
    prompt: { ...prompt, startedAt: -19_000, phone: "2547…678" },
    errors: 0,
  });
  expect(found({ age: 120 })).toMatchObject({ type: "over", reason: "timeout" });
  expect(found({ status: "failed", resultCode: "1032" })).toEqual({ type: "idle" });
  expect(found({ status: "paid", resultCode: "0" }).type).toBe("paid");
  expect(found({ status: "paid", orderId: "01K" })).toMatchObject({ type: "finished", orderId: "01K" });
  expect(nextPayment({ type: "looking" }, foundPrompt(null, 0))).toMatchObject({ type: "idle" });
  expect(nextPayment({ type: "looking" }, { type: "unasked" })).toEqual({ type: "idle", unasked: true });
});

test("after sleep the server's age moves the time on, never back", () => {
  const woken = (age: number, now: number) =>
    nextPayment(pending, foundPrompt({ ...payment, age }, now, "pending"));
  expect(woken(100, 10_000)).toEqual({ ...pending, prompt: { ...prompt, startedAt: -90_000 } });
  expect(woken(2, 10_000)).toEqual(pending);
  expect(nextPayment(pending, foundPrompt(null, 10_000, "pending"))).toEqual(pending);
});

test("money that goes back is no success, whether it was waited for or is found; and nothing more is asked", () => {
  const message = "Your payment arrived, but the items had sold out. We're refunding you.";
  const back = { ResultDesc: message, orderId: "01K", refund: true };
  const told = after(pending, standing("paid", "0", back));
  expect(told).toMatchObject({ type: "returned", message });
  expect(questionOf(told)).toBeUndefined();
  expect(after(told, standing("failed", "1037"), foundPrompt(payment, 1000))).toEqual(told);
  const known = { status: "paid", orderId: "01K", refund: true, resultDesc: message } as const;
  expect(found(known)).toMatchObject({ type: "returned", message });
});

test("money that does not fit is held, also when found again, and its end is still shown", () => {
  const told = standing("pending", null, { held: true });
  for (const start of [pending, { type: "over", prompt, reason: "timeout" } as const])
    expect(after(start, told)).toEqual({ type: "held", prompt });
  expect(found({ held: true }).type).toBe("held");
  expect(questionOf(after(pending, told))?.every).toBe(15);
  expect(after(pending, told, standing("paid", "0"))).toEqual({ type: "paid", prompt });
  // a form that is open again stays open
  expect(after({ type: "idle", earlier: prompt }, told).type).toBe("idle");
});

test("held money closes the page of its own checkout for ten minutes, and of no other", () => {
  const held = { ...payment, held: true as const };
  // the same goods from another device are the same purchase to the server
  for (const own of [{ sameCheckout: true }, { sameGoods: true }] as const) {
    expect([0, 599].map((age) => countsHere({ ...held, ...own, age }))).toEqual([true, true]);
    expect([600, 1_799].map((age) => countsHere({ ...held, ...own, age }))).toEqual([false, false]);
  }
  expect([0, 599, 600].map((age) => countsHere({ ...held, age }))).toEqual([false, false, false]);
});

test("a payment that is paid counts for its own checkout, one under way for any", () => {
  const paid = { ...payment, status: "paid", age: 1_799 } as const;
  expect(PURPOSES.map((purpose) => countsHere({ ...paid, ...purpose }))).toEqual([true, true, false, false]);
  expect(PURPOSES.map((purpose) => countsHere({ ...payment, ...purpose }))).toEqual(Array(4).fill(true));
});

test("a payment is the carried order's own by checkout and goods; either alone bars it once money is seen", () => {
  const told = (status: "paid" | "pending", change: Partial<CurrentPayment>) =>
    nextPayment(
      { type: "looking" },
      {
        type: "found",
        during: "looking",
        known: { current: { ...payment, status, ...change }, isOwn: isOwn(change), amount: 1501 },
        now: 0,
      },
    );
  const owns = (push: Payment) =>
    "prompt" in push ? isOwn(push.prompt) : "isOther" in push && !push.isOther;
  const bars = (push: Payment) => "prompt" in push && barsHere(push.prompt);
  for (const change of [{}, { refund: true }, { orderId: "01K" }] as const)
    expect(PURPOSES.map((purpose) => owns(told("paid", { ...change, ...purpose })))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  const held = PURPOSES.map((purpose) => told("pending", { ...purpose, held: true }));
  expect(held.map(bars)).toEqual([true, true, true, false]);
  // what was found so stays so to its end
  const waiting = told("pending", { sameCheckout: true, sameGoods: true });
  expect(owns(after(waiting, standing("paid", "0")))).toBe(true);
});
