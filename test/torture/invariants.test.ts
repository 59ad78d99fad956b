import { expect, test } from "vitest";
import type { AttemptRow, Books, TransactionRow } from "./books.ts";
import { checkAll, noObservations, type Observations } from "./invariants.ts";
import type { Money } from "./ledger.ts";

const MONEY: Money = {
  provider: "mpesa",
  reference: "KB7Q2M9XPD",
  receipt: "UK5AB12CD3",
  amount: 1501,
  back: 0,
  repeats: 0,
  isKnown: true,
};
const PAID: TransactionRow = {
  id: "T1",
  provider: "mpesa",
  receipt: "UK5AB12CD3",
  amount: 1501,
  allocated: 1501,
  refunded: 0,
  refunding: 0,
  unallocated: 0,
  is_closed: false,
  payment_id: "P1",
  reference: "KB7Q2M9XPD",
  order_id: "O1",
  order_status: "Order Placed",
  order_amount: 1501,
  order_owed: 0,
};
const ATTEMPT: AttemptRow = {
  id: "P1",
  method: "mpesa",
  state: "paid",
  reason: null,
  reference: "KB7Q2M9XPD",
  typed_code: null,
  amount: 1501,
  order_id: "O1",
};
const NO_ORDER = { order_id: null, order_status: null, order_amount: null, order_owed: null };
const REFUNDED: TransactionRow = { ...PAID, ...NO_ORDER, allocated: 0, refunded: 1501 };
const UNALLOCATED: TransactionRow = { ...PAID, ...NO_ORDER, allocated: 0, unallocated: 1501 };
const PARTLY: TransactionRow = { ...PAID, allocated: 1001, refunded: 500 };
const EXPIRED: AttemptRow = { ...ATTEMPT, state: "expired_unknown", order_id: null };
const exception = (row: Partial<Books["open"]["exceptions"][number]>) => ({
  _id: "E1",
  kind: "attempt" as const,
  text: "",
  at: 0,
  amount: null,
  receipt: null,
  order: null,
  transaction: null,
  ...row,
});
const isBack = new Map([["UK5AB12CD3", 1501]]);

type Change = Omit<Partial<Books>, "open"> & {
  money?: Money[];
  open?: Partial<Books["open"]>;
  observed?: Partial<Observations>;
};

/** What the four invariants find in a world of these parts; each fault of a world is one change to a sound one. */
function asked({ money = [MONEY], observed = {}, open = {}, ...books }: Change) {
  const answers = checkAll({
    money,
    books: {
      attempts: [ATTEMPT],
      transactions: [PAID],
      refunds: [],
      messages: [],
      orders: new Set(["O1"]),
      open: { sums: new Set(), exceptions: [], codes: [], ...open },
      ...books,
    },
    observed: { ...noObservations(), ...observed },
  });
  return Object.fromEntries(Object.entries(answers).filter(([, found]) => found.length > 0));
}

test.each<[string, Change]>([
  ["paid and ordered", {}],
  ["paid and ordered, its receipt not known", { transactions: [{ ...PAID, receipt: null }] }],
  ["given back", { money: [{ ...MONEY, back: 1501 }], transactions: [REFUNDED] }],
  ["given back by hand", { transactions: [REFUNDED], observed: { byHand: isBack } }],
  ["ordered, and in part given back", { money: [{ ...MONEY, back: 500 }], transactions: [PARTLY] }],
  ["unallocated and listed", { transactions: [UNALLOCATED], open: { sums: new Set(["T1"]) } }],
  [
    "left where it is by the owner",
    { transactions: [{ ...UNALLOCATED, is_closed: true }], observed: { decided: new Set(["UK5AB12CD3"]) } },
  ],
  [
    "not known, as its attempt is listed",
    { transactions: [], attempts: [EXPIRED], open: { exceptions: [exception({ _id: "P1" })] } },
  ],
  [
    "of another currency, and listed by its receipt",
    { transactions: [], attempts: [], open: { exceptions: [exception({ receipt: "UK5AB12CD3" })] } },
  ],
  [
    "none, for a code the owner took that nobody knows",
    {
      money: [],
      transactions: [{ ...PAID, receipt: "ZZ5AB12CD3" }],
      observed: { accepted: new Map([["ZZ5AB12CD3", "P1"]]) },
    },
  ],
  [
    "called unpaid by the owner",
    {
      transactions: [],
      attempts: [{ ...EXPIRED, state: "failed", reason: "closed by staff" }],
      observed: { unpaid: new Map([["UK5AB12CD3", "P1"]]) },
    },
  ],
  [
    "at the till, where nobody told the shop",
    { transactions: [], attempts: [], money: [{ ...MONEY, isKnown: false }] },
  ],
])("nothing is wrong with money that is %s", (_, world) => {
  expect(asked(world)).toEqual({});
});

const NAMED = "KB7Q2M9XPD (UK5AB12CD3, Ksh 1501)";

test.each<[string, Change, object]>([
  [
    "money the shop knows nothing of",
    { transactions: [], attempts: [] },
    { lost: [`the shop knows nothing of it: ${NAMED}`] },
  ],
  [
    "another sum than came",
    { money: [{ ...MONEY, amount: 1500 }], transactions: [PARTLY] },
    {
      lost: ["the shop says Ksh 1501 came: KB7Q2M9XPD (UK5AB12CD3, Ksh 1500)"],
      doubled: ["spent more than once: KB7Q2M9XPD (UK5AB12CD3, Ksh 1500)"],
    },
  ],
  [
    "an order for less than it costs",
    { transactions: [{ ...PAID, order_amount: 1502, order_owed: 1 }] },
    { lost: [`less was paid than its order costs (Ksh 1502): ${NAMED}`] },
  ],
  ["an order nobody paid", { money: [] }, { lost: ["order O1 is paid, and nobody paid: mpesa UK5AB12CD3"] }],
  [
    "money of an order that is cancelled",
    { transactions: [{ ...PAID, order_status: "Cancelled" }] },
    { lost: [`ordered, and the order is gone: ${NAMED}`] },
  ],
  [
    "a refund that never left",
    { transactions: [REFUNDED] },
    { lost: [`Ksh 0 went back, the shop says 1501: ${NAMED}`] },
  ],
  [
    "an order somebody was shown",
    { observed: { orders: ["O1", "O2"] } },
    { lost: ["order O2 was shown, and is not there"] },
  ],
  [
    "more given back than came",
    {
      money: [{ ...MONEY, back: 1501 }],
      transactions: [REFUNDED],
      observed: { byHand: isBack, decided: new Set(["UK5AB12CD3"]) },
    },
    { doubled: [`Ksh 3002 given back: ${NAMED}`] },
  ],
  [
    "a refund sent again after it went through",
    { money: [{ ...MONEY, back: 1501, repeats: 1 }], transactions: [REFUNDED] },
    { doubled: [`asked back 1 times too often: ${NAMED}`] },
  ],
  [
    "money that pays its order and is back",
    { money: [{ ...MONEY, back: 1501 }], open: { sums: new Set(["T1"]) } },
    { doubled: [`ordered and given back: ${NAMED}`] },
  ],
  [
    "one payment reported twice that pays two orders",
    {
      transactions: [
        { ...PAID, receipt: null },
        { ...PAID, id: "T2", order_id: "O2" },
      ],
    },
    { doubled: [`spent more than once: ${NAMED}`] },
  ],
  [
    "one order paid twice",
    {
      money: [MONEY, { ...MONEY, reference: "SECOND", receipt: "UK5AB12CD4" }],
      transactions: [PAID, { ...PAID, id: "T2", reference: "SECOND", receipt: "UK5AB12CD4" }],
    },
    { doubled: ["two payments of one order: O1"] },
  ],
  ["a shopper who cannot pay", { observed: { barred: ["push: 409"] } }, { barred: ["push: 409"] }],
  [
    "an expired attempt whose money came",
    { transactions: [], attempts: [EXPIRED] },
    { unlisted: [`expired_unknown (no word why), not listed: ${NAMED}`] },
  ],
  [
    "a second charge under one name",
    {
      money: [MONEY, { ...MONEY, receipt: "UK5AB12CD4" }],
      transactions: [PAID, { ...UNALLOCATED, id: "T2", receipt: "UK5AB12CD4" }],
    },
    { unlisted: ["Ksh 1501 unallocated, not listed: KB7Q2M9XPD (UK5AB12CD4, Ksh 1501)"] },
  ],
])("the four invariants find %s", (_, world, found) => {
  expect(asked(world)).toEqual(found);
});
