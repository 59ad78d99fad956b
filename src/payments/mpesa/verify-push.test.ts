import fc from "fast-check";
import { expect, test } from "vitest";
import type { ProviderResult } from "../core/provider.server.ts";
import type { CallbackFacts } from "../core/tables.server.ts";
import { meaningOf, readStkCallback, verifyPush } from "./verify-push.ts";

const ASKED = { amount: 1501, checkoutRequestId: "ws_1", merchantRequestId: "m_1" };
const AGREES: CallbackFacts = {
  code: "0",
  amount: 1501,
  receipt: "UK5AB12CD3",
  checkoutRequestId: "ws_1",
  merchantRequestId: "m_1",
};
const TILL_MONEY = { code: "UK5AB12CD9", amount: 1501 };
const PAID = { type: "paid", source: "query", amount: 1501 };

const CALLBACKS = {
  none: [null],
  failure: [
    { ...AGREES, code: "1032", amount: undefined, receipt: undefined },
    { ...AGREES, code: "1037" },
    { ...AGREES, code: "7777" },
    { code: "4999" },
  ],
  agrees: [AGREES, { ...AGREES, amount: undefined }],
  differs: [
    { ...AGREES, amount: 1500 },
    { ...AGREES, amount: 1502 },
    { ...AGREES, amount: undefined, oddAmount: true },
    { ...AGREES, checkoutRequestId: "ws_2" },
    { ...AGREES, checkoutRequestId: undefined },
    { ...AGREES, merchantRequestId: "m_2" },
    { ...AGREES, merchantRequestId: undefined },
  ],
} satisfies Record<string, (CallbackFacts | null)[]>;
const QUERIES = {
  paid: ["0"],
  failed: ["1", "17", "1032", "2001", "SFC_IC0003", "9999"],
  watched: ["1019", "1036", "1037"],
  open: [undefined, "4999", "7777", "500.001.1001", ""],
};

type Ends = Record<
  keyof typeof CALLBACKS,
  [without: ProviderResult["type"], withTillMoney: ProviderResult["type"]]
>;
const UNPAID: Ends = {
  none: ["failed", "held"],
  failure: ["failed", "held"],
  agrees: ["held", "held"],
  differs: ["held", "held"],
};
/** By query, callback, and whether our till has it. */
const EXPECTED: Record<keyof typeof QUERIES, Ends> = {
  paid: {
    none: ["paid", "paid"],
    failure: ["paid", "paid"],
    agrees: ["paid", "paid"],
    differs: ["held", "held"],
  },
  failed: UNPAID,
  watched: UNPAID,
  open: {
    none: ["open", "held"],
    failure: ["open", "held"],
    agrees: ["held", "held"],
    differs: ["open", "held"],
  },
};

const cases = Object.entries(QUERIES).flatMap(([meaning, codes]) =>
  Object.entries(CALLBACKS).flatMap(([kind, callbacks]) =>
    codes.flatMap((code) =>
      callbacks.flatMap((callback) =>
        [undefined, TILL_MONEY].map((tillMoney) => ({
          meaning: meaning as keyof typeof QUERIES,
          kind: kind as keyof typeof CALLBACKS,
          code,
          callback,
          tillMoney,
        })),
      ),
    ),
  ),
);

test(`every meeting of query, callback and till money (${cases.length}) ends as it must`, () => {
  for (const { meaning, kind, code, callback, tillMoney } of cases) {
    const result = verifyPush({ ...ASKED, callback }, code, tillMoney);
    expect(result.type, JSON.stringify({ code, callback, tillMoney })).toBe(
      EXPECTED[meaning][kind][tillMoney ? 1 : 0],
    );
    // nothing but the query makes a push paid, and only a query that says so can end its being held
    if (result.type === "paid") expect(code).toBe("0");
    if (result.type === "held") expect(result.final === true).toBe(code === "0");
    if (result.type === "failed")
      expect(result).toEqual({ type: "failed", code, ...(meaning === "watched" && { watch: true }) });
  }
});

test("says why", () => {
  const why = (callback: CallbackFacts | null, code: string | undefined) => {
    const result = verifyPush({ ...ASKED, callback }, code, undefined);
    return result.type === "held" ? result.reason : result.type;
  };
  expect(why({ ...AGREES, amount: 1500 }, "0")).toBe("amount differs");
  expect(why(AGREES, "1032")).toBe("sources disagree");
  expect(why(AGREES, undefined)).toBe("waiting for M-Pesa's word");
});

test("takes the receipt from the callback, else from money at our till, and only in its right form", () => {
  const paidBy = (callback: CallbackFacts | null, tillMoney?: typeof TILL_MONEY) =>
    verifyPush({ ...ASKED, callback }, "0", tillMoney);
  expect(paidBy(AGREES)).toEqual({ ...PAID, receipt: "UK5AB12CD3" });
  expect(paidBy(AGREES, TILL_MONEY)).toMatchObject({ receipt: "UK5AB12CD3" });
  expect(paidBy(null, TILL_MONEY)).toEqual({ ...PAID, receipt: "UK5AB12CD9" });
  expect(paidBy(null)).toEqual({ type: "paid", source: "query" });
  for (const receipt of [undefined, "", "uk5ab12cd3", "UK5AB12CD", "UK5AB12CD34", "УК5AB12CD3"])
    expect(paidBy({ ...AGREES, receipt })).toEqual(PAID);
});

test("a push whose name nobody knows is paid by money at our till alone, and by nothing else", () => {
  const lost = { amount: 1501, checkoutRequestId: null, merchantRequestId: null };
  for (const callback of [
    null,
    AGREES,
    { code: "1032" },
    { code: "0", amount: 1501, receipt: "UK5AB12CD3" },
  ]) {
    expect(verifyPush({ ...lost, callback }, undefined, undefined)).toEqual({ type: "open" });
    expect(verifyPush({ ...lost, callback }, undefined, TILL_MONEY)).toMatchObject({
      type: "paid",
      receipt: "UK5AB12CD9",
    });
  }
});

test("a MerchantRequestID that was never given cannot differ", () => {
  const adopted = { ...ASKED, merchantRequestId: null };
  const callback = { ...AGREES, merchantRequestId: undefined };
  expect(verifyPush({ ...adopted, callback }, "0", undefined)).toMatchObject({ type: "paid" });
});

const IDS = {
  MerchantRequestID: "2654-4b64-97ff-b827b54288100001",
  CheckoutRequestID: "ws_CO_05112026143001123700000001",
};
const OURS = { merchantRequestId: IDS.MerchantRequestID, checkoutRequestId: IDS.CheckoutRequestID };
const ITEMS = [
  { Name: "Amount", Value: 1501.0 },
  { Name: "MpesaReceiptNumber", Value: "UK5AB12CD3" },
  { Name: "Balance" },
  { Name: "TransactionDate", Value: 20261105143010 },
  { Name: "PhoneNumber", Value: 254700000001 },
];
const body = (callback: object) => JSON.stringify({ Body: { stkCallback: { ...IDS, ...callback } } });
const success = (items: unknown, code: unknown = 0) =>
  body({ ResultCode: code, ResultDesc: "Fine.", CallbackMetadata: { Item: items } });

test("reads a success", () => {
  const text = success(ITEMS).replace("1501", "1501.00");
  expect(readStkCallback(text)).toEqual({ ...OURS, code: "0", amount: 1501, receipt: "UK5AB12CD3" });
});

test("reads a failure, which has no metadata", () => {
  const text = body({ ResultCode: 1032, ResultDesc: "Request cancelled by user" });
  expect(readStkCallback(text)).toEqual({ ...OURS, code: "1032", amount: undefined, receipt: undefined });
});

test("the code may be a text, items in any order, more, fewer, or one alone", () => {
  const whole = { ...OURS, code: "0", amount: 1501, receipt: "UK5AB12CD3" };
  expect(readStkCallback(success([...ITEMS].reverse(), "0"))).toEqual(whole);
  expect(readStkCallback(success([...ITEMS.slice(0, 2), { Name: "FirstName", Value: "J" }]))).toEqual(whole);
  expect(readStkCallback(success(ITEMS[0]))).toEqual({ ...whole, receipt: undefined });
  expect(readStkCallback(success([null, 7, {}, ...ITEMS]))).toEqual(whole);
});

test.each(["1501", "1500", null, true, [1501], {}, "NaN"])("an amount of %j is none", (amount) => {
  const facts = readStkCallback(success([{ Name: "Amount", Value: amount }]));
  expect(facts).toMatchObject({ code: "0", amount: undefined });
  expect(facts).not.toHaveProperty("oddAmount");
});

test("broken shillings are none either, and odd", () => {
  const facts = readStkCallback(success([{ Name: "Amount", Value: 1501.5 }]));
  expect(facts).toMatchObject({ code: "0", amount: undefined, oddAmount: true });
});

test("an amount beyond every number is none", () => {
  expect(readStkCallback(success(ITEMS).replace("1501", "1e400"))?.amount).toBeUndefined();
});

test("what is said twice in two ways counts for nothing", () => {
  const twice = [...ITEMS, { Name: "Amount", Value: 1 }, { Name: "MpesaReceiptNumber", Value: "UK5AB12CD4" }];
  expect(readStkCallback(success(twice))).toMatchObject({
    amount: undefined,
    oddAmount: true,
    receipt: undefined,
  });
  expect(readStkCallback(success([...ITEMS, ...ITEMS]))).toMatchObject({
    amount: 1501,
    receipt: "UK5AB12CD3",
  });
});

test("texts the database cannot hold are left out", () => {
  const odd = [{ Name: "MpesaReceiptNumber", Value: "UK5\u0000" }];
  expect(readStkCallback(success(odd))?.receipt).toBeUndefined();
  const none = { merchantRequestId: undefined, checkoutRequestId: undefined };
  for (const id of ["\0", "\ud800", "x".repeat(201)])
    expect(
      readStkCallback(body({ ResultCode: 0, MerchantRequestID: id, CheckoutRequestID: id })),
    ).toMatchObject(none);
});

test.each([
  "",
  "null",
  "[]",
  "7",
  '"Body"',
  "{}",
  '{"Body":null}',
  '{"Body":{"stkCallback":[]}}',
  '{"Body":{"stkCallback":{}}}',
  body({ ResultCode: null }),
  body({ ResultCode: { toString: "0" } }),
  success(ITEMS).slice(0, 120),
  "<html></html>",
])("%s is nonsense", (text) => expect(readStkCallback(text)).toBeUndefined());

test("no JSON at all throws", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      readStkCallback(text);
      readStkCallback(`{"Body":{"stkCallback":{"ResultCode":0,"CallbackMetadata":{"Item":${text}}}}}`);
    }),
  );
});

test.each([
  ["paid", [0]],
  ["failed", [1, 2, 3, 4, 8, 17, 26, 1001, 1025, 1031, 1032, 2001, 2028, 8006, 9999, "SFC_IC0003"]],
  ["watched", [1019, 1036, 1037]],
] as const)("%s is what %j says, as numbers or texts", (meaning, codes) => {
  for (const code of codes)
    expect([code, meaningOf(code), meaningOf(String(code))]).toEqual([code, meaning, meaning]);
});

test.each([
  4999,
  "4999",
  "7777",
  "500.001.1001",
  "",
  "00",
  " 0",
  "0.0",
  null,
  undefined,
  false,
  {},
  [0],
  Number.NaN,
  "toString",
])("%j is no answer yet", (code) => expect(meaningOf(code)).toBe("open"));
