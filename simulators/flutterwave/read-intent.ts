import type { Books } from "./books.ts";
import { checkoutFields, type Intent, payloadHash } from "./intent.ts";

/** Reads what the shop's page asked for, and refuses what the provider refuses. */
export function readIntent(books: Books, args: unknown): { intent: Intent } | { refused: string } {
  const read = checkoutFields.safeParse(args);
  if (!read.success) return { refused: read.error.issues[0]?.message ?? "Invalid request" };
  const intent = read.data;
  if (intent.public_key !== books.keys.publicKey) return { refused: "Invalid public key" };
  if (!/\bcard\b/.test(intent.payment_options)) return { refused: "No payment option is available" };
  if (intent.payload_hash && intent.payload_hash !== payloadHash(intent, books.keys.secretKey)) {
    return { refused: "Payload hash does not match" };
  }
  return { intent };
}
