import type { FlutterwaveProvider } from "../card/provider.server.ts";
import type { CardWebhook } from "../card/webhook.server.ts";
import type { PaymentContext } from "../core/payment-context.server.ts";
import { applyReportedRefund } from "../refunds/reported-refund.server.ts";
import { findCharge } from "../transactions/queries.server.ts";
import { NotYet } from "./webhook-inbox.server.ts";

/** Seconds for which a provider that is away is asked about a refund. */
const ASKED_FOR = 24 * 3600;

/**
 * A webhook says that a charge, or a part of it, was refunded: the provider is asked about that very refund, which is compared
 * with ours. Of one that it does not know by its name the webhook's word is compared.
 * @throws NotYet while the provider cannot say
 */
export async function processRefundWebhook(
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
