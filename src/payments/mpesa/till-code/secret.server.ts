import { createHmac } from "node:crypto";
import type { Config } from "../../../config.server.ts";
import { isSameSecret } from "../../../platform/id.server.ts";

/** The last part of the addresses registered for till payments; the same in every process and after every start. */
export function tillSecret(config: Config): string | undefined {
  const { MPESA_CONSUMER_SECRET: secret, MPESA_PASSKEY: passkey } = config;
  if (!secret || !passkey) return undefined;
  return createHmac("sha256", `${secret} ${passkey}`).update("till payments").digest("hex");
}

export function isTillSecret(config: Config, given: string): boolean {
  const ours = tillSecret(config);
  return ours !== undefined && isSameSecret(given, ours);
}
