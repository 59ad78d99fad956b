import { afterEach, beforeEach, expect, test } from "vitest";
import {
  ACK,
  askStatus,
  BEGIN,
  codeAfter,
  PHONE,
  parametersOf,
  pull,
  register,
  resultOf,
  reverse,
  TILL,
} from "./test-money.ts";
import { openTestShop, type TestShop } from "./test-shop.ts";

let shop: TestShop;
beforeEach(async () => {
  shop = await openTestShop({ till: TILL }, BEGIN);
});
afterEach(() => shop.close());

test("A till payment gets a code of the day and is confirmed where URLs are registered, once", async () => {
  shop.control.payTill({ amount: 1501, phone: PHONE, till: TILL });
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
  const { code } = shop.control.payTill({ amount: 1501, phone: PHONE, till: TILL });
  expect(code).toMatch(/^UK5[A-Z0-9]{7}$/);
  await shop.control.advance(2);
  expect(shop.on("/c2b").map((callback) => callback.json)).toEqual([
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
  shop.control.payTill({ amount: 1501, phone: PHONE, confirmation: false });
  shop.control.payTill({ amount: 1501, phone: PHONE, till: "600111" });
  await shop.control.advance(10);
  expect(shop.received).toHaveLength(1);
});

test.each([
  ["ShortCode", "600000"],
  ["ResponseType", "completed"],
  ["ConfirmationURL", undefined],
  ["ConfirmationURL", "https://shop.example/mpesa/confirm"],
  ["ValidationURL", "https://shop.example/Query"],
])("Registering %s %j is refused", async (field, value) => {
  expect(await register(shop, { [field]: value })).toMatchObject({
    status: 400,
    json: { errorCode: "400.003.02", errorMessage: `Bad Request - Invalid ${field}` },
  });
});

test("C2B simulate pays and confirms; v1 hashes the phone", async () => {
  await register(shop, {}, "v1");
  const asked = { ShortCode: TILL, CommandID: "CustomerBuyGoodsOnline", Amount: 5, Msisdn: PHONE };
  const { json } = await shop.post("/mpesa/c2b/v2/simulate", asked);
  expect(json).toMatchObject({ ResponseCode: "0", OriginatorCoversationID: expect.any(String) });
  await shop.control.advance(2);
  const [confirmed] = shop.on("/c2b");
  expect(confirmed?.json).toMatchObject({
    TransAmount: "5.00",
    MSISDN: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  const refused = await shop.post("/mpesa/c2b/v2/simulate", { ...asked, Msisdn: "0700000001" });
  expect(refused.json.errorMessage).toBe("Bad Request - Invalid Msisdn");
});

test("Transaction status is acknowledged and told to ResultURL", async () => {
  const { code } = shop.control.payTill({ amount: 1501, phone: PHONE, till: TILL });
  const acknowledged = await askStatus(shop, code);
  expect(acknowledged.json).toEqual(ACK);
  await shop.control.advance(3);
  const { OriginatorConversationID, ConversationID } = acknowledged.json;
  expect(resultOf(shop.on("/result").at(-1))).toEqual({
    ResultType: 0,
    ResultCode: 0,
    ResultDesc: "The service request is processed successfully.",
    OriginatorConversationID,
    ConversationID,
    TransactionID: "UK50000000",
    ResultParameters: {
      ResultParameter: [
        { Key: "DebitPartyName", Value: "254700000001 - JANE" },
        { Key: "CreditPartyName", Value: "600966 - SHOP" },
        { Key: "InitiatedTime", Value: "20261105143010" },
        { Key: "FinalisedTime", Value: "20261105143010" },
        { Key: "TransactionStatus", Value: "Completed" },
        { Key: "Amount", Value: "1501" },
        { Key: "ReceiptNo", Value: code },
        { Key: "TransactionReason" },
      ],
    },
    ReferenceData: { ReferenceItem: { Key: "Occasion" } },
  });
});

test("Transaction status tells of codes that prove nothing", async () => {
  const told = async (status: "not-found" | "wrong-till" | "short" | "reversed") => {
    const { code } = shop.control.payTill({ amount: 1501, phone: PHONE, status });
    await askStatus(shop, code);
    await shop.control.advance(3);
    const told = parametersOf(resultOf(shop.on("/result").at(-1)));
    return Object.fromEntries(told.map(({ Key, Value }) => [Key, Value]));
  };
  expect(await told("wrong-till")).toMatchObject({ CreditPartyName: "600111 - OTHER SHOP" });
  expect(await told("short")).toMatchObject({ Amount: "1500", TransactionStatus: "Completed" });
  expect(await told("reversed")).toMatchObject({ TransactionStatus: "Reversed" });
  expect(await told("not-found")).toEqual({});
  expect(resultOf(shop.on("/result").at(-1))?.ResultCode).toBe("SFC_IC0003");
  await askStatus(shop, "UK5AAAAAAA", { Initiator: "somebody" });
  expect(await codeAfter(shop, 3)).toBe(2001);
});

test("Transaction status can stay silent or time out in the queue", async () => {
  for (const status of ["never", "timeout"] as const) {
    const { code } = shop.control.payTill({ amount: 1501, phone: PHONE, status });
    expect((await askStatus(shop, code)).json).toEqual(ACK);
  }
  await shop.control.advance(3000);
  expect(shop.received.map((callback) => callback.path)).toEqual(["/timeout"]);
});

test.each([
  ["CommandID", "TransactionStatus"],
  ["TransactionID", ""],
  ["PartyA", TILL],
  ["IdentifierType", "1"],
  ["ResultURL", undefined],
  ["QueueTimeOutURL", undefined],
  ["Remarks", "x".repeat(101)],
  ["Occasion", "x".repeat(101)],
  ["SecurityCredential", undefined],
])("Transaction status with %s %j is refused", async (field, value) => {
  expect(await askStatus(shop, "UK5AAAAAAA", { [field]: value })).toMatchObject({
    status: 400,
    json: { errorCode: "400.003.02", errorMessage: `Bad Request - Invalid ${field}` },
  });
});

test("A dead token has another name for each family of calls", async () => {
  await shop.token();
  shop.control.expireTokens();
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
