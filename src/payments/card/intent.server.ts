import type { Config } from "../../config.server.ts";
import type { Payment } from "../core/provider.server.ts";
import { payloadHash } from "./payload-hash.server.ts";

/**
 * What the page needs of us to open the checkout (docs/payments.md, "Checkout"). The hash binds it to our own row and
 * to the e-mail it is opened with.
 * @throws Error when card payments are not set up.
 */
export function cardIntentFields(
  config: Config,
  payment: Pick<Payment, "reference" | "amount">,
  { email }: { email: string },
): { public_key: string; payload_hash: string } {
  const { FLW_PUBLIC_KEY: publicKey, FLW_SECRET_KEY: secretKey } = config;
  if (!publicKey || !secretKey) throw new Error("card payments are not set up");
  const asked = { amount: payment.amount, currency: "KES", email, txRef: payment.reference } as const;
  return { public_key: publicKey, payload_hash: payloadHash(asked, secretKey) };
}
