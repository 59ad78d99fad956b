import type { Config } from "../../../config.server.ts";
import type { Db } from "../../../platform/database/db.server.ts";
import type { Log } from "../../../platform/log.server.ts";
import { registerTillUrls } from "../register.server.ts";
import { tillSecret } from "./secret.server.ts";

/** Tells M-Pesa to report every payment at the till to this shop. @throws ConfigError when M-Pesa is not set up */
export function registerTill(parts: { db: Db; config: Config; log: Log }) {
  const address = `${parts.config.PUBLIC_URL}/hooks/mm/c2b/${tillSecret(parts.config)}`;
  return registerTillUrls(parts, { confirmation: `${address}/confirm`, validation: `${address}/validate` });
}
