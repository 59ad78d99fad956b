import type { Config } from "../../config.server.ts";
import { ConfigError } from "../../platform/config.server.ts";
import type { Db } from "../../platform/database/db.server.ts";
import type { Log } from "../../platform/log.server.ts";
import { openDaraja } from "./daraja.server.ts";
import { readFault } from "./faults.ts";
import { fieldsOf, textOf } from "./fields.ts";
import { readMerchant } from "./merchant.server.ts";
import { tillSecret } from "./till-code/secret.server.ts";

type Parts = { db: Db; config: Config; log: Log };

/** Tells M-Pesa to report every payment at the till to this shop. @throws ConfigError when M-Pesa is not set up */
export function registerTill(parts: Parts) {
  const address = `${parts.config.PUBLIC_URL}/hooks/mm/c2b/${tillSecret(parts.config)}`;
  return registerTillUrls(parts, { confirmation: `${address}/confirm`, validation: `${address}/validate` });
}

/**
 * Tells M-Pesa where to report payments at the till (docs/payments.md, "Till confirmation"). Production takes it once;
 * changing it needs two operators at the portal. Addresses may not contain mpesa, safaricom, exe, cmd, sql or query.
 * @throws ConfigError when M-Pesa is not set up
 */
export async function registerTillUrls(
  { db, config, log }: Parts,
  urls: { confirmation: string; validation: string },
): Promise<{ type: "done" } | { type: "failed"; reason: string }> {
  const merchant = readMerchant(config);
  if (!merchant) throw new ConfigError("M-Pesa is not set up");
  const reply = await openDaraja({ db, merchant, log }).post({
    path: "/mpesa/c2b/v2/registerurl",
    json: {
      ShortCode: merchant.partyB,
      // a payment is accepted also when this shop does not answer in time
      ResponseType: "Completed",
      ConfirmationURL: urls.confirmation,
      ValidationURL: urls.validation,
    },
    seconds: 30,
  });
  if (reply.type !== "response") return { type: "failed", reason: reply.reason };
  const { ResponseCode, errorMessage } = fieldsOf(reply.body);
  if (reply.status === 200 && textOf(ResponseCode) === "0") return { type: "done" };
  const fault = readFault(reply.status, reply.body);
  return {
    type: "failed",
    reason: textOf(errorMessage) ?? (fault.type === "token" ? "token" : fault.reason),
  };
}
