import { deliver } from "./delivery.ts";
import { eatStamp } from "./ids.ts";
import { confirmLater, enter } from "./ledger.ts";
import { callbackWords } from "./scenarios.ts";
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

export type Change = Record<string, unknown>;

type Item = { Name: string; Value?: unknown };
type Callback = Record<string, unknown> & { CallbackMetadata?: { Item: Item[] } };

/**
 * The callback of a prompt as it goes over the wire.
 * @param change fields to alter, of stkCallback or of its metadata by Name; undefined or null leaves one out. On a
 * prompt nobody has answered yet, or with ResultCode 0, the rest is made up as a forger would.
 */
export function callbackText(world: World, prompt: Prompt, change: Change = {}): string {
  const forged = prompt.plan.callback === "forged" || "ResultCode" in change || !prompt.code;
  const code = forged ? String(change.ResultCode ?? "0") : (prompt.code ?? "0");
  const callback: Callback = {
    MerchantRequestID: prompt.merchantRequestId,
    CheckoutRequestID: prompt.checkoutRequestId,
    ResultCode: /^\d+$/.test(code) ? Number(code) : code,
    ResultDesc: callbackWords(code),
  };
  if (code === "0") callback.CallbackMetadata = { Item: metadata(world, prompt) };
  const text = onWire(altered(inManner(prompt, callback), change));
  return prompt.plan.callback === "malformed" ? text.slice(0, Math.floor(text.length / 2)) : text;
}

function metadata(world: World, prompt: Prompt): Item[] {
  const at = prompt.paid?.at ?? world.clock.now();
  return [
    { Name: "Amount", Value: prompt.amount },
    { Name: "MpesaReceiptNumber", Value: prompt.paid?.receipt ?? world.ids.receipt(at) },
    { Name: "Balance" },
    { Name: "TransactionDate", Value: Number(eatStamp(at)) },
    { Name: "PhoneNumber", Value: Number(prompt.phone) },
  ];
}

function inManner(prompt: Prompt, callback: Callback): Callback {
  const items = callback.CallbackMetadata?.Item;
  const without = (name: string) => items?.filter((item) => item.Name !== name) ?? [];
  if (!items) return callback;
  switch (prompt.plan.callback) {
    case "short":
      return altered(callback, { Amount: prompt.amount - 1 });
    case "text-code":
      return { ...callback, ResultCode: "0" };
    case "without-receipt":
      return { ...callback, CallbackMetadata: { Item: without("MpesaReceiptNumber") } };
    case "shuffled": {
      const extra = { Name: "FirstName", Value: "JANE" };
      const Item = [...without("PhoneNumber"), extra].reverse();
      return { ThirdPartyRef: "", ...callback, CallbackMetadata: { Item } };
    }
    default:
      return callback;
  }
}

function altered(callback: Callback, change: Change): Callback {
  const made: Callback = { ...callback };
  for (const [name, value] of Object.entries(change)) {
    const known = made.CallbackMetadata?.Item.some((item) => item.Name === name);
    if (known) made.CallbackMetadata = { Item: withItem(made.CallbackMetadata?.Item ?? [], name, value) };
    else if (value === null || value === undefined) delete made[name];
    else made[name] = value;
  }
  return made;
}

function withItem(items: Item[], name: string, value: unknown): Item[] {
  if (value === null || value === undefined) return items.filter((item) => item.Name !== name);
  return items.map((item) => (item.Name === name ? { Name: name, Value: value } : item));
}

// Safaricom writes 1501 as 1501.00, which JSON.stringify cannot
function onWire(callback: Callback): string {
  const text = JSON.stringify({ Body: { stkCallback: callback } });
  return text.replace(/("Name":"Amount","Value":-?\d+)(?=\})/, "$1.00");
}
