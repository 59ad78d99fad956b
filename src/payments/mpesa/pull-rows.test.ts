import { expect, test } from "vitest";
import { calibrate, eatText, momentOf, readPullRow, rowsOf } from "./pull-rows.ts";

const ROW = {
  transactionId: "UK5AB12CD4",
  trxDate: "2026-11-05T14:30:10+03:00",
  msisdn: 254700000001,
  sender: "MPESA",
  transactiontype: "c2b-buy-goods-debit",
  billreference: "",
  amount: "1501.0",
  organizationname: "SHOP",
};
const READ = {
  code: "UK5AB12CD4",
  amount: 1501,
  billRef: "",
  trxDate: "2026-11-05T14:30:10+03:00",
  payer: { digits: "001", phone: "254700000001" },
};
const AT = new Date("2026-11-05T11:30:10Z");

test("a time in Nairobi, as Pull is asked, across midnight", () => {
  expect(eatText(AT)).toBe("2026-11-05 14:30:10");
  expect(eatText(new Date("2026-12-31T21:00:00Z"))).toBe("2027-01-01 00:00:00");
});

test("the rows of a list inside a list, of a flat one, and of nothing", () => {
  expect(rowsOf({ Response: [[ROW, ROW]] })).toEqual([ROW, ROW]);
  expect(rowsOf({ Response: [ROW] })).toEqual([ROW]);
  for (const body of [{ Response: [[]] }, { Response: [] }, { Response: "none" }, {}, undefined, "<html>"])
    expect(rowsOf(body)).toEqual([]);
});

test("a customer's payment is read, cents and all, with its payer", () => {
  expect(readPullRow(ROW)).toEqual(READ);
  const paybill = {
    transactiontype: "c2b-pay-bill-debit",
    billreference: 12345,
    transactionId: "uk5ab12cd4",
  };
  expect(readPullRow({ ...ROW, ...paybill })).toEqual({ ...READ, billRef: "12345" });
  expect(readPullRow({ ...ROW, amount: "1501.99" })?.amount).toBe(1501.99);
  expect(readPullRow({ ...ROW, amount: 1501 })?.amount).toBe(1501);
  expect(readPullRow({ ...ROW, trxDate: null })).toEqual({ ...READ, trxDate: "" });
});

test("settlements, money that left and nonsense are no payments", () => {
  const wrong = [
    { transactiontype: "merchant-to-organization-settlement" },
    { transactiontype: "merchant-to-organization-settlement", amount: "-1501.0" },
    { transactiontype: "organization-to-customer" },
    { transactiontype: undefined },
    { amount: "-1501.0" },
    { amount: "0.0" },
    { amount: "lots" },
    { amount: undefined },
    { transactionId: undefined },
    { transactionId: "UK5 AB1" },
  ];
  for (const change of wrong) expect(readPullRow({ ...ROW, ...change })).toBeUndefined();
  for (const row of [null, "row", 7, [ROW]]) expect(readPullRow(row)).toBeUndefined();
});

test("a time at +03:00 says when it was, one in Z needs its zone named", () => {
  for (const zone of ["utc", "eat", undefined] as const) {
    expect(momentOf("2026-11-05T14:30:10+03:00", zone)).toEqual(AT);
    expect(momentOf("2026-11-05T14:30:10.000+0300", zone)).toEqual(AT);
  }
  expect(momentOf("2026-11-05T11:30:10Z", "utc")).toEqual(AT);
  expect(momentOf("2026-11-05T14:30:10.000Z", "eat")).toEqual(AT);
  expect(momentOf("2026-11-05T23:30:00Z", "utc")).toEqual(new Date("2026-11-05T23:30:00Z"));
  expect(momentOf("2026-11-05T14:30:10Z", undefined)).toBeUndefined();
  const unclear = [
    "",
    "yesterday",
    "2026-11-05T14:30:10",
    "2026-11-05T14:30:10+01:00",
    "2026-02-31T14:30:10Z",
  ];
  for (const text of unclear) expect(momentOf(text, "utc")).toBeUndefined();
});

test("a payment whose time we know tells how Z is to be read, within five minutes", () => {
  const rows = (trxDate: string) => [
    { ...READ, code: "UK5AB12CD5" },
    { ...READ, trxDate },
  ];
  const known = new Map([[READ.code, AT]]);
  expect(calibrate(rows("2026-11-05T11:35:10Z"), known)).toBe("utc");
  expect(calibrate(rows("2026-11-05T11:35:11Z"), known)).toBeUndefined();
  expect(calibrate(rows("2026-11-05T14:25:10Z"), known)).toBe("eat");
  expect(calibrate(rows("2026-11-05T14:25:09Z"), known)).toBeUndefined();
  expect(calibrate(rows("2026-11-05T14:30:10+03:00"), known)).toBeUndefined();
  expect(calibrate(rows("2026-11-05T11:30:10Z"), new Map())).toBeUndefined();
  expect(calibrate(rows("2026-11-05T11:30:10Z"), new Map([[READ.code, null]]))).toBeUndefined();
});

test("payments that contradict each other say nothing", () => {
  const rows = [
    { ...READ, trxDate: "2026-11-05T11:30:10Z" },
    { ...READ, code: "UK5AB12CD5", trxDate: "2026-11-05T14:30:10Z" },
  ];
  expect(calibrate(rows, new Map(rows.map(({ code }) => [code, AT])))).toBeUndefined();
});
