import { setTimeout as pause } from "node:timers/promises";
import type { PaymentContext } from "../../src/payments/core/provider.server.ts";
import { rejectCodesOf } from "../../src/payments/staff/reject-codes.server.ts";
import { perform, SAID } from "./owner.ts";
import { totalOf, type Visit } from "./visit.ts";
import { inventedCode, typeCode } from "./ways.ts";

/** When the money behind a typed code comes, if it does; "unheard": it is there, and M-Pesa has not confirmed it yet. */
const WHEN = ["never", "unheard", "before", "at once", "after"] as const;

/**
 * Somebody types a code, and the owner rejects all codes of that account that nobody has found: alone, twice, or twice
 * at once, while money comes for the code or does not.
 */
export async function rejectTyped(visit: Visit, turn: number): Promise<void> {
  const { random, person, environment } = visit;
  const order: Visit = { ...visit, key: `${visit.key}-rejected-${turn}`, again: true };
  const [code, when] = [inventedCode(order), random.pick(WHEN)];
  // a limit may refuse it: the account's others are rejected all the same
  const { orderId } = await typeCode(order, code);
  const pay = () => orderId !== undefined && payAtTill(order, code, when !== "unheard");
  if (when === "unheard" || when === "before") pay();
  const waiting = await waitingOf(order);
  const act = { act: (context: PaymentContext) => rejectCodesOf(context, person.userId, SAID) };
  await environment.whenUp();
  const reject = () => perform(environment.context, act, visit.observed);
  if (when === "at once") pay();
  // a confirmation takes a moment to come
  await pause(random.below(120));
  if (random.chance(50)) await Promise.all([reject(), reject()]);
  else {
    await reject();
    if (random.chance(50)) await reject();
  }
  // each of them by its owner's word, wherever the money was
  for (const { id, name } of waiting) visit.observed.unpaid.set(name, id);
  if (when === "after") pay();
}

function payAtTill(order: Visit, code: string, confirmation: boolean): void {
  const { environment, phone } = order;
  environment.daraja.payTill({ amount: totalOf(order), phone, code, confirmation });
}

/** The account's codes that nobody has found. */
async function waitingOf({ environment, person }: Visit): Promise<{ id: string; name: string }[]> {
  return environment.query<{ id: string; name: string }>(
    `select id, typed_code as name from payments
     where order_id in (select id from orders where user_id = $1) and method = 'cod' and state in ('pending', 'needs_review')`,
    [person.userId],
  );
}
