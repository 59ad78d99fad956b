import type { Agenda, Clock } from "../clock.ts";
import type { Ids } from "./ids.ts";
import type { Plan, Scenario } from "./scenarios.ts";

/** What nobody knows for certain of Daraja, one way or the other. */
export type Switches = {
  /** The query's spike arrest: 5 per 60 s with a burst of 1, that is one in 12 s. */
  queryLimit: boolean;
  /** How often a callback is tried again (30 s apart) when it is not answered 200. */
  retries: number;
  /** A Timestamp from any zone and day passes. */
  anyTimestamp: boolean;
  /** Scenario 029 calls back again for its late success. */
  secondCallback: boolean;
  /** Nairobi time with its offset, Nairobi time passed off as UTC, or true UTC. */
  trxDate: "offset" | "local-z" | "utc";
  /** Rows on a page of Pull. */
  pullPage: number;
  /** Pull's registration answers "ResponseStatus" instead of "Response Status". */
  pullStatusKey: "Response Status" | "ResponseStatus";
};

/** The harsher of each; trxDate is as in Safaricom's sample. */
export const HARSH: Switches = {
  queryLimit: true,
  retries: 0,
  anyTimestamp: false,
  secondCallback: false,
  trxDate: "offset",
  pullPage: 10,
  pullStatusKey: "Response Status",
};

/** Who the shop is to Safaricom. With a till it sells by Buy Goods only, without one by Pay Bill only. */
export type Setup = {
  shortcode: string;
  passkey: string;
  consumerKey: string;
  consumerSecret: string;
  initiator: string;
  securityCredential: string;
  till?: string;
};

type TransactionType = "Pay Bill" | "Buy Goods";

/** A prompt on a phone. `code` is its ResultCode so far; none while the person has not answered. */
export type Prompt = {
  merchantRequestId: string;
  checkoutRequestId: string;
  phone: string;
  amount: number;
  to: string;
  type: TransactionType;
  accountReference: string;
  callbackUrl: string;
  at: number;
  scenario: Scenario | "hand";
  plan: Plan;
  code?: string;
  paid?: Paid;
  queries: number;
  cancels: (() => void)[];
};

/** Money that moved (or, with `answer`, a code about which Transaction Status says something else). */
export type Paid = {
  receipt: string;
  amount: number;
  phone: string;
  to: string;
  type: TransactionType | "Settlement";
  reference: string;
  at: number;
  reversed: boolean;
  /** Reversals asked for after it had gone back. */
  repeats: number;
  answer?: "never" | "timeout";
};

/**
 * How calls fare. `path` keeps it to calls whose path contains it; `status` is that of all-5xx (500 with the
 * envelope, 502 and 503 with a page); `processed` lets an all-5xx, busy or down call take effect all the same.
 */
export type Mode = {
  mode:
    | "normal"
    | "token-500"
    | "token-empty-400"
    | "token-expired"
    | "all-5xx"
    | "busy"
    | "slow"
    | "malformed"
    | "rate-limited"
    | "down";
  path?: string;
  status?: 500 | 502 | 503;
  processed?: boolean;
};

/** How a reversal ends; "ok" leaves it to the ledger. */
export type RefundOutcome = "ok" | "already" | "invalid" | "balance" | "never" | "timeout";

/** A call in, or a delivery out. `status` is 0 while unanswered, and when nothing was answered at all. */
export type Logged = {
  direction: "in" | "out";
  at: number;
  method: string;
  path: string;
  body: unknown;
  status: number;
};

/** Everything a reset forgets. */
export type State = {
  switches: Switches;
  mode: Mode;
  refund: RefundOutcome;
  token?: { value: string; until: number };
  prompts: Prompt[];
  ledger: Paid[];
  balance: number;
  log: Logged[];
  /** Scenarios by phone that stand above the phone's own number. */
  scenarios: Map<string, Scenario>;
  /** Phones of scenario 024 that were refused and may pass with a new token. */
  refusedOnce: Set<string>;
  /** Where payments at the till are reported. */
  confirmationUrl?: string;
  pullRegistered: boolean;
  dropping: boolean;
  queriedAt: number;
};

export type World = State & { setup: Setup; clock: Clock; agenda: Agenda; ids: Ids };

export function blankState(switches: Switches): State {
  return {
    switches: { ...switches },
    mode: { mode: "normal" },
    refund: "ok",
    token: undefined,
    prompts: [],
    ledger: [],
    balance: 19_000,
    log: [],
    scenarios: new Map(),
    refusedOnce: new Set(),
    confirmationUrl: undefined,
    pullRegistered: false,
    dropping: false,
    queriedAt: Number.NEGATIVE_INFINITY,
  };
}
