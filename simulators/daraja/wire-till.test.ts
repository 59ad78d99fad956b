import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { receiptDay } from "./ids.ts";
import { DARAJA } from "./simulator.ts";
import { askStatus, pull, register, reverse, TILL } from "./test-money.ts";
import { openTestShop, PHONE, type TestShop } from "./test-shop.ts";

// Money at the till on the wire, under the headings of docs/payments.md.

let shop: TestShop;
beforeEach(async () => {
  shop = await openTestShop({ till: TILL });
});
afterEach(() => shop.close());

const payTill = (more: Partial<Parameters<TestShop["control"]["payTill"]>[0]> = {}) =>
  shop.control.payTill({ amount: 1501, phone: PHONE, ...more }).code;

test("a dead token has another name for each family of calls", async () => {
  shop.control.mode({ mode: "token-expired" });
  const answers = [
    await askStatus(shop, "A"),
    await reverse(shop, "A"),
    await register(shop),
    await pull(shop),
  ];
  expect(answers.map(({ status, json }) => [status, json.errorCode])).toEqual([
    [400, "400.003.01"],
    [404, "404.001.03"],
    [400, "400.003.01"],
    [401, "401.001"],
  ]);
});

describe("Till confirmation", () => {
  test("addresses are registered once, and told of money at our till alone", async () => {
    payTill();
    await shop.control.advance(10);
    expect(shop.received).toEqual([]);

    expect((await register(shop)).json).toEqual({
      OriginatorCoversationID: expect.stringMatching(/^\d{4}-\d{7}-1$/),
      ResponseCode: "0",
      ResponseDescription: "Success",
    });
    expect(await register(shop)).toMatchObject({
      status: 500,
      json: { errorCode: "500.003.1001", errorMessage: "Urls are already registered." },
    });
    const code = payTill();
    await shop.control.advance(2);
    expect(shop.on("/c2b").map(({ json }) => json)).toEqual([
      {
        TransactionType: "Buy Goods",
        TransID: code,
        TransTime: "20261105143020",
        TransAmount: "1501.00",
        BusinessShortCode: TILL,
        BillRefNumber: "",
        InvoiceNumber: "",
        OrgAccountBalance: "22002.00",
        ThirdPartyTransID: "",
        MSISDN: "2547 ***** 001",
        FirstName: "JANE",
        MiddleName: "",
        LastName: "",
      },
    ]);
    payTill({ confirmation: false });
    payTill({ till: "600111" });
    await shop.control.advance(10);
    expect(shop.received).toHaveLength(1);
  });

  test.each([
    ["ShortCode", "600000"],
    ["ResponseType", "completed"],
    ["ConfirmationURL", undefined],
    ["ConfirmationURL", "https://shop.example/mpesa/confirm"],
    ["ValidationURL", "https://shop.example/Query"],
  ])("registering %s %j is refused", async (field, value) => {
    expect(await register(shop, { [field]: value })).toMatchObject({
      status: 400,
      json: { errorCode: "400.003.02", errorMessage: `Bad Request - Invalid ${field}` },
    });
  });

  test.each([
    [undefined, { BillRefNumber: "KB7Q2M9XPD", TransactionType: "Pay Bill", BusinessShortCode: "174379" }],
    [TILL, { BillRefNumber: "", TransactionType: "Buy Goods", BusinessShortCode: TILL }],
  ])("a prompt's, with the till %s, is %j", async (till, confirmed) => {
    const own = await openTestShop({ till });
    await register(own);
    await own.push(PHONE);
    await own.control.advance(9);
    const TransID = own.control.payments()[0]?.receipt;
    expect(own.on("/c2b")[0]?.json).toMatchObject({ ...confirmed, TransID });
    await own.close();
  });

  test("037 is confirmed before the callback; others after it", async () => {
    await register(shop);
    for (const scenario of ["037", "001"]) {
      await shop.push(`254700000${scenario}`);
      await shop.control.advance(20);
    }
    expect(shop.received.map(({ path }) => path)).toEqual(["/c2b", "/stk", "/stk", "/c2b"]);
    expect(shop.on("/c2b")[0]?.json).toMatchObject({ TransID: shop.control.payments()[0]?.receipt });
  });
});

describe("Pull", () => {
  const registered = () =>
    shop.post("/pulltransactions/v1/register", {
      ShortCode: DARAJA.shortcode,
      RequestType: "Pull",
      NominatedNumber: PHONE,
      CallBackURL: `${shop.home}/pull`,
    });

  test("registers once and lists the last two days, page by page, settlements too", async () => {
    expect((await pull(shop)).json.errorCode).toBe("400.001");
    expect((await registered()).json["Response Status"]).toBe("1000");
    shop.control.switches({ pullStatusKey: "ResponseStatus" });
    expect((await registered()).json.ResponseStatus).toBe("1001");
    expect((await pull(shop)).json).toMatchObject({ ResponseCode: "1001", Response: [[]] });

    const code = payTill();
    payTill({ amount: 9, status: "wrong-till" });
    expect((await pull(shop)).json).toEqual({
      ResponseRefID: expect.stringMatching(/^[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{20}$/),
      ResponseCode: "1000",
      ResponseMessage: "Success",
      Response: [
        [
          {
            transactionId: code,
            trxDate: "2026-11-05T14:30:10+03:00",
            msisdn: 254700000001,
            sender: "MPESA",
            transactiontype: "c2b-buy-goods-debit",
            billreference: "",
            amount: "1501.0",
            organizationname: "SHOP",
          },
        ],
      ],
    });
    shop.control.settle({ amount: 1000 });
    shop.control.switches({ pullPage: 1 });
    expect((await pull(shop, { OffSetValue: "1" })).json.Response).toMatchObject([
      [{ transactiontype: "merchant-to-organization-settlement" }],
    ]);
    expect((await pull(shop, { OffSetValue: "2" })).json.ResponseCode).toBe("1001");
    expect((await pull(shop, { StartDate: "yesterday" })).json.errorCode).toBe("400.001");
    await shop.control.advance(48 * 3600 + 1);
    await shop.token();
    expect((await pull(shop)).json.ResponseCode).toBe("1001");
  });

  test.each([
    ["offset", "2026-11-05T14:30:10+03:00"],
    ["local-z", "2026-11-05T14:30:10.000Z"],
    ["utc", "2026-11-05T11:30:10.000Z"],
  ] as const)("writes times as %s: %s", async (trxDate, text) => {
    shop.control.switches({ trxDate });
    await registered();
    payTill();
    expect((await pull(shop)).json.Response).toMatchObject([[{ trxDate: text }]]);
  });
});

describe("Phones and codes", () => {
  test.each([
    ["2006-01-01T00:00:00Z", "AA1"],
    ["2026-11-05T20:59:59Z", "UK5"],
    ["2026-11-05T21:00:00Z", "UK6"],
    ["2025-12-31T12:00:00Z", "TLV"],
  ])("a code of %s begins with %s, Nairobi's day", (time, day) => {
    expect(receiptDay(Date.parse(time))).toBe(day);
  });
});
