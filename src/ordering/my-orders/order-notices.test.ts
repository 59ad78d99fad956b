import { expect, test } from "vitest";
import type { Order, PendingPayment } from "../contract.ts";
import { newsOfPayments } from "./order-notices.tsx";

const SHOP = { phone: "+254 700 000 000", email: "shop@example.com" };
const [BEGUN, LATER] = [1_763_000_000_000, 1_763_000_060_000];
const prompt: PendingPayment = { paymentMethod: "mpesa", amount: 1501, date: BEGUN, state: "waiting" };
const order = (date: number, amount: number) =>
  ({ _id: "01KAAAAAAAAAAAAAAAAA12345678", date, amount }) as Order;
const news = (now: Partial<Parameters<typeof newsOfPayments>[1]>, before = [prompt]) =>
  newsOfPayments(before, { orders: [], ...now }, SHOP);

test("a payment that is under way still is no news, whatever its state", () => {
  expect(news({ underWay: [{ ...prompt, state: "unheard" }] })).toBeUndefined();
  expect(news({ orders: [order(LATER, 1501)] }, [])).toBeUndefined();
});

test("one that is over has become the order of its amount since, is looked into, or ended without an order", () => {
  expect(news({ orders: [order(LATER, 1501)] })).toEqual({
    said: "Your order 12345678 is placed.",
    orderId: "01KAAAAAAAAAAAAAAAAA12345678",
  });
  expect(news({ held: [{ paymentMethod: "mpesa", amount: 1501, date: BEGUN }] })).toEqual({
    said: "We're looking into your payment.",
  });
  const ended = {
    said: "Your payment of Ksh 1,501 ended without an order. Were you charged? Call +254 700 000 000 or write to shop@example.com.",
  };
  for (const other of [order(BEGUN - 1, 1501), order(LATER, 1502)])
    expect(news({ orders: [other] })).toEqual(ended);
  expect(news({})).toEqual(ended);
});
