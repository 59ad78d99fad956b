import type { FastifyRequest } from "fastify";
import { countEmailTaken, rememberOrdered } from "../accounts/guest/order-as-guest.server.ts";
import { emailOfGuest } from "../accounts/guest/same-shopper.server.ts";
import type { Config } from "../config.server.ts";
import type { Address } from "../ordering/contract.ts";
import { limitGuesses } from "../ordering/coupons/limit-guesses.server.ts";
import { readDestination } from "../ordering/destination.server.ts";
import { MISSING } from "../ordering/methods.ts";
import { hashKey } from "../ordering/order-key.server.ts";
import type { Method } from "../ordering/rules.ts";
import { addressKey, hashedAddress, type Limits } from "../platform/http/limits.server.ts";
import { refused } from "../platform/input.ts";
import { ShopError } from "../platform/shop-error.ts";
import type { PaymentContext } from "./core/provider.server.ts";

// what the calls of the three ways to pay have in common (specification §7)

export type Parts = {
  context: PaymentContext;
  config: Config;
  methods: () => readonly Method[];
  limits: Limits;
};

const refusals = { "4xx": refused.loose(), "5xx": refused.loose() };
export const about = { tag: "payments", signedIn: true, refusals } as const;

type Call<A> = {
  userId: string;
  headers: { "idempotency-key"?: string | undefined };
  body: { address: A; delivery?: string | undefined; coupon?: string | undefined };
  request: FastifyRequest;
};

/**
 * Reads what every way to pay needs: who buys, where it goes, by which key and coupon. Counts a guest's e-mail against its limit.
 * @throws ShopError 409 the pick-up point is not offered any more; 429 too many use this e-mail
 */
export async function readPurchase<A extends Address | undefined>(
  { context: { db, delivery }, limits }: Parts,
  { userId, headers, body, request }: Call<A>,
) {
  const { isGuest, ip } = request;
  const email = body.address?.email;
  if (isGuest && email) await countEmailTaken({ db, limits }, { email, userId, address: ip });
  return {
    userId,
    isGuest,
    keyHash: hashKey(userId, headers["idempotency-key"]),
    destination: readDestination(delivery(), body),
    coupon: await limitGuesses(db, limits)(body.coupon, { userId, place: addressKey(ip) }),
    placedFrom: hashedAddress(ip),
  };
}

/**
 * The provider of a method. `closed`: the error for a new payment where the owner has switched the method off; one under way
 * goes on. @throws ShopError 409 this server is not set up for the method
 */
export function offered({ context, methods }: Parts, method: "mpesa" | "flutterwave") {
  const provider = context.provider(method);
  if (!provider) throw new ShopError(409, MISSING[method]);
  const closed = methods().includes(method) ? undefined : new ShopError(409, MISSING[method]);
  return { provider, closed };
}

/** Remembers, for the limits, that a guest's payment has become an order. */
export async function rememberPaid(
  { context, limits }: Parts,
  { isGuest, userId, ip }: FastifyRequest,
): Promise<void> {
  const email = isGuest ? await emailOfGuest(context.db, userId) : undefined;
  if (email) await rememberOrdered(limits, email, ip);
}
