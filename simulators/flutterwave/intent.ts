import { createHash } from "node:crypto";
import { z } from "zod";

/** What FlutterwaveCheckout takes, less its functions. Amounts in major units. */
const checkoutFields = z.object({
  public_key: z.string({ error: "Public key is required" }),
  tx_ref: z
    .union([z.string().min(1), z.number()], { error: "Transaction reference (tx_ref) is required" })
    .refine((reference) => String(reference).length <= 100, "Transaction reference (tx_ref) is too long"),
  amount: z.coerce.number({ error: "Amount is required" }).positive("Amount must be greater than 0"),
  // as the provider does: a shop that forgets the currency charges naira
  currency: z.enum(["NGN", "KES"], { error: "Currency is not supported" }).default("NGN"),
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
  payload_hash: z.string().nullish(),
  configurations: z.object({ session_duration: z.number().positive().max(1440) }).nullish(),
});

export type Intent = z.output<typeof checkoutFields>;

/** sha256hex(amount + currency + email + tx_ref + sha256hex(secret key)), nothing between them. */
function payloadHash(
  paid: { amount: number; currency: string; customer: { email: string }; tx_ref: string | number },
  secretKey: string,
): string {
  return sha256(`${paid.amount}${paid.currency}${paid.customer.email}${paid.tx_ref}${sha256(secretKey)}`);
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Reads what the shop's page asked for, and refuses what the provider refuses. */
export function readIntent(
  { keys }: { keys: { publicKey: string; secretKey: string } },
  args: unknown,
): { intent: Intent } | { refused: string } {
  const read = checkoutFields.safeParse(args);
  if (!read.success) return { refused: read.error.issues[0]?.message ?? "Invalid request" };
  const intent = read.data;
  if (intent.public_key !== keys.publicKey) return { refused: "Invalid public key" };
  if (!/\bcard\b/.test(intent.payment_options)) return { refused: "No payment option is available" };
  if (intent.payload_hash && intent.payload_hash !== payloadHash(intent, keys.secretKey)) {
    return { refused: "Payload hash does not match" };
  }
  return { intent };
}
