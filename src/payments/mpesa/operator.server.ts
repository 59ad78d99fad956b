import type { ProviderReply } from "../../platform/http-client/provider-client.server.ts";
import type { RefundAnswer, RefundStep } from "../core/provider.server.ts";
import type { Daraja } from "./daraja.server.ts";
import { readFault } from "./faults.ts";
import { fieldsOf, textOf } from "./fields.ts";
import type { Merchant } from "./merchant.server.ts";

type Operator = NonNullable<Merchant["operator"]>;

/** What became of a request whose result comes later to an address of its own. */
export type Acknowledged =
  | { is: "sent"; conversationId: string }
  /** Surely not done. `again`: because of the moment, not of what was asked. */
  | { is: "refused"; why: string; again: boolean }
  | { is: "unknown"; why: string };

/** Asks what M-Pesa knows of a code (docs/payments.md, "Transaction status"); the answer comes to /hooks/mm/result. */
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
      // a shortcode's
      IdentifierType: "4",
      Remarks: "Shop order",
    },
    seconds: 10,
  });
  return acknowledgement(reply);
}

/**
 * Gives a payment back in whole (docs/payments.md, "Reversal"); the answer comes to /hooks/mm/result. Never sent twice
 * by itself.
 */
export async function reverse(
  daraja: Daraja,
  operator: Operator,
  { receipt, amount, secret }: { receipt: string | null; amount: number; secret: string },
): Promise<RefundStep> {
  if (receipt === null) return { is: "failed", why: "the payment's M-Pesa code is not known" };
  const reply = await daraja.post({
    path: "/mpesa/reversal/v1/request",
    json: {
      ...identity(daraja.merchant, operator, secret),
      CommandID: "TransactionReversal",
      TransactionID: receipt,
      Amount: String(amount),
      ReceiverParty: daraja.merchant.shortcode,
      // the interface spells it so
      RecieverIdentifierType: "11",
      Remarks: "Shop refund",
    },
    seconds: 30,
  });
  const answer = acknowledgement(reply);
  if (answer.is === "sent") return { is: "sent", reference: answer.conversationId };
  return answer.is === "unknown" ? answer : { is: "failed", why: answer.why, again: answer.again };
}

/** Asks how the payment of a reversal stands whose answer was lost; what M-Pesa says comes to /hooks/mm/result. */
export async function askAboutReversal(
  daraja: Daraja,
  operator: Operator,
  { receipt, secret }: { receipt: string | null; secret: string },
): Promise<RefundAnswer> {
  if (receipt === null) return { is: "silent", why: "the payment's M-Pesa code is not known" };
  const answer = await askAboutCode(daraja, operator, { code: receipt, secret });
  if (answer.is === "sent") return { is: "asked", reference: answer.conversationId };
  return { is: "silent", why: answer.why };
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
  if (reply.type === "notSent") return { is: "refused", why: reply.reason, again: true };
  if (reply.type === "indeterminate") return { is: "unknown", why: reply.reason };
  const { ResponseCode, ConversationID } = fieldsOf(reply.body);
  const responseCode = reply.status === 200 ? textOf(ResponseCode) : undefined;
  const conversationId = textOf(ConversationID);
  if (responseCode === "0" && conversationId !== undefined) return { is: "sent", conversationId };
  if (responseCode === "0") return { is: "unknown", why: "no ConversationID" };
  if (responseCode !== undefined) return { is: "refused", why: `ResponseCode ${responseCode}`, again: false };
  const fault = readFault(reply.status, reply.body);
  if (fault.is === "token") return { is: "refused", why: "token", again: true };
  if (fault.is === "unknown") return fault;
  return { is: "refused", why: fault.why, again: fault.status === 503 };
}
