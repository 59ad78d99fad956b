import type { ProviderReply } from "../../platform/http-client/provider-client.server.ts";
import type { RefundAnswer, RefundStep } from "../core/provider.server.ts";
import type { Daraja } from "./daraja.server.ts";
import { readFault } from "./faults.ts";
import { fieldsOf, textOf } from "./fields.ts";
import type { Merchant } from "./merchant.server.ts";

type Operator = NonNullable<Merchant["operator"]>;

/** The outcome of a request whose result comes later to an address of its own. */
export type Acknowledged =
  | { type: "sent"; conversationId: string }
  /** Certainly not done. `again`: for a passing reason, so that the same request may succeed later. */
  | { type: "refused"; reason: string; again: boolean }
  | { type: "unknown"; reason: string };

/** Asks M-Pesa about a code (docs/payments.md, "Transaction status"); the answer comes to /hooks/mm/result. */
export async function askAboutCode(
  daraja: Daraja,
  operator: Operator,
  { code, secret }: { code: string; secret: string },
): Promise<Acknowledged> {
  const reply = await daraja.post({
    path: "/mpesa/transactionstatus/v1/query",
    json: {
      ...identity(daraja.merchant, operator, secret),
      CommandID: "TransactionStatusQuery",
      TransactionID: code,
      PartyA: daraja.merchant.shortcode,
      // the type of a shortcode
      IdentifierType: "4",
      Remarks: "Shop order",
    },
    seconds: 10,
  });
  return acknowledgement(reply);
}

/**
 * Refunds a whole payment (docs/payments.md, "Reversal"); the answer comes to /hooks/mm/result. Never sent twice
 * automatically.
 */
export async function reverse(
  daraja: Daraja,
  operator: Operator,
  { receipt, amount, secret }: { receipt: string | null; amount: number; secret: string },
): Promise<RefundStep> {
  if (receipt === null) return { type: "failed", reason: "the payment's M-Pesa code is not known" };
  const reply = await daraja.post({
    path: "/mpesa/reversal/v1/request",
    json: {
      ...identity(daraja.merchant, operator, secret),
      CommandID: "TransactionReversal",
      TransactionID: receipt,
      Amount: String(amount),
      ReceiverParty: daraja.merchant.shortcode,
      // the interface spells it this way
      RecieverIdentifierType: "11",
      Remarks: "Shop refund",
    },
    seconds: 30,
  });
  const answer = acknowledgement(reply);
  if (answer.type === "sent") return { type: "sent", reference: answer.conversationId };
  return answer.type === "unknown" ? answer : { type: "failed", reason: answer.reason, again: answer.again };
}

/** Asks for the state of a payment whose reversal's answer was lost; the answer comes to /hooks/mm/result. */
export async function askAboutReversal(
  daraja: Daraja,
  operator: Operator,
  { receipt, secret }: { receipt: string | null; secret: string },
): Promise<RefundAnswer> {
  if (receipt === null) return { type: "silent", reason: "the payment's M-Pesa code is not known" };
  const answer = await askAboutCode(daraja, operator, { code: receipt, secret });
  if (answer.type === "sent") return { type: "asked", reference: answer.conversationId };
  return { type: "silent", reason: answer.reason };
}

function identity(
  { publicUrl }: Merchant,
  { initiator, credential }: Operator,
  secret: string,
): Record<string, string> {
  return {
    Initiator: initiator,
    SecurityCredential: credential,
    ResultURL: `${publicUrl}/hooks/mm/result/${secret}`,
    QueueTimeOutURL: `${publicUrl}/hooks/mm/timeout/${secret}`,
  };
}

function acknowledgement(reply: ProviderReply): Acknowledged {
  if (reply.type === "notSent") return { type: "refused", reason: reply.reason, again: true };
  if (reply.type === "indeterminate") return { type: "unknown", reason: reply.reason };
  const { ResponseCode, ConversationID } = fieldsOf(reply.body);
  const responseCode = reply.status === 200 ? textOf(ResponseCode) : undefined;
  const conversationId = textOf(ConversationID);
  if (responseCode === "0" && conversationId !== undefined) return { type: "sent", conversationId };
  if (responseCode === "0") return { type: "unknown", reason: "no ConversationID" };
  if (responseCode !== undefined)
    return { type: "refused", reason: `ResponseCode ${responseCode}`, again: false };
  const fault = readFault(reply.status, reply.body);
  if (fault.type === "token") return { type: "refused", reason: "token", again: true };
  if (fault.type === "unknown") return fault;
  return { type: "refused", reason: fault.reason, again: fault.status === 503 };
}
