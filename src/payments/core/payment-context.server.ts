import type { DeliverySettings } from "../../delivery/rules.ts";
import type { MailLinks } from "../../ordering/mails/mail-links.server.ts";
import type { Method } from "../../ordering/rules.ts";
import type { Db } from "../../platform/database/db.server.ts";
import type { Log } from "../../platform/log.server.ts";
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
