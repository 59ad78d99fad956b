import type { Answer } from "./answers.ts";
import { type Fields, reader } from "./fields.ts";
import { eatStamp } from "./ids.ts";
import { PAYER } from "./ledger.ts";
import {
  acknowledge,
  DONE,
  giveUpLater,
  isInitiator,
  notInitiator,
  type Owed,
  owe,
  type ProviderResult,
  sendResultLater,
} from "./results.ts";
import type { Paid, World } from "./world.ts";

/** Seconds from the request to the result. */
const REVERSED_AFTER = 5;

/** Reversal: acknowledged immediately, its result sent to ResultURL. Asked twice it is done once and then R000001. */
export function reversal(world: World, fields: Fields): Answer {
  const { text, exactly, amount, url } = reader(fields);
  const initiator = text("Initiator", 1, 100);
  const credential = text("SecurityCredential", 1, 2000);
  exactly("CommandID", "TransactionReversal");
  const receipt = text("TransactionID", 1, 100);
  const sum = amount("Amount");
  exactly("ReceiverParty", world.setup.shortcode);
  exactly("RecieverIdentifierType", "11");
  const owed = owe(world, url("ResultURL"), url("QueueTimeOutURL"));
  text("Remarks", 2, 100);

  if (!isInitiator(world, initiator, credential)) sendResultLater(world, owed, REVERSED_AFTER, notInitiator);
  else carryOut(world, owed, receipt, sum);
  return acknowledge(owed);
}

function carryOut(world: World, owed: Owed, receipt: string, sum: number): void {
  const { refund } = world;
  if (refund === "timeout") giveUpLater(world, owed);
  // the harsher silence: the money goes back and nobody says so
  else if (refund === "never") world.agenda.after(REVERSED_AFTER, () => reverse(world, owed, receipt, sum));
  else sendResultLater(world, owed, REVERSED_AFTER, () => reverse(world, owed, receipt, sum));
}

function reverse(world: World, owed: Owed, receipt: string, sum: number): ProviderResult {
  const paid = world.ledger.find((entry) => entry.receipt === receipt && isOurs(world, entry));
  if (paid?.reversed) paid.repeats += 1;
  if (world.refund === "invalid" || !paid) return refused(owed, "R000002");
  if (world.refund === "already" || paid.reversed) return refused(owed, "R000001");
  if (world.refund === "balance" || world.balance < sum) return refused(owed, 1);
  if (sum !== paid.amount) return refused(owed, 2006);
  paid.reversed = true;
  world.balance -= sum;
  return done(world, paid, sum);
}

const isOurs = ({ setup }: World, { to }: Paid) => to === setup.shortcode || to === setup.till;

const REFUSED: Record<string, string> = {
  "1": "The balance is insufficient for the transaction.",
  "2006": "Declined due to account rule: The account status does not allow this transaction.",
  R000001: "The transaction has already been reversed.",
  R000002: "The OriginalTransactionID is invalid.",
};

function refused({ timeoutUrl }: Owed, code: number | string): ProviderResult {
  return { code, words: REFUSED[code] ?? "", reference: { Key: "QueueTimeoutURL", Value: timeoutUrl } };
}

function done(world: World, paid: Paid, sum: number): ProviderResult {
  const now = world.clock.now();
  const parameters = [
    {
      Key: "DebitAccountBalance",
      Value: `Utility Account|KES|${world.balance}.00|${world.balance}.00|0.00|0.00`,
    },
    { Key: "Amount", Value: sum },
    { Key: "TransCompletedTime", Value: Number(eatStamp(now)) },
    { Key: "OriginalTransactionID", Value: paid.receipt },
    { Key: "Charge", Value: 0 },
    { Key: "CreditPartyPublicName", Value: `${paid.phone} - ${PAYER}` },
    { Key: "DebitPartyPublicName", Value: `${paid.to} - SHOP` },
  ];
  return { code: 0, words: DONE, parameters, reference: { Key: "QueueTimeoutURL" } };
}
