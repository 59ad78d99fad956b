import { createHash } from "node:crypto";

/**
 * Binds a checkout to what we asked for, so that no page can change it: sha256 over amount (whole KES), currency, e-mail,
 * tx_ref and the sha256 of the secret key, without separators, in hex (docs/payments.md, "Checkout").
 */
export function payloadHash(
  asked: { amount: number; currency: "KES"; email: string; txRef: string },
  secretKey: string,
): string {
  const { amount, currency, email, txRef } = asked;
  return sha256(`${amount}${currency}${email}${txRef}${sha256(secretKey)}`);
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
