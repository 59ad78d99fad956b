import { setTimeout as pause } from "node:timers/promises";
import type { Keyboard } from "./owner.ts";
import { totalOf, type Visit } from "./visit.ts";
import { inventedCode, typeCode } from "./ways.ts";

/** When the money behind a typed code comes, if it does; "unheard": it is there, and M-Pesa has not confirmed it yet. */
const WHEN = ["never", "unheard", "before", "at once", "after"] as const;

/**
 * Somebody types a code, and the owner rejects all codes of that account that nobody has found: alone, twice, or at two
 * keyboards at once, while money comes for the code or does not.
 */
export async function rejectTyped(
  visit: Visit,
  keyboards: [Keyboard, Keyboard],
  turn: number,
): Promise<void> {
  const { random, person } = visit;
  const order: Visit = { ...visit, key: `${visit.key}-rejected-${turn}`, again: true };
  const [code, when] = [inventedCode(order), random.pick(WHEN)];
  // a limit may refuse it: the account's others are rejected all the same
  const { orderId } = await typeCode(order, code);
  const pay = () => orderId !== undefined && payAtTill(order, code, when !== "unheard");
  if (when === "unheard" || when === "before") pay();
  const waiting = await waitingOf(order);
  const words = ["reject-codes", person.email, "--yes"];
  const [one, other] = keyboards;
  if (when === "at once") pay();
  // a confirmation takes a moment to come
  await pause(random.below(120));
  if (random.chance(50)) await Promise.all([one.say(words), other.say(words)]);
  else {
    await one.say(words);
    if (random.chance(50)) await other.say(words);
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
     where user_id = $1 and method = 'cod' and state in ('pending', 'needs_review')`,
    [person.userId],
  );
}
