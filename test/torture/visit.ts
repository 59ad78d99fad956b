import { setTimeout as pause } from "node:timers/promises";
import { PAYMENT_TEXTS } from "../../src/payments/rules.ts";
import type { Goods } from "../goods.ts";
import type { Person } from "../people.ts";
import type { Environment } from "./environment.ts";
import type { Observations } from "./invariants.ts";
import type { Random } from "./random.ts";

type Answer = { status: number; body: Record<string, unknown> };

/** One shopper's way through one checkout. */
export type Visit = {
  environment: Environment;
  random: Random;
  person: Person;
  items: Item[];
  phone: string;
  /** The checkout, as the browser names it. */
  key: string;
  /** The same goods are wanted once more. */
  again?: boolean;
  observed: Observations;
};
export type Item = { product: Goods; quantity: number };

export const PUSH = "/token/stkpush";

/** What the shopper sees as the total, with the delivery fee. */
export function totalOf({ items }: Visit): number {
  return items.reduce((sum, { product, quantity }) => sum + product.price * quantity, 1);
}

/** The lines of a request. */
export function linesOf({ items }: Visit) {
  return items.map(({ product: { _id, size }, quantity }) => ({ _id, size, quantity }));
}

/** A 502 or 503 that says how a provider fares, not the shop: sent again it would be no other. */
function isProviders(path: string, { message }: { message?: string }): boolean {
  return path === PUSH || message === PAYMENT_TEXTS.cardAway;
}

/** Milliseconds within which a shop that died answers again, on a machine that is busy with three of them. */
const PATIENCE = 30_000;

/** Sends again what got no answer, to whichever process stands, as people do. Status 0: no answer to a push in time. */
export async function call(visit: Visit, path: string, body: object): Promise<Answer> {
  const { environment, random, person, key, observed } = visit;
  for (const began = performance.now(); performance.now() - began < PATIENCE; ) {
    const shop = environment.shops[random.below(environment.shops.length)];
    try {
      const answer = await fetch(`${shop?.url}${path}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          token: person.token,
          "idempotency-key": key,
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(path === PUSH ? 700 : 10_000),
      });
      const text = await answer.text();
      if (answer.status === 500) observed.faults.push(`500 from ${path}: ${text}`);
      const said = JSON.parse(text);
      // on a machine that is too busy
      if (answer.status === 408) continue;
      if (answer.status < 500 || isProviders(path, said)) return { status: answer.status, body: said };
    } catch (error) {
      if (path === PUSH && error instanceof Error && error.name === "TimeoutError")
        return { status: 0, body: {} };
    }
    await pause(40);
  }
  observed.faults.push(`no answer from ${path}`);
  return { status: 0, body: {} };
}
