import { tillSecret } from "../../src/payments/mpesa/till-code/secret.server.ts";
import { confirmationOf } from "../till.ts";
import type { Environment } from "./environment.ts";
import type { Random } from "./random.ts";

/** In every word that is sent to be no payment: what waits for the owner with it in it was sent on purpose. */
export const POISON = "POISON";

type Named = {
  merchantRequestId: string;
  checkoutRequestId: string;
  amount: number;
  accountReference: string;
};

/** What comes to a push's own address: unreadable, not storable, of other requests, of other sums. */
const CALLBACKS: [Words, ...Words[]] = [
  () => "",
  () => `{"${POISON}":`,
  () => `${POISON}\0\xff`,
  () => `<html>${POISON}</html>`,
  () => `{"${POISON}":${"[".repeat(2_000)}${"]".repeat(2_000)}}`,
  (named) => success(named, { MpesaReceiptNumber: `${POISON}\u0000` }),
  (named) => success(named, { Amount: named.amount - 1 }),
  (named) => success(named, { Amount: 1e308 }),
  // with a receipt it would be told of as money by who knows the push's address, which is M-Pesa alone
  (named) => success(named, { Amount: String(named.amount), MpesaReceiptNumber: undefined }),
  (named) => success({ ...named, checkoutRequestId: `ws_CO_${POISON}` }),
  (named) => success({ ...named, merchantRequestId: POISON, checkoutRequestId: `ws_CO_${POISON}` }),
  (named) => callback(named, 1032),
  (named) => callback(named, "\u0000"),
];
type Words = (named: Named) => string;

function callback(
  { merchantRequestId, checkoutRequestId }: Named,
  ResultCode: unknown,
  metadata?: object,
): string {
  const stkCallback = {
    MerchantRequestID: merchantRequestId,
    CheckoutRequestID: checkoutRequestId,
    ResultCode,
    ResultDesc: POISON,
    ...(metadata ? { CallbackMetadata: metadata } : {}),
  };
  return JSON.stringify({ Body: { stkCallback } });
}

function success(named: Named, change: object = {}): string {
  const values = { Amount: named.amount, MpesaReceiptNumber: "UKPOISON00", ...change };
  return callback(named, 0, { Item: Object.entries(values).map(([Name, Value]) => ({ Name, Value })) });
}

/** What comes to the till's address: nothing of it names a payment with its own sum, for that would be money. */
const CONFIRMATIONS: [Words, ...Words[]] = [
  () => "",
  () => POISON,
  () => `{"TransID":"${POISON}"}`,
  ({ accountReference }) =>
    JSON.stringify(confirmationOf("UKPOISON01", { BillRefNumber: accountReference, TransAmount: "3.00" })),
  () => JSON.stringify(confirmationOf("UKPOISON02", { BillRefNumber: `${POISON}\u0000` })),
  () => JSON.stringify(confirmationOf("UKPOISON03", { TransAmount: "-1501.00" })),
  () => JSON.stringify(confirmationOf("UKPOISON04", { BusinessShortCode: "600111" })),
];

/** What comes signed to the cards' address. */
const WEBHOOKS: [Words, ...Words[]] = [
  () => "",
  () => POISON,
  () => `{"data":{"tx_ref":"${POISON}\\u0000"}}`,
  () => `{"event":"charge.completed","data":{"id":1,"tx_ref":"${POISON}"}}`,
  ({ accountReference }) =>
    `{"event":"charge.completed","data":{"id":"${POISON}","tx_ref":"${accountReference}"}}`,
];

/** Throws so many wrong words at the shop's addresses for providers, at those of this phone's newest prompt if it has one. */
export async function poison(
  environment: Environment,
  random: Random,
  phone: string,
  times: number,
): Promise<void> {
  const { daraja, config, shops } = environment;
  const prompt = daraja.payments().findLast((made) => made.phone === phone);
  const named = prompt ?? { merchantRequestId: "", checkoutRequestId: "", amount: 1, accountReference: "" };
  for (let sent = 0; sent < times; sent++) {
    const where = random.pick(["stk", "stk", "c2b", "card"] as const);
    const home = shops[random.below(shops.length)]?.url;
    if (where === "c2b")
      await knock(`${home}/hooks/mm/c2b/${tillSecret(config)}/confirm`, random.pick(CONFIRMATIONS)(named));
    else if (where === "card")
      await knock(`${home}/hooks/card`, random.pick(WEBHOOKS)(named), {
        "verif-hash": config.FLW_WEBHOOK_HASH ?? "",
      });
    else if (prompt) await knock(prompt.callbackUrl, random.pick(CALLBACKS)(named));
  }
}

/** Whoever sends this does not care for the answer. */
async function knock(url: string, body: string, headers: Record<string, string> = {}): Promise<void> {
  await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
    signal: AbortSignal.timeout(2_000),
  }).then(
    (answer) => answer.arrayBuffer(),
    () => {},
  );
}
