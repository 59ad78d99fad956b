import type { Environment } from "./environment.ts";
import type { Random } from "./random.ts";

/** How a provider stops answering. `path`: only calls whose path contains it. */
type Outage =
  | { of: "M-Pesa"; mode: "rate-limited" | "all-5xx" | "down"; path: string; silent?: true }
  | { of: "cards"; mode: "rate-limited" | "all-5xx" | "down"; path: string };

/** `silent`: what M-Pesa would send unasked is lost as well. */
const OUTAGES = [
  { of: "M-Pesa", mode: "rate-limited", path: "query" },
  { of: "M-Pesa", mode: "rate-limited", path: "query" },
  { of: "M-Pesa", mode: "all-5xx", path: "query" },
  { of: "M-Pesa", mode: "down", path: "" },
  { of: "M-Pesa", mode: "down", path: "", silent: true },
  { of: "M-Pesa", mode: "all-5xx", path: "", silent: true },
  { of: "cards", mode: "rate-limited", path: "/v3/transactions" },
  { of: "cards", mode: "all-5xx", path: "/v3/" },
  { of: "cards", mode: "down", path: "/v3/" },
] as const satisfies [Outage, ...Outage[]];

/** Hours an outage goes on beyond the minutes in which people pay. */
const HOURS = [0, 0, 1, 6, 30] as const;

/** One run in three meets an outage: from its beginning, or once the first payments are on their way. */
export function planOutage({ daraja, flutterwave }: Environment, random: Random) {
  const outage: Outage | undefined = random.chance(35) ? random.pick(OUTAGES) : undefined;
  const isEarly = random.chance(30);
  const hours = outage ? random.pick(HOURS) : 0;
  function begin(): void {
    if (!outage) return;
    const { of, mode, path } = outage;
    if (of === "cards") flutterwave.mode({ mode, path });
    else daraja.mode({ mode, path });
    daraja.dropCallbacks(of === "M-Pesa" && outage.silent === true);
  }
  return {
    hours,
    atFirst: () => (isEarly ? begin() : undefined),
    later: begin,
    end(): void {
      daraja.mode({ mode: "normal" });
      daraja.dropCallbacks(false);
      flutterwave.mode({ mode: "normal" });
    },
  };
}

/** Refunds that do not go as they should, in so many of a hundred runs; M-Pesa's and the cards' own words for how. */
export function planRefunds({ daraja, flutterwave }: Environment, random: Random, percent = 35) {
  const isBad = random.chance(percent);
  const mobile = random.pick(["never", "timeout", "balance", "invalid"] as const);
  const cards = random.pick(["processing", "refused", "no-balance", "lost"] as const);
  return {
    begin(): void {
      if (!isBad) return;
      daraja.refundMode(mobile);
      flutterwave.refundMode({ mode: cards });
    },
    end(): void {
      daraja.refundMode("ok");
      flutterwave.refundMode({ mode: "completed" });
    },
  };
}
