import { expect, test } from "vitest";
import type { CodeResult } from "./tables.server.ts";
import { verifyAnswer, verifyMoney } from "./verify-code.ts";
import { addWakingHours } from "./waking-hours.ts";

const TYPED = new Date("2026-11-05T11:40:00Z");
const EXPECTED = { code: "UK5AB12CD4", amount: 1501, firstTyped: TYPED, lastTyped: TYPED };
const OURS = ["600966", "174379"];
const minutes = (some: number) => new Date(TYPED.getTime() + some * 60_000);
const TOLD = {
  amount: 1501,
  to: "600966",
  paidAt: minutes(-10),
  payer: { digits: "126" },
  source: "c2b" as const,
};
const MONEY = {
  source: "c2b",
  receipt: "UK5AB12CD4",
  amount: 1501,
  paidAt: minutes(-10),
  till: "600966",
  payer: { digits: "126" },
};
const held = (reason: string, money?: object) => ({
  type: "held",
  reason,
  final: true,
  ...(money && { money: { ...money, verified: true } }),
});

test("money that fits is paid, also when it is more than asked, to till or shortcode", () => {
  for (const [change, money] of [
    [{}, {}],
    [{ amount: 2000 }, { amount: 2000 }],
    [{ to: "174379" }, { till: "174379" }],
  ])
    expect(verifyMoney(EXPECTED, { ...TOLD, ...change }, OURS)).toEqual({ type: "paid", ...MONEY, ...money });
});

test("money that does not fit waits for a person", () => {
  const judged = (change: object) => verifyMoney(EXPECTED, { ...TOLD, ...change }, OURS);
  expect(judged({ amount: 1500 })).toEqual(held("paid less than the total", { ...MONEY, amount: 1500 }));
  expect(judged({ amount: undefined })).toEqual(held("the amount paid is not known"));
  expect(judged({ to: "600111" })).toEqual(held("paid to another number"));
  expect(judged({ to: undefined })).toEqual(held("paid to another number"));
  const untimed = { ...MONEY, paidAt: undefined };
  expect(judged({ paidAt: undefined })).toEqual(held("paid at another time", untimed));
});

test.each<[number, string, number?]>([
  [-31, "held"],
  [-30, "paid"],
  [0, "paid"],
  [30, "paid"],
  [31, "held"],
  [-24 * 60 - 1, "held"],
  [-31, "held", 60],
  [-30, "paid", 60],
  [90, "paid", 60],
  [91, "held", 60],
])("paid %i minutes from when it was typed is %s", (some, is, again = 0) => {
  const typed = { ...EXPECTED, lastTyped: minutes(again) };
  expect(verifyMoney(typed, { ...TOLD, paidAt: minutes(some) }, OURS).type).toBe(is);
});

const ANSWER: CodeResult = {
  is: "answered",
  code: "0",
  status: "Completed",
  receipt: "UK5AB12CD4",
  amount: 1501,
  creditParty: "600966 - SHOP",
  initiated: "20261105143010",
  payer: "126",
};
const ANSWERED = { ...MONEY, source: "query", paidAt: new Date("2026-11-05T11:30:10Z") };

test("an answer that fits in everything is paid", () =>
  expect(verifyAnswer(EXPECTED, ANSWER, OURS)).toEqual({ type: "paid", ...ANSWERED }));

test("an answer that fits in all but one waits for a person", () => {
  const judged = (change: object) => verifyAnswer(EXPECTED, { ...ANSWER, ...change }, OURS);
  expect(judged({ receipt: "UK5AB12CD5" })).toEqual(held("the answer names another code"));
  expect(judged({ receipt: undefined })).toEqual(held("the answer names another code"));
  expect(judged({ amount: 1500 })).toEqual(held("paid less than the total", { ...ANSWERED, amount: 1500 }));
  for (const creditParty of ["600111 - SHOP", "6009667 - SHOP", "SHOP 600966", "", undefined])
    expect(judged({ creditParty })).toEqual(held("paid to another number"));
  for (const initiated of ["20261104143010", "nonsense", undefined])
    expect(judged({ initiated })).toMatchObject(held("paid at another time"));
});

test("not found, not completed and no answer may be asked again", () => {
  const judged = (change: object) => verifyAnswer(EXPECTED, { ...ANSWER, ...change }, OURS);
  expect(verifyAnswer(EXPECTED, { is: "timeout" }, OURS)).toBeUndefined();
  expect(judged({ code: "SFC_IC0003" })).toBeUndefined();
  for (const status of ["Reversed", "Pending", undefined]) expect(judged({ status })).toBeUndefined();
});

test.each([
  ["in the morning", "2026-11-27T08:00", 6, "2026-11-27T14:00"],
  ["to the last waking minute", "2026-11-27T15:00", 6, "2026-11-27T21:00"],
  ["over one night", "2026-11-27T18:30", 6, "2026-11-28T10:30"],
  ["at night: from seven on", "2026-11-27T23:10", 6, "2026-11-28T13:00"],
  ["after midnight: from seven of the same day on", "2026-11-28T00:30", 6, "2026-11-28T13:00"],
  ["at the stroke of nine in the evening", "2026-11-27T21:00", 1, "2026-11-28T08:00"],
  ["over two nights", "2026-12-31T20:00", 30, "2027-01-03T08:00"],
])("21:00 to 07:00 does not count for a typed code: %s", (_when, from, hours, ends) => {
  const at = (moment: string) => Date.parse(`${moment}:00+03:00`);
  expect(new Date(addWakingHours(at(from), hours)).toISOString()).toBe(new Date(at(ends)).toISOString());
});
