import { setTimeout as pause } from "node:timers/promises";
import { ADDRESS } from "../people.ts";
import { call, callPriced, linesOf, PUSH, quote, totalOf, type Visit } from "./visit.ts";

// the three ways to pay, as the shop's own pages go them; each tells what it was answered first

type PayAnswer = { status: number; message: string };

/** By a prompt that goes as the simulator's scenario says. */
export async function payByPush(visit: Visit, scenario: string): Promise<PayAnswer> {
  const { environment, phone, random, key, again } = visit;
  environment.daraja.scenario({ phone, scenario });
  const asked = {
    phoneNumber: phone,
    clientAttemptId: `tap ${key} ${phone}`,
    items: linesOf(visit),
    ...(again ? { again } : {}),
    ...(random.chance(80) ? { address: ADDRESS } : {}),
  };
  const first = await callPriced(visit, PUSH, asked);
  const answers = [first];
  // a second tap, or the same page in another tab
  if (first.status === 200 && random.chance(30)) answers.push(await callPriced(visit, PUSH, asked));
  const request = answers.find(({ status }) => status === 200)?.body.CheckoutRequestID;
  const id = request ?? (await currentOf(visit));
  if (typeof id === "string") await follow(visit, id);
  return askedOf(first);
}

/** What the page does while the prompt is on the phone. */
async function follow(visit: Visit, checkoutRequestID: string): Promise<void> {
  const { random, observed } = visit;
  for (let poll = 0; poll < 3; poll++) {
    await pause(30 + random.below(60));
    const { body } = await call(visit, "/token/query", { checkoutRequestID });
    const standing = body.data as { status?: string; orderId?: string } | undefined;
    if (standing?.orderId) observed.orders.push(standing.orderId);
    if (standing?.status === "failed") return;
    if (standing?.status === "paid") break;
  }
  const { body } = await call(visit, "/api/order/mpesa", { checkoutRequestID, address: ADDRESS });
  if (typeof body.orderId === "string") observed.orders.push(body.orderId);
}

/** What a reloaded page finds. */
async function currentOf(visit: Visit): Promise<unknown> {
  const { body } = await call(visit, "/api/payment/current", {});
  return (body.payment as { checkoutRequestID?: string } | null | undefined)?.checkoutRequestID;
}

export type Begun = { tx_ref: string; amount: number; payload_hash: string; customer: { email: string } };

/** Opens the card's checkout page. */
export async function beginCard(visit: Visit): Promise<PayAnswer & { begun?: Begun }> {
  const answer = await callPriced(visit, "/api/payment/flutterwave/intent", {
    items: linesOf(visit),
    address: ADDRESS,
    ...(visit.again ? { again: true } : {}),
  });
  return { ...askedOf(answer), ...(answer.status === 200 ? { begun: answer.body.data as Begun } : {}) };
}

/** Pays on an open checkout page with the simulator's card of those last three digits. */
export async function payBegun(visit: Visit, begun: Begun, card: string): Promise<void> {
  const { tx_ref, amount, payload_hash, customer } = begun;
  const paid = await visit.environment.flutterwave.pay({
    tx_ref,
    amount,
    payload_hash,
    card: `4000000000000${card}`,
    email: customer.email,
  });
  if (paid.called === false) return;
  for (let attempt = 0; attempt < 4; attempt++) {
    const { body } = await call(visit, "/api/order/flutterwave", {
      tx_ref,
      transactionId: paid.transaction_id,
      amount,
      address: ADDRESS,
    });
    if (typeof body.orderId === "string") visit.observed.orders.push(body.orderId);
    if (body.pending !== true) return;
    await pause(50);
  }
}

export async function payByCard(visit: Visit, card: string): Promise<PayAnswer> {
  const { begun, ...asked } = await beginCard(visit);
  if (begun) await payBegun(visit, begun, card);
  return asked;
}

/** At the till, and the code of it typed. */
export async function payByCode(visit: Visit): Promise<PayAnswer> {
  const { environment, phone, random, observed } = visit;
  await quote(visit);
  const { code } = environment.daraja.payTill({
    amount: totalOf(visit),
    phone,
    // confirmed by a callback, or only when asked about
    ...(random.chance(50) ? { confirmation: true } : { confirmation: false, status: "completed" }),
  });
  const { orderId, ...asked } = await typeCode(visit, code);
  if (orderId) observed.codes.push(code);
  return asked;
}

/** Places the order on a typed code, whether or not money is behind it. */
export async function typeCode(visit: Visit, mpesaCode: string): Promise<PayAnswer & { orderId?: string }> {
  const answer = await callPriced(visit, "/api/order/placeOrder", {
    items: linesOf(visit),
    address: ADDRESS,
    mpesaCode,
    paymentMethod: "cod",
    ...(visit.again ? { again: true } : {}),
  });
  if (answer.status !== 200) return askedOf(answer);
  const orderId = String(answer.body.orderId);
  visit.observed.orders.push(orderId);
  return { ...askedOf(answer), orderId };
}

/** Looks like a receipt, and is none. */
export function inventedCode({ random }: Pick<Visit, "random">, start = "ZZ"): string {
  const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
  return `${start}${Array.from({ length: 8 }, () => letters[random.below(letters.length)]).join("")}`;
}

function askedOf({ status, body }: { status: number; body: Record<string, unknown> }): PayAnswer {
  return { status, message: String(body.message ?? "") };
}
