import { expect, test } from "vitest";
import type { CodeResult } from "./tables.server.ts";
import { verifyAnswer, verifyMoney } from "./verify-code.ts";

const TYPED = new Date("2026-11-05T11:40:00Z");
const EXPECTED = { code: "UK5AB12CD4", amount: 1501, firstTyped: TYPED, lastTyped: TYPED };
const OURS = ["600966", "174379"];
const minutes = (some: number) => new Date(TYPED.getTime() + some * 60_000);
const TOLD = { amount: 1501, to: "600966", paidAt: minutes(-10) };
const PAID = (amount = 1501) => ({
  type: "paid",
  receipt: "UK5AB12CD4",
  details: { amount, currency: "KES" },
});
const held = (reason: string) => ({ type: "held", reason, final: true });

test("money that fits is paid, also when it is more than asked, to till or shortcode", () => {
  expect(verifyMoney(EXPECTED, TOLD, OURS)).toEqual(PAID());
  expect(verifyMoney(EXPECTED, { ...TOLD, amount: 2000 }, OURS)).toEqual(PAID(2000));
  expect(verifyMoney(EXPECTED, { ...TOLD, to: "174379" }, OURS)).toEqual(PAID());
});

test("money that does not fit waits for a person", () => {
  const judged = (change: object) => verifyMoney(EXPECTED, { ...TOLD, ...change }, OURS);
  expect(judged({ amount: 1500 })).toEqual(held("paid less than the total"));
  expect(judged({ amount: undefined })).toEqual(held("the amount paid is not known"));
  expect(judged({ to: "600111" })).toEqual(held("paid to another number"));
  expect(judged({ to: undefined })).toEqual(held("paid to another number"));
  expect(judged({ paidAt: undefined })).toEqual(held("paid at another time"));
});

test.each([
  [-31, "held"],
  [-30, "paid"],
  [0, "paid"],
  [30, "paid"],
  [31, "held"],
  [-24 * 60 - 1, "held"],
])("paid %i minutes from when it was typed is %s", (some, is) =>
  expect(verifyMoney(EXPECTED, { ...TOLD, paidAt: minutes(some) }, OURS).type).toBe(is),
);

const ANSWER: CodeResult = {
  is: "answered",
  code: "0",
  status: "Completed",
  receipt: "UK5AB12CD4",
  amount: 1501,
  creditParty: "600966 - SHOP",
  initiated: "20261105143010",
};

test("an answer that fits in everything is paid", () =>
  expect(verifyAnswer(EXPECTED, ANSWER, OURS)).toEqual(PAID()));

test("an answer that fits in all but one waits for a person", () => {
  const judged = (change: object) => verifyAnswer(EXPECTED, { ...ANSWER, ...change }, OURS);
  expect(judged({ receipt: "UK5AB12CD5" })).toEqual(held("the answer names another code"));
  expect(judged({ receipt: undefined })).toEqual(held("the answer names another code"));
  expect(judged({ amount: 1500 })).toEqual(held("paid less than the total"));
  for (const creditParty of ["600111 - SHOP", "6009667 - SHOP", "SHOP 600966", "", undefined])
    expect(judged({ creditParty })).toEqual(held("paid to another number"));
  for (const initiated of ["20261104143010", "nonsense", undefined])
    expect(judged({ initiated })).toEqual(held("paid at another time"));
});

test("not found, not completed and no answer may be asked again", () => {
  const judged = (change: object) => verifyAnswer(EXPECTED, { ...ANSWER, ...change }, OURS);
  expect(verifyAnswer(EXPECTED, { is: "timeout" }, OURS)).toBeUndefined();
  expect(judged({ code: "SFC_IC0003" })).toBeUndefined();
  for (const status of ["Reversed", "Pending", undefined]) expect(judged({ status })).toBeUndefined();
});
