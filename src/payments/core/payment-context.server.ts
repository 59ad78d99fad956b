import type { Config } from "../../config.server.ts";
import type { DeliverySettings } from "../../delivery/rules.ts";
import { type MailLinks, mailLinks } from "../../ordering/mails/mail-links.server.ts";
import type { Method } from "../../ordering/rules.ts";
import type { Db } from "../../platform/database/db.server.ts";
import type { Log } from "../../platform/log.server.ts";
import { deliveryNow } from "../../settings/current-settings.server.ts";
import { flutterwaveProvider } from "../card/provider.server.ts";
import { numbersNow } from "../mpesa/merchant.server.ts";
import { mpesaProvider } from "../mpesa/provider.server.ts";
import { tillProvider } from "../mpesa/till-code/provider.server.ts";
import type { Provider } from "./provider.server.ts";

/** What all code about payments works with: the database, the log, where mails lead to, and each method's provider. */
export type PaymentContext = {
  db: Db;
  log: Log;
  links: MailLinks | undefined;
  /** What delivery costs, as the request or job at work began with it. */
  delivery: () => DeliverySettings;
  provider: (method: Method) => Provider | undefined;
  /** The numbers at which M-Pesa takes money for the shop. */
  tills: () => string[];
};

/** A provider is there as long as its settings are, even when shoppers cannot choose it any more: old payments need it. */
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
