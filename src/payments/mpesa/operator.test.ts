import { expect, test } from "vitest";
import { type FakeResponse, json, plain, silent } from "../../../test/fake-provider.ts";
import { mpesaConfig } from "../../../test/support/payment.ts";
import { error, hurry, mpesaScenes, TOKEN } from "../../../test/support/safaricom.ts";
import { registerTillUrls } from "./register.server.ts";

const REVERSAL = "/mpesa/reversal/v1/request";
const REGISTER = "/mpesa/c2b/v2/registerurl";

const { world, scene } = mpesaScenes();

const ACK = {
  OriginatorConversationID: "1236-7134259-1",
  ConversationID: "AG_20261105_1234409f86436c583e3f",
  ResponseCode: "0",
  ResponseDescription: "Accept the service request successfully.",
};
const paid = { receipt: "UK5AB12CD3", amount: 1501 };

test("a reversal says what Daraja wants", async () => {
  scene.safaricom.play(REVERSAL, json(200, ACK));
  expect(await scene.provider.refund?.(paid, "result-secret")).toEqual({
    type: "sent",
    reference: ACK.ConversationID,
  });
  expect(scene.safaricom.on(REVERSAL)[0]?.body).toEqual({
    Initiator: "apiop1",
    SecurityCredential: "c2ltdWxhdGVkLXNlY3VyaXR5LWNyZWRlbnRpYWw=",
    CommandID: "TransactionReversal",
    TransactionID: "UK5AB12CD3",
    Amount: "1501",
    ReceiverParty: "174379",
    RecieverIdentifierType: "11",
    ResultURL: "http://localhost:3000/hooks/mm/result/result-secret",
    QueueTimeOutURL: "http://localhost:3000/hooks/mm/timeout/result-secret",
    Remarks: "Shop refund",
  });
});

test.each<[string, FakeResponse, object]>([
  ["busy", error(500, "500.003.02"), { type: "failed", reason: "500.003.02", again: true }],
  ["an invalid field", error(400, "400.002.02"), { type: "failed", reason: "400.002.02", again: false }],
  [
    "ResponseCode 1",
    json(200, { ...ACK, ResponseCode: "1" }),
    { type: "failed", reason: "ResponseCode 1", again: false },
  ],
  ["an internal error", error(500, "500.003.1001"), { type: "unknown", reason: "500.003.1001" }],
  ["a duplicate", error(500, "500.002.1001"), { type: "unknown", reason: "500.002.1001" }],
  ["HTML", plain(503, "<html>"), { type: "unknown", reason: "HTTP 503" }],
  ["no ConversationID", json(200, { ResponseCode: "0" }), { type: "unknown", reason: "no ConversationID" }],
  ["silence", silent, { type: "unknown", reason: "timeout" }],
])("a reversal answered by %s is sent once", async (_name, turn, expected) => {
  // an answer that comes is waited for, however busy the machine is
  if (turn === silent) hurry();
  scene.safaricom.play(REVERSAL, turn);
  expect(await scene.provider.refund?.(paid, "result-secret")).toEqual(expected);
  expect(scene.safaricom.on(REVERSAL)).toHaveLength(1);
});

test("a reversal that never left may be tried again; without a receipt there is none", async () => {
  scene.safaricom.play(TOKEN, plain(500, ""));
  expect(await scene.provider.refund?.(paid, "result-secret")).toMatchObject({
    type: "failed",
    again: true,
  });
  expect(await scene.provider.refund?.({ ...paid, receipt: null }, "result-secret")).toMatchObject({
    type: "failed",
  });
  expect(scene.safaricom.on(REVERSAL)).toEqual([]);
});

test("without an operator nothing is reversed", () => {
  expect(scene.open({ MPESA_INITIATOR: "", MPESA_SECURITY_CREDENTIAL: "" }).refund).toBeUndefined();
});

test("the till's addresses are registered, and a refusal says why", async () => {
  const urls = { confirmation: "https://world.shop.example/c", validation: "https://world.shop.example/v" };
  const parts = {
    db: world.shop.db,
    config: mpesaConfig(scene.safaricom.url, { MPESA_TILL_NUMBER: "600966" }),
    log: world.log,
  };
  scene.safaricom.play(
    REGISTER,
    json(200, { OriginatorCoversationID: "1", ResponseCode: "0", ResponseDescription: "Success" }),
    error(500, "500.003.1001", "Urls are already registered."),
  );
  expect(await registerTillUrls(parts, urls)).toEqual({ type: "done" });
  expect(scene.safaricom.on(REGISTER)[0]?.body).toEqual({
    ShortCode: "600966",
    ResponseType: "Completed",
    ConfirmationURL: urls.confirmation,
    ValidationURL: urls.validation,
  });
  expect(await registerTillUrls(parts, urls)).toEqual({
    type: "failed",
    reason: "Urls are already registered.",
  });
});
