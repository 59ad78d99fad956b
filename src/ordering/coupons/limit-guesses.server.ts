import type { Limit, Limits } from "../../platform/http/limits.server.ts";
import { ShopError } from "../../platform/shop-error.ts";

/** Codes that nobody knows, by the network address of whoever asks what an order comes to: many phones share one in Kenya. */
const BY_ADDRESS: Limit = { name: "coupon-address", times: 60, seconds: 600 };
/** And by the shopper who orders: nobody else's guesses are in the way of an order. */
const BY_SHOPPER: Limit = { name: "coupon-shopper", times: 20, seconds: 3_600 };

/**
 * Does `work`, which may refuse the code of a coupon as unknown: only so often, so that nobody finds codes by trying. What
 * was no guess is not counted. Counted before, so that many tries at once are no way around it.
 * @throws ShopError 429
 */
export function limitGuesses(limits: Limits) {
  return async <T>(
    { code, ...who }: { code: string | undefined } & ({ place: string } | { userId: string }),
    work: () => Promise<T>,
  ): Promise<T> => {
    if (code === undefined) return work();
    const [limit, subject] = "userId" in who ? [BY_SHOPPER, who.userId] : [BY_ADDRESS, who.place];
    await limits.demand(limit, subject);
    let isGuess = false;
    try {
      return await work();
    } catch (error) {
      isGuess = error instanceof ShopError && error.fields.coupon === "unknown";
      throw error;
    } finally {
      if (!isGuess) await limits.reward(limit, subject);
    }
  };
}
