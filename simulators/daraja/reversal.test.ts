import { afterEach, beforeEach, expect, test } from "vitest";
import { ACK, BEGIN, codeAfter, PHONE, parametersOf, resultOf, reverse, TILL } from "./test-money.ts";
import { openTestShop, type TestShop } from "./test-shop.ts";

let shop: TestShop;
beforeEach(async () => {
  shop = await openTestShop({ till: TILL }, BEGIN);
});
afterEach(() => shop.close());

test("A prompt's payment is reversed in full, once", async () => {
  await shop.push(PHONE);
  await shop.control.advance(8);
  const receipt = shop.control.payments()[0]?.receipt ?? "";
  const acknowledged = await reverse(shop, receipt);
  expect(acknowledged.json).toEqual(ACK);
  await reverse(shop, receipt);
  await shop.control.advance(5);
  const [first, second] = shop.on("/result").map(resultOf);
  expect(first).toMatchObject({
    ResultType: 0,
    ResultCode: 0,
    ConversationID: acknowledged.json.ConversationID,
  });
  const ResultParameter = parametersOf(first);
  expect(ResultParameter.map(({ Key }) => Key)).toEqual([
    "DebitAccountBalance",
    "Amount",
    "TransCompletedTime",
    "OriginalTransactionID",
    "Charge",
    "CreditPartyPublicName",
    "DebitPartyPublicName",
  ]);
  expect(ResultParameter[3]?.Value).toBe(receipt);
  expect(second?.ResultCode).toBe("R000001");
  expect(shop.control.ledger()[0]).toMatchObject({ receipt, reversed: true });
});

test("A reversal fails as asked, and by itself for what cannot be", async () => {
  const { code } = shop.control.payTill({ amount: 1501, phone: PHONE });
  const asked = await reverse(shop, "UK5AB12CD3");
  await shop.control.advance(5);
  expect(resultOf(shop.on("/result").at(-1))).toEqual({
    ResultType: 0,
    ResultCode: "R000002",
    ResultDesc: "The OriginalTransactionID is invalid.",
    OriginatorConversationID: asked.json.OriginatorConversationID,
    ConversationID: asked.json.ConversationID,
    TransactionID: "UK50000000",
    ReferenceData: { ReferenceItem: { Key: "QueueTimeoutURL", Value: `${shop.home}/timeout` } },
  });
  await reverse(shop, code, { Amount: "1500" });
  expect(await codeAfter(shop, 5)).toBe(2006);
  for (const [mode, result] of [
    ["already", "R000001"],
    ["invalid", "R000002"],
    ["balance", 1],
  ] as const) {
    shop.control.refundMode(mode);
    await reverse(shop, code);
    expect(await codeAfter(shop, 5)).toBe(result);
  }
  shop.control.refundMode("timeout");
  await reverse(shop, code);
  await shop.control.advance(30);
  expect(shop.on("/timeout")).toHaveLength(1);
  expect(shop.control.ledger()[0]?.reversed).toBe(false);

  const before = shop.received.length;
  shop.control.refundMode("never");
  await reverse(shop, code);
  await shop.control.advance(3000);
  expect([shop.received.length, shop.control.ledger()[0]?.reversed]).toEqual([before, true]);

  for (const [field, value] of [
    ["RecieverIdentifierType", "4"],
    ["Remarks", "x"],
    ["Amount", "10.5"],
    ["ReceiverParty", "1"],
  ] as const)
    expect((await reverse(shop, code, { [field]: value })).json.errorMessage).toBe(
      `Bad Request - Invalid ${field}`,
    );
});
