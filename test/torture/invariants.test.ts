import { expect, test } from "vitest";
import type { StaffRow } from "../../src/ordering/staff/list-orders.server.ts";
import type { Books, PaymentRow } from "./books.ts";
import { checkAll, noObservations, type Observations } from "./invariants.ts";
import type { Money } from "./ledger.ts";

const MONEY: Money = {
  reference: "KB7Q2M9XPD",
  receipt: "UK5AB12CD3",
  amount: 1501,
  back: 0,
  repeats: 0,
  isKnown: true,
};
const PAYMENT: PaymentRow = {
  id: "P1",
  method: "mpesa",
  state: "paid",
  why: null,
  reference: "KB7Q2M9XPD",
  receipt: "UK5AB12CD3",
  amount: 1501,
  order_id: "O1",
  order_status: "Order Placed",
  refund: null,
  tries: null,
  way: null,
  refunded: null,
};
const REFUNDED = { state: "refunded", order_id: null, order_status: null, refund: "done", refunded: 1501 };
const UNDECIDED = { state: "expired_unknown", order_id: null, order_status: null };
const CALLED_UNPAID = { state: "failed", why: "closed by staff", order_id: null, order_status: null };
const listed = (row: Partial<StaffRow>) => ({ id: "D1", kind: "payment", code: null, ...row }) as StaffRow;

/** What the four invariants find in a world of these parts; each fault of a world is one change to a sound one. */
function asked({
  money = [MONEY],
  payments = [PAYMENT],
  observed = {},
  ...books
}: Partial<Books> & { money?: Money[]; observed?: Partial<Observations> }) {
  const answers = checkAll({
    money,
    books: { payments, loose: [], list: [], messages: [], orders: new Set(["O1"]), ...books },
    observed: { ...noObservations(), ...observed },
  });
  return Object.fromEntries(Object.entries(answers).filter(([, found]) => found.length > 0));
}

test.each<[string, Parameters<typeof asked>[0]]>([
  ["paid and ordered", {}],
  ["given back", { money: [{ ...MONEY, back: 1501 }], payments: [{ ...PAYMENT, ...REFUNDED }] }],
  [
    "given back by hand",
    { payments: [{ ...PAYMENT, ...REFUNDED }], observed: { byHand: new Map([["UK5AB12CD3", 1501]]) } },
  ],
  [
    "undecided and listed",
    { payments: [{ ...PAYMENT, ...UNDECIDED }], list: [listed({ id: "P1", paymentId: "P1" })] },
  ],
  [
    "of no payment, and listed by its code",
    { payments: [], list: [listed({ id: "UK5AB12CD3", kind: "till_money" })] },
  ],
  [
    "none, for a code the owner took that nobody knows",
    {
      money: [],
      payments: [{ ...PAYMENT, receipt: "ZZ5AB12CD3" }],
      observed: { accepted: new Map([["ZZ5AB12CD3", "P1"]]) },
    },
  ],
  [
    "called unpaid by the owner",
    {
      payments: [{ ...PAYMENT, ...CALLED_UNPAID }],
      observed: { unpaid: new Map([["UK5AB12CD3", "P1"]]) },
    },
  ],
  ["at the till, where nobody told the shop", { payments: [], money: [{ ...MONEY, isKnown: false }] }],
])("nothing is wrong with money that is %s", (_, world) => {
  expect(asked(world)).toEqual({});
});

test.each<[string, Parameters<typeof asked>[0], object]>([
  [
    "money the shop knows nothing of",
    { payments: [] },
    { lost: ["the shop knows nothing of it: KB7Q2M9XPD (UK5AB12CD3, Ksh 1501)"] },
  ],
  [
    "an order for less than it costs",
    { money: [{ ...MONEY, amount: 1500 }] },
    { lost: ["less was paid than its order costs (Ksh 1501): KB7Q2M9XPD (UK5AB12CD3, Ksh 1500)"] },
  ],
  ["an order nobody paid", { money: [] }, { lost: ["ordered, and nobody paid: mpesa KB7Q2M9XPD"] }],
  [
    "an order somebody was shown",
    { observed: { orders: ["O1", "O2"] } },
    { lost: ["order O2 was shown, and is not there"] },
  ],
  [
    "more given back than came",
    {
      money: [{ ...MONEY, back: 1501 }],
      payments: [{ ...PAYMENT, ...REFUNDED }],
      observed: { byHand: new Map([["UK5AB12CD3", 1501]]) },
    },
    { doubled: ["Ksh 3002 given back of KB7Q2M9XPD (UK5AB12CD3, Ksh 1501)"] },
  ],
  [
    "a refund sent again after it went through",
    { money: [{ ...MONEY, back: 1501, repeats: 1 }], payments: [{ ...PAYMENT, ...REFUNDED }] },
    { doubled: ["asked back 1 times too often: KB7Q2M9XPD (UK5AB12CD3, Ksh 1501)"] },
  ],
  [
    "one order paid twice",
    {
      money: [MONEY, { ...MONEY, reference: "SECOND", receipt: "UK5AB12CD4" }],
      payments: [PAYMENT, { ...PAYMENT, id: "P2", reference: "SECOND", receipt: "UK5AB12CD4" }],
    },
    { doubled: ["two payments of one order: O1"] },
  ],
  ["a shopper who cannot pay", { observed: { barred: ["push: 409"] } }, { barred: ["push: 409"] }],
  [
    "an expired payment whose money came",
    { payments: [{ ...PAYMENT, ...UNDECIDED }] },
    { unlisted: ["expired_unknown (no word why), not listed: KB7Q2M9XPD (UK5AB12CD3, Ksh 1501)"] },
  ],
  [
    "a second charge under one name",
    {
      money: [MONEY, { ...MONEY, receipt: "UK5AB12CD4" }],
      loose: [{ receipt: "UK5AB12CD4", refund: null, refunded: null }],
    },
    { unlisted: ["known, not listed: KB7Q2M9XPD (UK5AB12CD4, Ksh 1501)"] },
  ],
])("the four invariants find %s", (_, world, found) => {
  expect(asked(world)).toEqual(found);
});
