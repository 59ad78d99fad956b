import { createHash } from "node:crypto";
import { z } from "zod";

/** Currencies an account can charge cards in. */
const CURRENCIES = [
  "NGN",
  "KES",
  "GHS",
  "UGX",
  "TZS",
  "RWF",
  "ZAR",
  "XAF",
  "XOF",
  "ZMW",
  "USD",
  "EUR",
  "GBP",
];

const configuration = z.object({
  session_duration: z.number().positive().max(1440).default(30),
  max_retry_attempt: z.number().int().positive().default(5),
});

/** What FlutterwaveCheckout takes, less its functions. Amounts in major units. */
export const checkoutFields = z.object({
  public_key: z.string({ error: "Public key is required" }),
  tx_ref: z
    .union([z.string().min(1), z.number()], { error: "Transaction reference (tx_ref) is required" })
    .refine((reference) => String(reference).length <= 100, "Transaction reference (tx_ref) is too long"),
  amount: z.coerce.number({ error: "Amount is required" }).positive("Amount must be greater than 0"),
  // as the provider does: a shop that forgets the currency charges naira
  currency: z.enum(CURRENCIES, { error: "Currency is not supported" }).default("NGN"),
  payment_options: z.string().default("card"),
  customer: z.object(
    {
      email: z.email({ error: "Customer email is not valid" }),
      name: z.string().nullish(),
      phone_number: z.coerce.string().nullish(),
    },
    { error: "Customer email is required" },
  ),
  customizations: z
    .object({ title: z.string().nullish(), description: z.string().nullish(), logo: z.string().nullish() })
    .nullish(),
  meta: z.record(z.string(), z.unknown()).nullish(),
  payload_hash: z.string().nullish(),
  redirect_url: z.string().nullish(),
  configurations: configuration.nullish(),
  // seen under either name
  configuration: configuration.nullish(),
});

export type Intent = z.output<typeof checkoutFields>;

/** sha256hex(amount + currency + email + tx_ref + sha256hex(secret key)), nothing between them. */
export function payloadHash(
  paid: { amount: number; currency: string; customer: { email: string }; tx_ref: string | number },
  secretKey: string,
): string {
  return sha256(`${paid.amount}${paid.currency}${paid.customer.email}${paid.tx_ref}${sha256(secretKey)}`);
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
