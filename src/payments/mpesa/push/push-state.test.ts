import { expect, test } from "vitest";
import type { CurrentPayment } from "../../ask-current-payment.ts";
import { barsHere, countsHere, isOwn, nextPush, type Push, type PushEvent, watched } from "./push-state.ts";

const running = { id: "ws_CO_1", startedAt: 5000, amount: 1501, phone: "254712345678" };
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
const pending: Push = { type: "pending", running, errors: 0 };
const standing = (status: "pending" | "paid" | "failed", ResultCode: string | null = null): PushEvent => ({
  type: "answered",
  id: "ws_CO_1",
  answer: { status, ResultCode, ResultDesc: "" },
});
const erred: PushEvent = { type: "erred", id: "ws_CO_1" };
const after = (start: Push, ...events: PushEvent[]) => events.reduce(nextPush, start);

test("an accepted push is asked about every 3 s, and pending answers change nothing", () => {
  const push = after({ type: "idle" }, { type: "accepted", running }, standing("pending"));
  expect(push).toEqual(pending);
  expect(watched(push)).toEqual({ running, every: 3 });
});

/** Pending, and M-Pesa has said this code so many times in a row. */
const says = (code: string, codeTimes: number): PushEvent => ({
  type: "answered",
  id: "ws_CO_1",
  answer: { status: "pending", ResultCode: null, ResultDesc: "", code, codeTimes },
});
const timeOver: PushEvent = { type: "time-over", id: "ws_CO_1" };
const unknownCode = { type: "failed", running, code: "7777" } as const;

test("a code nobody knows is believed at the third time, and the page asks on", () => {
  const twice = after(pending, says("7777", 1), says("7777", 2));
  expect(twice.type).toBe("pending");
  const thrice = after(twice, says("7777", 3));
  expect(thrice).toEqual(unknownCode);
  expect(watched(thrice)).toEqual({ running, every: 15 });
  expect(after(thrice, says("7777", 4), erred, standing("pending"))).toEqual(unknownCode);
  expect(after(thrice, standing("paid", "0"))).toEqual({ type: "paid", running });
  expect(after(thrice, standing("failed", "1032"))).toEqual({ type: "failed", running, code: "1032" });
  expect(after(thrice, { type: "again" })).toEqual({ type: "idle", again: true, earlier: running });
});

test("a code nobody knows, said once, is shown when the time is over; and when it is first said after that", () => {
  expect(after(pending, says("7777", 1), timeOver)).toEqual(unknownCode);
  expect(after(pending, timeOver, says("7777", 1))).toEqual(unknownCode);
  // another answer since: it does not stand any more
  expect(after(pending, says("7777", 1), standing("pending"), timeOver).type).toBe("over");
  // money that does not fit is more than a code
  const held: PushEvent = {
    type: "answered",
    id: "ws_CO_1",
    answer: { status: "pending", ResultCode: null, ResultDesc: "", held: true, code: "7777", codeTimes: 9 },
  };
  expect(after(pending, held).type).toBe("held");
});

test("an unknown code is there again after a reload", () => {
  const found = (change: Partial<CurrentPayment>) =>
    nextPush({ type: "looking" }, { type: "found", payment: { ...payment, ...change }, now: 1000 });
  const code = "7777";
  expect(found({ code, codeTimes: 3 })).toMatchObject({ type: "failed", code });
  expect(found({ code, codeTimes: 1, age: 120 })).toMatchObject({ type: "failed", code });
  expect(after(found({ code, codeTimes: 1 }), timeOver)).toMatchObject({ type: "failed", code });
});

test("a prompt that went to another phone leaves the form open, and is asked about", () => {
  const elsewhere: PushEvent = { type: "elsewhere", running };
  const form = after({ type: "idle", again: true }, elsewhere);
  expect(form).toEqual({ type: "idle", again: true, earlier: running });
  expect(watched(form)?.every).toBe(15);
  expect(after(form, standing("failed", "1032"))).toEqual({ type: "idle", again: true });
  expect(after(form, standing("paid", "0"))).toEqual({ type: "paid", running });
  expect(after({ type: "idle" }, elsewhere)).toEqual({ type: "idle", earlier: running });
});

test("15 errors in a row are too many; an answer in between resets the count", () => {
  const fourteen = Array<PushEvent>(14).fill(erred);
  expect(after(pending, ...fourteen)).toMatchObject({ type: "pending", errors: 14 });
  expect(after(pending, ...fourteen, standing("pending"), ...fourteen).type).toBe("pending");
  const lost = after(pending, ...fourteen, erred);
  expect(lost).toEqual({ type: "over", running, reason: "unverifiable" });
  expect(watched(lost)).toEqual({ running, every: 15 });
});

test("after the countdown it asks every 15 s, and late money still turns it to success", () => {
  const over = after(pending, { type: "time-over", id: "ws_CO_1" });
  expect(over).toEqual({ type: "over", running, reason: "timeout" });
  expect(watched(over)?.every).toBe(15);
  expect(after(over, erred, standing("pending"))).toEqual(over);
  expect(after(over, standing("paid", "0"))).toEqual({ type: "paid", running });
  expect(after(over, standing("failed", "1032"))).toEqual({ type: "failed", running, code: "1032" });
});

test("a failed push is asked about only while its money may still come", () => {
  const cancelled = after(pending, standing("failed", "1032"));
  expect(cancelled).toEqual({ type: "failed", running, code: "1032" });
  expect(watched(cancelled)).toBeUndefined();
  const unreached = after(pending, standing("failed", "1037"), standing("failed", "1037"));
  expect(watched(unreached)?.every).toBe(15);
  expect(after(unreached, standing("paid", "0")).type).toBe("paid");
});

test("Try Again shows the form, and goes on asking about a push whose money may still come", () => {
  expect(after(pending, standing("failed", "1032"), { type: "again" })).toEqual({
    type: "idle",
    again: true,
  });
  const form = after(pending, { type: "time-over", id: "ws_CO_1" }, { type: "again" });
  expect(form).toEqual({ type: "idle", again: true, earlier: running });
  expect(after(form, standing("failed", "1032"))).toEqual({ type: "idle", again: true });
  expect(after(form, standing("paid", "0"))).toEqual({ type: "paid", running });
  const second = { ...running, id: "ws_CO_2" };
  expect(after(form, { type: "accepted", running: second }, standing("failed", "1032"))).toEqual({
    type: "pending",
    running: second,
    errors: 0,
  });
});

test("a form goes on asking about an earlier prompt that M-Pesa calls ended and may still be paid", () => {
  const form = after(pending, { type: "time-over", id: "ws_CO_1" }, { type: "again" });
  const ended = after(form, standing("failed", "1037"), standing("failed", "1037"));
  expect(ended).toEqual({ type: "idle", again: true, earlier: { ...running, ended: true } });
  expect(watched(ended)?.every).toBe(15);
  expect(after(ended, standing("paid", "0"))).toMatchObject({ type: "paid", running });
  expect(after(ended, standing("failed", "1032"))).toEqual({ type: "idle", again: true });
});

test("a reload asks on about a failed prompt that may still be paid, where the same is bought", () => {
  const found = (change: Partial<CurrentPayment>) =>
    nextPush(
      { type: "looking" },
      { type: "found", payment: { ...payment, status: "failed", ...change }, now: 25_000 },
    );
  for (const resultCode of ["1037", "1036", "1019"]) {
    const [own, checkout, goods, other] = PURPOSES.map((purpose) => found({ resultCode, ...purpose }));
    for (const same of [own, checkout, goods])
      expect(same).toMatchObject({ type: "idle", earlier: { id: "ws_CO_1", startedAt: 5_000, ended: true } });
    expect(other).toEqual({ type: "idle" });
  }
  for (const resultCode of ["1032", "9999"])
    expect(found({ resultCode, sameCheckout: true })).toEqual({ type: "idle" });
  const form = found({ resultCode: "1037", sameCheckout: true });
  expect(watched(form)?.every).toBe(15);
  expect(after(form, standing("paid", "0")).type).toBe("paid");
  // one that is asked about already stays
  const earlier: Push = { type: "idle", again: true, earlier: { ...running, id: "ws_CO_0" } };
  const late: PushEvent = {
    type: "found",
    payment: { ...payment, status: "failed", resultCode: "1037", sameCheckout: true },
    now: 0,
  };
  expect(after(earlier, late)).toEqual(earlier);
});

test("answers about another push, or after the end, change nothing", () => {
  const other: PushEvent = {
    type: "answered",
    id: "ws_CO_0",
    answer: { status: "paid", ResultCode: "0", ResultDesc: "" },
  };
  expect(after(pending, other, { type: "erred", id: "ws_CO_0" })).toEqual(pending);
  const paid = after(pending, standing("paid", "0"));
  const late: PushEvent[] = [standing("failed", "1037"), erred, { type: "time-over", id: "ws_CO_1" }];
  expect(after(paid, ...late)).toEqual({ type: "paid", running });
});

test("a reload goes on with the push's own age", () => {
  const found = (change: Partial<CurrentPayment>) =>
    nextPush({ type: "looking" }, { type: "found", payment: { ...payment, ...change }, now: 1000 });
  expect(found({})).toEqual({
    type: "pending",
    running: { ...running, startedAt: -19_000, phone: "2547…678" },
    errors: 0,
  });
  expect(found({ age: 120 })).toMatchObject({ type: "over", reason: "timeout" });
  expect(found({ status: "failed", resultCode: "1032" })).toEqual({ type: "idle" });
  expect(found({ status: "paid", resultCode: "0" }).type).toBe("paid");
  expect(found({ status: "paid", orderId: "01K" })).toMatchObject({ type: "finished", orderId: "01K" });
  expect(nextPush({ type: "looking" }, { type: "found", payment: null, now: 0 })).toEqual({ type: "idle" });
  expect(nextPush({ type: "looking" }, { type: "unasked" })).toEqual({ type: "idle", unasked: true });
});

test("after sleep the server's age moves the time on, never back", () => {
  const woken = (age: number, now: number) =>
    nextPush(pending, { type: "aged", payment: { ...payment, age }, now });
  expect(woken(100, 10_000)).toEqual({ ...pending, running: { ...running, startedAt: -90_000 } });
  expect(woken(2, 10_000)).toEqual(pending);
  expect(nextPush(pending, { type: "aged", payment: null, now: 10_000 })).toEqual(pending);
});

test("what is looked for while the prompt is out does not close the form that the shopper has opened since", () => {
  const form = after(pending, { type: "again" });
  expect(form).toEqual({ type: "idle", again: true, earlier: running });
  expect(nextPush(form, { type: "aged", payment: { ...payment, age: 1 }, now: 10_000 })).toEqual(form);
});

test("money that goes back is no success, whether it was waited for or is found; and nothing more is asked", () => {
  const message = "Your payment arrived, but the items had sold out. We're refunding you.";
  const back = {
    status: "paid",
    ResultCode: "0",
    ResultDesc: message,
    orderId: "01K",
    refund: true,
  } as const;
  const told = nextPush(pending, { type: "answered", id: "ws_CO_1", answer: back });
  expect(told).toEqual({ type: "returned", running, message });
  expect(watched(told)).toBeUndefined();
  expect(after(told, standing("failed", "1037"), { type: "found", payment, now: 1000 })).toEqual(told);
  const known = { ...payment, status: "paid", orderId: "01K", refund: true, resultDesc: message } as const;
  expect(nextPush({ type: "looking" }, { type: "found", payment: known, now: 1000 })).toMatchObject({
    type: "returned",
    message,
  });
});

test("a sign-in that ended is asked for again", () => {
  expect(after(pending, { type: "signed-out", id: "ws_CO_1" })).toEqual({ type: "signed-out", running });
});

test("money that does not fit is held, also when found again, and its end is still shown", () => {
  const told: PushEvent = {
    type: "answered",
    id: "ws_CO_1",
    answer: { status: "pending", ResultCode: null, ResultDesc: "", held: true },
  };
  for (const start of [pending, { type: "over", running, reason: "timeout" } as const])
    expect(after(start, told)).toEqual({ type: "held", running });
  const again = after(
    { type: "looking" },
    { type: "found", payment: { ...payment, held: true }, now: 25_000 },
  );
  expect(again.type).toBe("held");
  expect(watched(after(pending, told))?.every).toBe(15);
  expect(after(pending, told, standing("paid", "0"))).toEqual({ type: "paid", running });
  // a form that is open again stays open
  expect(after({ type: "idle", earlier: running }, told).type).toBe("idle");
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
    nextPush({ type: "looking" }, { type: "found", payment: { ...payment, status, ...change }, now: 0 });
  const owns = (push: Push) => "running" in push && isOwn(push.running);
  const bars = (push: Push) => "running" in push && barsHere(push.running);
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
