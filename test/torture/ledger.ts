import type { Environment } from "./environment.ts";

/** Money that a provider took, by its own books: neither the shop's tables nor its answers have a say in it. */
export type Money = {
  provider: "mpesa" | "card";
  /** The name the shop gave it, or `till:` and the code of a payment at the till. */
  reference: string;
  /** The provider's own name for it. */
  receipt: string;
  /** KES, as are all sums; of a foreign card in that currency. */
  amount: number;
  /** How much of it the provider gave back. */
  back: number;
  /** How often it was asked back again after it had gone. */
  repeats: number;
  /** The shop was notified: it asked for it by name, or took a confirmation. */
  isKnown: boolean;
};

/** Everything both providers took in. */
export function moneyOf({
  daraja,
  flutterwave,
  config,
}: Pick<Environment, "daraja" | "flutterwave" | "config">) {
  const prompts = new Map(daraja.payments().map((prompt) => [prompt.receipt, prompt.accountReference]));
  const confirmed = confirmedBy(daraja);
  const ours = new Set([config.MPESA_SHORTCODE, config.MPESA_TILL_NUMBER]);
  const mobile = daraja
    .ledger()
    .filter(({ to, type }) => ours.has(to) && type !== "Settlement")
    .map(({ receipt, amount, reversed, repeats }): Money => {
      const reference = prompts.get(receipt);
      return {
        provider: "mpesa",
        reference: reference ?? `till:${receipt}`,
        receipt,
        amount,
        back: reversed ? amount : 0,
        repeats,
        isKnown: reference !== undefined || confirmed.has(receipt),
      };
    });
  const cards = flutterwave
    .transactions()
    .filter(({ status }) => status === "successful")
    .map(
      ({ tx_ref: reference, id, amount, refunded: back, repeats }): Money => ({
        provider: "card",
        reference,
        receipt: String(id),
        amount,
        back,
        repeats,
        isKnown: true,
      }),
    );
  return [...mobile, ...cards];
}

/** Codes of money at the till whose confirmation the shop has accepted. */
function confirmedBy(daraja: Environment["daraja"]): Set<string> {
  return new Set(
    daraja
      .requests("/confirm")
      .filter(({ direction, status }) => direction === "out" && status === 200)
      .map(({ body }) => String((body as { TransID?: unknown }).TransID)),
  );
}
