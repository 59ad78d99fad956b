import type { Config } from "../config.server.ts";
import { mailLinks } from "../ordering/mails/mail-links.server.ts";
import type { Method } from "../ordering/rules.ts";
import type { Db } from "../platform/database/db.server.ts";
import type { Log } from "../platform/log.server.ts";
import { deliveryNow } from "../settings/current-settings.server.ts";
import { flutterwaveProvider } from "./card/provider.server.ts";
import type { PaymentContext, Provider } from "./core/provider.server.ts";
import { numbersNow } from "./mpesa/merchant.server.ts";
import { mpesaProvider } from "./mpesa/provider.server.ts";
import { tillProvider } from "./mpesa/till-code/provider.server.ts";

/** A provider exists as long as its settings do, even when shoppers cannot choose it any more: old payments need it. */
export function createPaymentContext(parts: { db: Db; config: Config; log: Log }): PaymentContext {
  const { config } = parts;
  const providers: Partial<Record<Method, Provider>> = {
    cod: tillProvider(parts),
    ...(config.MPESA_CONSUMER_KEY && config.MPESA_PASSKEY ? { mpesa: mpesaProvider(parts) } : {}),
    ...(config.FLW_SECRET_KEY ? { flutterwave: flutterwaveProvider(parts) } : {}),
  };
  return {
    db: parts.db,
    log: parts.log,
    links: mailLinks(config),
    delivery: deliveryNow,
    provider: (method) => providers[method],
    tills: () => numbersNow(config),
  };
}
