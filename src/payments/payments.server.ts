import type { Config } from "../config.server.ts";
import type { Feature } from "../platform/feature.server.ts";
import type { Http } from "../platform/http/http.server.ts";
import { paymentsApi } from "./api.server.ts";
import { reconcileCharges } from "./card/reconcile-charges.server.ts";
import { sweepPayments } from "./delete-ended.server.ts";
import { paymentTasks, runDueChecks, runDueWork } from "./jobs.server.ts";
import { pullNightly, repeatPull } from "./mpesa/nightly-pull.server.ts";
import { endsOfCodes } from "./mpesa/till-code/code-limits.server.ts";
import { canAskAboutCodes } from "./mpesa/till-code/provider.server.ts";
import { codeStanding, moneyOfOrders, retypeCode } from "./mpesa/till-code/retype-code.server.ts";
import { mailWhatWaits } from "./staff/daily-mail.server.ts";
import { paymentReadings } from "./staff/payment-readings.server.ts";
import { listUnsettled } from "./status/list-unsettled.server.ts";
import { paymentWebhooks } from "./webhooks/webhook-routes.server.ts";

/** The calls of payments and their webhooks, their jobs and checks by the clock, and figures for metrics. */
export async function paymentsFeature(
  http: Http,
  parts: Parameters<typeof paymentsApi>[1],
): Promise<Feature> {
  const { context, config } = parts;
  const { db, log } = context;
  const canAsk = canAskAboutCodes(config);
  paymentsApi(http, parts);
  await paymentWebhooks(http, { db, config });
  return {
    tasks: paymentTasks(context),
    second: [() => runDueChecks(context)],
    minute: [() => runDueWork(context)],
    hour: [() => sweepPayments(context), () => repeatPull({ db, config, log })],
    day: [() => pullNightly({ db, config, log }), () => reconcileCharges(context)],
    morning: [() => mailWhatWaits(context, { canAsk })],
    readings: () => paymentReadings(db, { canAsk }),
  };
}

/** What the ordering feature asks of payments, whatever the settings are. */
export function paymentsOfOrders(config: Config) {
  const canAsk = canAskAboutCodes(config);
  return {
    codesUntil: endsOfCodes({ canAsk }),
    listUnsettled,
    moneyOf: moneyOfOrders,
    codeStanding,
    retypeCode,
  };
}
