import { randomInt } from "node:crypto";
import type { Clock } from "../clock.ts";
import { type Agenda, createAgenda } from "../clock.ts";
import { mulberry32 } from "../random.ts";
import type { Card, Step } from "./cards.ts";
import type { Intent } from "./intent.ts";

/** What befalls the provider's API. */
export type Mode = "normal" | "all-5xx" | "slow" | "malformed" | "rate-limited" | "down";

/** How refunds go: done immediately, done a minute later, never done, refused, or done but answered with a 500. */
export type RefundMode = "completed" | "processing" | "pending" | "refused" | "no-balance" | "lost";

/** What the sources leave open or a dashboard decides. */
export type Switches = {
  /** The HTTP status of "No transaction was found for this id". */
  missingStatus: 400 | 200;
  /** Which of several attempts verify_by_reference gives. */
  byReference: "first" | "last" | "best";
  /** Whether a refund or chargeback sends a webhook. */
  refundWebhook: boolean;
};

/** The harsher of each, or the provider's own default. */
const SWITCHES: Readonly<Switches> = {
  missingStatus: 400,
  byReference: "first",
  refundWebhook: false,
};

export type Keys = { publicKey: string; secretKey: string; webhookHash: string };

/** One open modal: several charges may come of it. */
export type Session = { id: string; intent: Intent; opened: number; failures: number };

/** One attempt with one card. Money in major units, times in virtual ms since 1970. */
export type Charge = {
  id: number;
  flwRef: string;
  session: Session;
  card: Card;
  /** What the card was really charged; `intent.amount` is what was asked for. */
  amount: number;
  currency: string;
  fee: number;
  /** "reversed": a bank has taken it back. */
  status: "pending" | "successful" | "failed" | "reversed";
  response: string;
  stepsLeft: Step[];
  customerId: number;
  created: number;
  ended: number | null;
  refunded: number;
  /** Refunds asked for after all of it had gone back. */
  repeats: number;
};

export type Refund = {
  id: number;
  charge: Charge;
  amount: number;
  status: string;
  at: number;
};

/** A call that reached the simulator; status is null while unanswered or when the connection was cut. */
export type Call = { at: number; method: string; path: string; status: number | null };

/** A webhook that left; status is null while unanswered or when nobody took it. */
export type Delivery = {
  at: number;
  id: number;
  tx_ref: string;
  kind: "charge" | "refund";
  /** 1 is the first, 2 to 4 are retries. */
  attempt: number;
  status: number | null;
};

/** Everything the simulator remembers. */
export type Books = {
  keys: Keys;
  clock: Clock;
  agenda: Agenda;
  /** A whole number from 0 to below `below`. */
  roll: (below: number) => number;
  lastId: number;
  webhookUrl: string | undefined;
  switches: Switches;
  mode: { mode: Mode; path: string };
  refundMode: RefundMode;
  sessions: Map<string, Session>;
  charges: Charge[];
  refunds: Refund[];
  calls: Call[];
  deliveries: Delivery[];
};

/** Empty books. The same seed gives the same ids; without one they differ from run to run, as a shop's database asks. */
export function openBooks(keys: Keys, clock: Clock, seed = randomInt(2 ** 31)): Books {
  const random = mulberry32(seed);
  const roll = (below: number) => Math.floor(random() * below);
  const lastId = 1_000_000_000 + roll(900_000_000);
  return { keys, clock, agenda: createAgenda(clock), roll, lastId, webhookUrl: undefined, ...fresh() };
}

/** Forgets all that happened and every mode and switch. Ids go on, never a second time; the webhook's URL stays. */
export function clearBooks(books: Books): void {
  books.agenda.clear();
  Object.assign(books, fresh());
}

/** An id nobody had before. */
export function nextId(books: Books): number {
  books.lastId += 1 + books.roll(40);
  return books.lastId;
}

/** So many hexadecimal digits. */
export function hex(books: Books, digits: number): string {
  return Array.from({ length: digits }, () => books.roll(16).toString(16)).join("");
}

/** An instant as the provider writes it. */
export function iso(at: number): string {
  return new Date(at).toISOString();
}

function fresh() {
  return {
    switches: { ...SWITCHES },
    mode: { mode: "normal" as Mode, path: "/v3/" },
    refundMode: "completed" as RefundMode,
    sessions: new Map<string, Session>(),
    charges: [],
    refunds: [],
    calls: [],
    deliveries: [],
  };
}
