import type { z } from "zod";
import { formatPrice } from "../../catalogue/rules.ts";
import { t } from "../../language/t.ts";
import { poll } from "../../platform/browser/line-back.ts";
import { shop } from "../../shop.ts";
import type { cardIntent } from "../contract.ts";
import type { Checkout } from "./load-checkout.ts";

export type Intent = z.output<typeof cardIntent.answer>["data"];

/** A payment the checkout page calls paid. All of it is a hint to our server, which asks by itself. */
export type Paid = {
  txRef: string;
  transactionId?: string | number | undefined;
  flwRef?: string | undefined;
  response?: string | undefined;
  paidWith?: PaidWith | undefined;
};

/** What the checkout page says of the card, or else of its payer (specification §3). */
type PaidWith = { last4: string; brand: string } | { phone_number: string };

export type Ended =
  | { type: "paid"; paid: Paid }
  | { type: "failed" }
  /** `finished`: the page says that it was not broken off. */
  | { type: "closed"; finished: boolean };

/** Milliseconds between two looks at our own server while the page is open. */
const LOOK_EVERY = 5_000;
/** Minutes the provider keeps its page open by itself. */
const SESSION_MAX = 30;

/**
 * Opens the provider's page and gives how it ended, once: what it says later is about nothing. `isPaid` asks our server,
 * which may hear of the money when the page does not.
 */
export function openCheckout(
  checkout: Checkout,
  intent: Intent,
  isPaid: () => Promise<boolean>,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    let modal: ReturnType<Checkout>;
    let over = false;
    const end = (ended: Ended) => {
      if (over) return;
      over = true;
      endLooking();
      resolve(ended);
      // it stays in the way otherwise; called from within its own call it is not known yet
      setTimeout(() => ended.type === "closed" || modal?.close?.());
    };
    const look = async () => {
      if (await isPaid()) end({ type: "paid", paid: { txRef: intent.tx_ref } });
    };
    const endLooking = poll(look, { first: LOOK_EVERY, growth: 1 });
    try {
      modal = checkout({
        ...argsOf(intent),
        callback: (data) => end(endedBy(data, intent.tx_ref)),
        onclose: (incomplete) => end({ type: "closed", finished: incomplete === false }),
      });
    } catch (error) {
      endLooking();
      reject(error);
    }
  });
}

function argsOf(intent: Intent) {
  const { public_key, tx_ref, amount, currency, payload_hash, customer } = intent;
  const left = Math.ceil((intent.expiresAt - Date.now()) / 60_000);
  return {
    public_key,
    tx_ref,
    amount,
    currency,
    country: "KE",
    payment_options: "card",
    customer,
    customizations: {
      title: shop.name,
      description: t("Your order, {amount}", { amount: formatPrice(amount) }),
    },
    payload_hash,
    // beyond this, the phone's clock is wrong
    configurations: { session_duration: left >= 1 && left <= SESSION_MAX ? left : SESSION_MAX },
  } as const;
}

/** "successful" and "completed" have both been seen live; the transaction is `transaction_id`, never `id`. */
function endedBy(data: unknown, txRef: string): Ended {
  const answer = (data ?? {}) as Record<string, unknown>;
  if (answer.status !== "successful" && answer.status !== "completed") return { type: "failed" };
  const { transaction_id: id, flw_ref, charge_response_message } = answer;
  return {
    type: "paid",
    paid: {
      txRef,
      transactionId: typeof id === "number" || typeof id === "string" ? id : undefined,
      flwRef: textIn(flw_ref),
      response: textIn(charge_response_message),
      paidWith: paidWith(answer),
    },
  };
}

function paidWith({ card, customer }: Record<string, unknown>): PaidWith | undefined {
  const last4 = textIn(partOf(card, "last_4digits"));
  const brand = textIn(partOf(card, "type"));
  if (last4 && brand) return { last4, brand };
  const phone_number = textIn(partOf(customer, "phone_number"));
  return phone_number ? { phone_number } : undefined;
}

function partOf(value: unknown, name: string): unknown {
  return (value as Record<string, unknown> | null | undefined)?.[name];
}

function textIn(value: unknown): string | undefined {
  return typeof value === "string" ? value.slice(0, 200) : undefined;
}
