import { setTimeout as pause } from "node:timers/promises";
import type { PaymentContext } from "../../src/payments/core/provider.server.ts";
import type { ExceptionRow } from "../../src/payments/staff/needs-decision.server.ts";
import type { Actor } from "../../src/platform/audit/actor.server.ts";
import { isDatabaseAway } from "../../src/platform/database/db.server.ts";
import { ShopError } from "../../src/platform/shop-error.ts";
import type { AttemptRow, TransactionRow } from "./books.ts";
import type { Observations } from "./invariants.ts";
import type { Money } from "./ledger.ts";

/**
 * What the owner does at the counter, with all he is asked confirmed. `after`: what then holds that the provider's books do
 * not show; also where the database ended over it, as nobody is sure then whether it was done.
 */
export type OwnerAction = {
  act: (context: PaymentContext) => Promise<unknown>;
  after?: (observed: Observations, isSure: boolean) => void | Promise<void>;
};

/** What is open, with the money behind it by the provider's books. */
export type Matter = { money: Money | undefined } & (
  | { kind: "sum"; row: TransactionRow; attempt: AttemptRow | undefined }
  | { kind: "attempt"; attempt: AttemptRow }
  | { kind: "exception"; exception: ExceptionRow }
);

export const OWNER: Actor = { id: null, name: "the owner", role: "owner" };
export const SAID = { confirmed: true, by: OWNER } as const;

/** Refused by the shop, it is nothing. @throws what is no refusal, and no end of the database */
export async function perform(
  context: PaymentContext,
  { act, after }: OwnerAction,
  observed: Observations,
): Promise<void> {
  try {
    await act(context);
  } catch (error) {
    if (error instanceof ShopError) return;
    if (!isDatabaseAway(error)) throw error;
    await after?.(observed, false);
    // who saw it end waits a moment
    return pause(200);
  }
  await after?.(observed, true);
}
