import { expect, test } from "vitest";
import type { MoneyRow } from "./contract.ts";
import { sayWhereItIs } from "./say-waiting.ts";

const ROW: MoneyRow = {
  _id: "1",
  provider: "card",
  receipt: "1695",
  amount: 1_501,
  paidAt: 0,
  source: "webhook",
  verified: true,
  state: "refunding",
  allocated: 1_101,
  refunded: 0,
  refunding: 400,
  unallocated: 0,
  refunds: [],
};
const refund = (state: MoneyRow["refunds"][number]["state"], method: "provider" | "hand" = "provider") => ({
  refunds: [{ _id: "r", amount: 400, state, method }],
});

test.each<[string, Partial<MoneyRow>]>([
  ["Paid an order", { state: "paid" }],
  ["Being refunded", refund("sent")],
  ["Being refunded", refund("due")],
  ["The refund of Ksh 400 failed", refund("failed")],
  ["Nobody could say whether the refund of Ksh 400 arrived", refund("unknown")],
  ["Send Ksh 400 back by hand", refund("due", "hand")],
  [
    "Ksh 499 without an order: more than the total was paid",
    { state: "unallocated", unallocated: 499, reason: "more than the total was paid" },
  ],
  [
    "The refund of Ksh 400 failed; Ksh 499 without an order",
    { ...refund("failed"), state: "unallocated", unallocated: 499 },
  ],
  [
    "Ksh 700 without an order, not confirmed yet",
    { state: "unallocated", unallocated: 700, verified: false },
  ],
  ["Closed: our own", { state: "closed", unallocated: 700, reason: "our own" }],
])("a list says %s", (words, change) => {
  expect(sayWhereItIs({ ...ROW, ...change })).toBe(words);
});
