import { callbackText } from "./callbacks.ts";
import { deliver } from "./delivery.ts";
import { confirmLater, enter } from "./ledger.ts";
import type { Prompt, World } from "./world.ts";

/** Seconds a prompt stands on a phone when nothing ends it earlier. */
const STANDS = 60;
/** Seconds from a success to its C2B confirmation. */
const C2B_AFTER = 1;

type NewPrompt = Omit<Prompt, "merchantRequestId" | "checkoutRequestId" | "at" | "queries" | "cancels">;

/** Puts a prompt on a phone and plans what becomes of it. */
export function prompt(world: World, asked: NewPrompt): Prompt {
  const at = world.clock.now();
  const made: Prompt = {
    ...asked,
    merchantRequestId: world.ids.request(),
    checkoutRequestId: world.ids.checkout(at, asked.phone),
    at,
    queries: 0,
    cancels: [],
  };
  world.prompts.push(made);
  const { steps, callbacks = steps.slice(0, 1).map((step) => step.at) } = made.plan;
  for (const { at, code } of steps)
    made.cancels.push(world.agenda.after(at, () => settle(world, made, code)));
  for (const at of callbacks) made.cancels.push(world.agenda.after(at, () => callBack(world, made)));
  return made;
}

/** Whether the phone is still asking, so that it takes no second prompt. */
export function isLive(world: World, made: Prompt): boolean {
  if (made.code !== undefined) return false;
  return made.plan.steps.length > 0 || world.clock.now() < made.at + STANDS * 1000;
}

/** A person's own decision, immediate and called back immediately. @returns the receiver's status */
export function decide(world: World, made: Prompt, code: "0" | "1032"): Promise<number> {
  for (const cancel of made.cancels) cancel();
  settle(world, made, code);
  return callBack(world, made);
}

function settle(world: World, made: Prompt, code: string): void {
  made.code = code;
  if (code !== "0") return;
  const { amount, phone, to, type } = made;
  const reference = type === "Pay Bill" ? made.accountReference : "";
  made.paid = enter(world, { amount, phone, to, type, reference });
  confirmLater(world, made.paid, made.plan.c2b ?? C2B_AFTER);
}

function callBack(world: World, made: Prompt): Promise<number> {
  const { retries } = world.switches;
  return deliver(world, made.callbackUrl, callbackText(world, made), { retries });
}
