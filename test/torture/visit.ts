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
  /** The coupon whose code is typed, until the shop says that it does not count: others may have had it. */
  coupon?: Coupon | undefined;
  /** The same goods are wanted once more. */
  again?: boolean;
  observed: Observations;
};
export type Item = { product: Goods; quantity: number };
/** A tenth off, say, for so many orders and no more. */
type Coupon = { code: string; percent: number };

export const PUSH = "/token/stkpush";

/** What the shopper sees as the total, with the delivery fee and less what the coupon takes off. */
export function totalOf({ items, coupon }: Visit): number {
  const goods = items.reduce((sum, { product, quantity }) => sum + product.price * quantity, 0);
  return goods + 1 - Math.floor((goods * (coupon?.percent ?? 0)) / 100);
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
const PATIENCE = 120_000;

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

/**
 * As `call`, with total and coupon as the page adds them to what it asks for. Where the coupon does not count any more, once
 * more without it, as people go on.
 */
export async function callPriced(visit: Visit, path: string, asked: object): Promise<Answer> {
  const priced = () => {
    const amount = totalOf(visit);
    const code = visit.coupon?.code;
    return { ...asked, amount: path === PUSH ? String(amount) : amount, ...(code ? { coupon: code } : {}) };
  };
  const answer = await call(visit, path, priced());
  if (answer.status !== 409 || answer.body.coupon === undefined) return answer;
  visit.coupon = undefined;
  return call(visit, path, priced());
}

/** Asks what it comes to, as the checkout does before anybody pays: a coupon that others have had by now is left out. */
export async function quote(visit: Visit): Promise<void> {
  if (!visit.coupon) return;
  const asked = { items: linesOf(visit), coupon: visit.coupon.code };
  const { status } = await call(visit, "/api/order/quote", asked);
  if (status !== 200) visit.coupon = undefined;
}
