import { type Db, transaction } from "../../platform/database/db.server.ts";
import { hashSecret } from "../../platform/id.server.ts";
import { processCharge } from "../card/process-charge.server.ts";
import type { FlutterwaveProvider } from "../card/provider.server.ts";
import { type CardWebhook, readWebhook } from "../card/webhook.server.ts";
import type { PaymentContext } from "../core/provider.server.ts";
import { findByReference } from "../core/queries.server.ts";
import { applyReportedRefund } from "../refunds/reported-refund.server.ts";
import { addException, findCharge, transactionOf } from "../transactions/queries.server.ts";
import { NotYet, UNREADABLE, type Webhook } from "./webhook-inbox.server.ts";

/** Processes a report of the card provider, or of a browser (`about`): it only causes a question. @throws NotYet provider away */
export async function processCardWebhook(context: PaymentContext, { body, about }: Webhook): Promise<string> {
  const said = readWebhook(body);
  const provider = context.provider("flutterwave") as FlutterwaveProvider | undefined;
  if (!said || !provider) return UNREADABLE;
  // what a browser reports keeps no goods held
  if (said.kind === "charge") return processCharge(context, provider, said, about === null && said.paid);
  if (said.kind === "refund") return processRefundWebhook(context, provider, said);
  return noteOther(context.db, said, body);
}

/** Lists an event of an unknown kind for the owner: it may be a chargeback. */
async function noteOther(
  db: Db,
  { event = "?", transactionId, txRef }: CardWebhook,
  body: string,
): Promise<string> {
  const key = `event:${hashSecret(body)}`;
  const payment = txRef === undefined ? undefined : await findByReference(db, txRef);
  await transaction(db, async (tx) => {
    // a dispute may have a number of its own, and name the charge by our reference alone
    const money =
      (await findCharge(tx, transactionId ?? "")) ?? (payment && (await transactionOf(tx, payment)));
    await addException(
      tx,
      {
        key,
        kind: "dispute",
        text: `the card provider sent "${event.slice(0, 40)}", which the shop does not know`,
        provider: "card",
        receipt: money?.receipt ?? transactionId ?? txRef ?? null,
      },
      { money, payment },
    );
  });
  return "unknown event";
}

/** Seconds for which an unreachable provider is asked about a refund. */
const ASKED_FOR = 24 * 3600;

/**
 * For a webhook that says that a charge, or a part of it, was refunded: asks the provider about that refund and compares it with
 * ours. Where the provider does not know it by its id, what the webhook says is compared.
 * @throws NotYet while the provider cannot be asked
 */
async function processRefundWebhook(
  context: PaymentContext,
  provider: FlutterwaveProvider,
  { transactionId: receipt = "", refundId = "", refunded }: CardWebhook,
): Promise<string> {
  const money = await findCharge(context.db, receipt);
  if (!money) return "no payment of ours";
  const found = await provider.lookUpRefund(refundId);
  if (found === "away")
    throw new NotYet("the card provider could not be asked about a refund", { within: ASKED_FOR });
  const isOfIt = found !== "missing" && found.receipt === receipt;
  return applyReportedRefund(
    context,
    money,
    isOfIt
      ? found
      : { reference: refundId, amount: refunded, step: { type: "unknown", reason: "a webhook says so" } },
  );
}
