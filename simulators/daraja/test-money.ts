import { expect } from "vitest";
import { DARAJA } from "./simulator.ts";
import type { Received, TestShop } from "./test-shop.ts";

export const TILL = "600966";

/** How status and reversal are acknowledged. */
export const ACK = {
  OriginatorConversationID: expect.stringMatching(/^\d{4}-\d{7}-1$/),
  ConversationID: expect.stringMatching(/^AG_20261105_[0-9a-f]{20}$/),
  ResponseCode: "0",
  ResponseDescription: "Accept the service request successfully.",
};

/** Registers the C2B addresses. */
export const register = (shop: TestShop, change: Record<string, unknown> = {}) =>
  shop.post("/mpesa/c2b/v2/registerurl", {
    ShortCode: DARAJA.shortcode,
    ResponseType: "Completed",
    ConfirmationURL: `${shop.home}/c2b`,
    ValidationURL: `${shop.home}/valid`,
    ...change,
  });

/** Asks for a transaction's status, answered at /result or /timeout. */
export const askStatus = (shop: TestShop, code: string, change: Record<string, unknown> = {}) =>
  shop.post("/mpesa/transactionstatus/v1/query", {
    Initiator: DARAJA.initiator,
    SecurityCredential: DARAJA.securityCredential,
    CommandID: "TransactionStatusQuery",
    TransactionID: code,
    PartyA: DARAJA.shortcode,
    IdentifierType: "4",
    ResultURL: `${shop.home}/result`,
    QueueTimeOutURL: `${shop.home}/timeout`,
    Remarks: "A typed code",
    ...change,
  });

/** Asks for a payment back, answered at /result or /timeout. */
export const reverse = (shop: TestShop, code: string, change: Record<string, unknown> = {}) =>
  shop.post("/mpesa/reversal/v1/request", {
    Initiator: DARAJA.initiator,
    SecurityCredential: DARAJA.securityCredential,
    CommandID: "TransactionReversal",
    TransactionID: code,
    Amount: "1501",
    ReceiverParty: DARAJA.shortcode,
    RecieverIdentifierType: "11",
    ResultURL: `${shop.home}/result`,
    QueueTimeOutURL: `${shop.home}/timeout`,
    Remarks: "Out of stock",
    ...change,
  });

/** Asks Pull for three days from the begin. */
export const pull = (shop: TestShop, change: Record<string, unknown> = {}) =>
  shop.post("/pulltransactions/v1/query", {
    ShortCode: DARAJA.shortcode,
    StartDate: "2026-11-05 00:00:00",
    EndDate: "2026-11-07 23:59:59",
    OffSetValue: "0",
    ...change,
  });

type Result = Record<string, unknown>;

/** The Result that was sent. */
export function resultOf(sent: Received | undefined): Result | undefined {
  return (sent?.json as { Result: Result } | undefined)?.Result;
}

/** Its parameters. */
export function parametersOf(result: Result | undefined): { Key: string; Value?: unknown }[] {
  const given = result?.ResultParameters as { ResultParameter: { Key: string }[] } | undefined;
  return given?.ResultParameter ?? [];
}

/** The code of the last result once so many seconds have passed. */
export async function codeAfter(shop: TestShop, seconds: number): Promise<unknown> {
  await shop.control.advance(seconds);
  return resultOf(shop.on("/result").at(-1))?.ResultCode;
}
