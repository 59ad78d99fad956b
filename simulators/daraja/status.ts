import type { Answer } from "./answers.ts";
import { eatStamp } from "./eat.ts";
import { type Fields, reader } from "./fields.ts";
import { PAYER, partyName } from "./ledger.ts";
import { acknowledge, DONE, giveUpLater, owe, type ProviderResult, sendResultLater } from "./results.ts";
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
