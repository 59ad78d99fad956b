import { createHmac } from "node:crypto";
import type { Config } from "../platform/config.server.ts";
import { newAddressSecret } from "../platform/id.server.ts";

/**
 * The last part of the address of a refund's result: the same for all its tries, so that what comes to an earlier one's
 * is heard. Where M-Pesa is not set up nobody is given it.
 */
export function refundSecret(config: Config, paymentId: string): string {
  const { MPESA_CONSUMER_SECRET: secret, MPESA_PASSKEY: passkey } = config;
  if (!secret || !passkey) return newAddressSecret();
  return createHmac("sha256", `${secret} ${passkey}`).update(`refund ${paymentId}`).digest("hex");
}
