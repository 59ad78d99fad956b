import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { ACK, askStatus, codeAfter, parametersOf, resultOf, reverse, TILL } from "./test-money.ts";
import { openTestShop, PHONE, type TestShop } from "./test-shop.ts";

// What is acknowledged at once and told later, under the headings of docs/payments.md.

const shop = await openTestShop({ till: TILL });
afterAll(() => shop.close());
beforeEach(() => shop.clear());

const payTill = (status?: Parameters<TestShop["control"]["payTill"]>[0]["status"]) =>
  shop.control.payTill({ amount: 1501, phone: PHONE, status, confirmation: false }).code;

describe("Transaction status", () => {
  test("is acknowledged and told to ResultURL", async () => {
    const code = payTill();
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

  test.each([
    ["wrong-till", 0, { CreditPartyName: "600111 - OTHER SHOP" }],
    ["short", 0, { Amount: "1500", TransactionStatus: "Completed" }],
    ["reversed", 0, { TransactionStatus: "Reversed" }],
    ["not-found", "SFC_IC0003", {}],
  ] as const)("of a code that is %s is %s with %j", async (status, code, parameters) => {
    await askStatus(shop, payTill(status));
    expect(await codeAfter(shop, 3)).toBe(code);
    const told = parametersOf(resultOf(shop.on("/result").at(-1)));
    expect(Object.fromEntries(told.map(({ Key, Value }) => [Key, Value]))).toMatchObject(parameters);
    if (status === "not-found") expect(told).toEqual([]);
  });

  test("by another initiator is 2001", async () => {
    await askStatus(shop, "UK5AAAAAAA", { Initiator: "somebody" });
    expect(await codeAfter(shop, 3)).toBe(2001);
  });

  test.each([
    ["never", []],
    ["timeout", ["/timeout"]],
  ] as const)("of a code that is answered %s comes to %j", async (status, paths) => {
    expect((await askStatus(shop, payTill(status))).json).toEqual(ACK);
    await shop.control.advance(3000);
    expect(shop.received.map(({ path }) => path)).toEqual(paths);
  });

  test.each([
    ["CommandID", "TransactionStatus"],
    ["TransactionID", ""],
    ["PartyA", TILL],
    ["IdentifierType", "1"],
    ["ResultURL", undefined],
    ["QueueTimeOutURL", undefined],
    ["Remarks", "x".repeat(101)],
    ["SecurityCredential", undefined],
  ])("with %s %j is refused", async (field, value) => {
    expect(await askStatus(shop, "UK5AAAAAAA", { [field]: value })).toMatchObject({
      status: 400,
      json: { errorCode: "400.003.02", errorMessage: `Bad Request - Invalid ${field}` },
    });
  });
});

describe("Reversal", () => {
  test("gives a prompt's payment back in full, once; then it is R000001", async () => {
    await shop.push(PHONE);
    await shop.control.advance(8);
    const receipt = shop.control.payments()[0]?.receipt ?? "";
    const acknowledged = await reverse(shop, receipt);
    expect(acknowledged.json).toEqual(ACK);
    await reverse(shop, receipt);
    await shop.control.advance(5);
    const [first, second] = shop.on("/result").map(resultOf);
    const { ConversationID } = acknowledged.json;
    expect(first).toMatchObject({ ResultType: 0, ResultCode: 0, ConversationID });
    expect(parametersOf(first).map(({ Key }) => Key)).toEqual([
      "DebitAccountBalance",
      "Amount",
      "TransCompletedTime",
      "OriginalTransactionID",
      "Charge",
      "CreditPartyPublicName",
      "DebitPartyPublicName",
    ]);
    expect(parametersOf(first)[3]?.Value).toBe(receipt);
    expect(second?.ResultCode).toBe("R000001");
    expect(shop.control.ledger()[0]).toMatchObject({ receipt, reversed: true });
  });

  test("of what is not there is told in full", async () => {
    const { OriginatorConversationID, ConversationID } = (await reverse(shop, "UK5AB12CD3")).json;
    await shop.control.advance(5);
    expect(resultOf(shop.on("/result").at(-1))).toEqual({
      ResultType: 0,
      ResultCode: "R000002",
      ResultDesc: "The OriginalTransactionID is invalid.",
      OriginatorConversationID,
      ConversationID,
      TransactionID: "UK50000000",
      ReferenceData: { ReferenceItem: { Key: "QueueTimeoutURL", Value: `${shop.home}/timeout` } },
    });
  });

  test.each([
    ["ok", { Amount: "1500" }, "/result", 2006, false],
    ["already", {}, "/result", "R000001", false],
    ["invalid", {}, "/result", "R000002", false],
    ["balance", {}, "/result", 1, false],
    ["timeout", {}, "/timeout", 1019, false],
    ["never", {}, undefined, undefined, true],
  ] as const)("in the mode %s with %j comes to %s as %s", async (mode, change, path, code, reversed) => {
    const receipt = payTill();
    shop.control.refundMode(mode);
    await reverse(shop, receipt, change);
    await shop.control.advance(3000);
    expect(shop.received.map((told) => [told.path, resultOf(told)?.ResultCode])).toEqual(
      path ? [[path, code]] : [],
    );
    expect(shop.control.ledger()[0]?.reversed).toBe(reversed);
  });

  test.each([
    ["RecieverIdentifierType", "4"],
    ["Remarks", "x"],
    ["Amount", "10.5"],
    ["ReceiverParty", "1"],
  ])("with %s %j is refused", async (field, value) => {
    const { json } = await reverse(shop, payTill(), { [field]: value });
    expect(json.errorMessage).toBe(`Bad Request - Invalid ${field}`);
  });
});
