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
const after = (start: Push, ...events: PushEvent[]) => events.reduce(nextPush, start);

test("money that does not fit is held, also when found again, and its end is still heard of", () => {
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
