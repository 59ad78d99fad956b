import { type Answer, ok } from "./answers.ts";
import { deliver } from "./delivery.ts";
import { type Fields, reader } from "./fields.ts";
import { eatStamp, receiptDay } from "./ids.ts";
import { PAYER, partyName } from "./ledger.ts";
import type { Paid, World } from "./world.ts";

/** Seconds from the question to the result. */
const STATUS_AFTER = 3;

/** Transaction status: acknowledged immediately, its result sent to ResultURL. */
export function status(world: World, fields: Fields): Answer {
  const { text, exactly, url } = reader(fields, "c2b");
  const initiator = text("Initiator", 1, 100);
  const credential = text("SecurityCredential", 1, 2000);
  exactly("CommandID", "TransactionStatusQuery");
  const receipt = text("TransactionID", 1, 100);
  exactly("PartyA", world.setup.shortcode);
  exactly("IdentifierType", "4");
  const owed = owe(world, url("ResultURL"), url("QueueTimeOutURL"));
  text("Remarks", 1, 100);

  const manner = found(world, receipt)?.answer;
  if (!isInitiator(world, initiator, credential)) sendResultLater(world, owed, STATUS_AFTER, notInitiator);
  else if (manner === "timeout") giveUpLater(world, owed);
  else if (manner !== "never") sendResultLater(world, owed, STATUS_AFTER, () => statusOf(world, receipt));
  return acknowledge(owed);
}

/** Whether the initiator and its credential are the shop's. */
export function isInitiator({ setup }: World, initiator: string, credential: string): boolean {
  return initiator === setup.initiator && credential === setup.securityCredential;
}

export function notInitiator(): ProviderResult {
  return {
    code: 2001,
    words: "The initiator information is invalid.",
    reference: { Key: "Occasion" },
  };
}

function found(world: World, receipt: string): Paid | undefined {
  return world.ledger.find((paid) => paid.receipt === receipt && paid.type !== "Settlement");
}

function statusOf(world: World, receipt: string): ProviderResult {
  const paid = found(world, receipt);
  const reference = { Key: "Occasion" };
  if (!paid) {
    const words = "The transaction receipt number does not exist.";
    return { code: "SFC_IC0003", words, reference };
  }
  const at = eatStamp(paid.at);
  const parameters = [
    { Key: "DebitPartyName", Value: `${paid.phone} - ${PAYER}` },
    { Key: "CreditPartyName", Value: partyName(world, paid.to) },
    { Key: "InitiatedTime", Value: at },
    { Key: "FinalisedTime", Value: at },
    { Key: "TransactionStatus", Value: paid.reversed ? "Reversed" : "Completed" },
    { Key: "Amount", Value: String(paid.amount) },
    { Key: "ReceiptNo", Value: paid.receipt },
    { Key: "TransactionReason" },
  ];
  return { code: 0, words: DONE, parameters, reference };
}

/** Seconds a request may wait before Safaricom's queue gives it up. */
const QUEUE_MAX = 30;

/** Where and about what a result is owed. */
export type Owed = { ids: Conversation; resultUrl: string; timeoutUrl: string };

type Conversation = { OriginatorConversationID: string; ConversationID: string };

/** A result as it is sent: the code as its JSON type says, with parameters on success. */
export type ProviderResult = {
  code: number | string;
  words: string;
  parameters?: Parameter[];
  reference: Parameter;
};

type Parameter = { Key: string; Value?: string | number };

export const DONE = "The service request is processed successfully.";

export function owe(world: World, resultUrl: string, timeoutUrl: string): Owed {
  const ids = {
    OriginatorConversationID: world.ids.originator(),
    ConversationID: world.ids.conversation(world.clock.now()),
  };
  return { ids, resultUrl, timeoutUrl };
}

export function acknowledge({ ids }: Owed): Answer {
  return ok({ ...ids, ResponseCode: "0", ResponseDescription: "Accept the service request successfully." });
}

/** Tells the result in so many seconds, as things stand then. */
export function sendResultLater(
  world: World,
  owed: Owed,
  seconds: number,
  result: () => ProviderResult,
): void {
  world.agenda.after(seconds, () => {
    const { code, words, parameters, reference } = result();
    return deliver(world, owed.resultUrl, resultText(world, owed, 0, code, words, parameters, reference));
  });
}

/** The queue's own word that nothing was done. Its shape is not documented; this is a result's. */
export function giveUpLater(world: World, owed: Owed): void {
  const words = "The request timed out in the queue.";
  const text = resultText(world, owed, 1, 1019, words, undefined, { Key: "QueueTimeoutURL" });
  world.agenda.after(QUEUE_MAX, () => deliver(world, owed.timeoutUrl, text));
}

function resultText(
  world: World,
  { ids }: Owed,
  type: 0 | 1,
  code: number | string,
  words: string,
  parameters: Parameter[] | undefined,
  reference: Parameter,
): string {
  return JSON.stringify({
    Result: {
      ResultType: type,
      ResultCode: code,
      ResultDesc: words,
      ...ids,
      TransactionID: `${receiptDay(world.clock.now())}0000000`,
      ...(parameters ? { ResultParameters: { ResultParameter: parameters } } : {}),
      ReferenceData: { ReferenceItem: reference },
    },
  });
}
