import type { z } from "zod";
import { formatPrice } from "../../catalogue/rules.ts";
import { t } from "../../language/t.ts";
import { poll } from "../../platform/browser/line-back.ts";
import { shop } from "../../shop.ts";
import type { cardIntent } from "../contract.ts";
import type { PaidByCard } from "../payment.ts";
import { PAYMENT_TEXTS } from "../rules.ts";

/** What FlutterwaveCheckout is called with (docs/payments.md, "Checkout"); amounts in KES, durations in minutes. */
export type CheckoutArgs = {
  public_key: string;
  tx_ref: string;
  amount: number;
  currency: "KES";
  country: "KE";
  payment_options: "card";
  customer: { email: string; name: string; phone_number: string };
  customizations: { title: string; description: string };
  payload_hash: string;
  configurations: { session_duration: number };
  callback(data: unknown): void;
  onclose(incomplete?: boolean): void;
};

export type Checkout = (args: CheckoutArgs) => { close?(): void } | undefined;

declare global {
  interface Window {
    FlutterwaveCheckout?: Checkout;
  }
}

const TRIES = 3;
/** Milliseconds between two tries (specification §7), and for which one try may take. */
const RETRY_MS = 1_000;
const SCRIPT_TIMEOUT_MS = 10_000;

let loading: Promise<Checkout> | undefined;
/** How many requests timed out. */
let hung = 0;

/**
 * Fetches the provider's checkout script: three tries, one second apart, shared by all who ask meanwhile. After a failure
 * the next call starts again.
 * @throws Error with the specification's text (§8) when the third try fails.
 */
export function loadCheckout(src: string): Promise<Checkout> {
  loading ??= tryThrice(src).finally(() => {
    loading = undefined;
  });
  return loading;
}

async function tryThrice(src: string): Promise<Checkout> {
  for (let tried = 1; ; tried++) {
    if (!window.FlutterwaveCheckout) await addScript(src);
    // the response may be no script: an error page, or a blocker's empty file
    if (window.FlutterwaveCheckout) return window.FlutterwaveCheckout;
    if (tried === TRIES) throw new Error(PAYMENT_TEXTS.scriptFailed);
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

/** Resolves when the script has run, failed, or taken too long; one that did not help is removed again. */
function addScript(src: string): Promise<void> {
  return new Promise((resolve) => {
    const script = document.createElement("script");
    const end = () => {
      clearTimeout(timer);
      // v3.js is said to replace Element.remove by one that may throw
      if (!window.FlutterwaveCheckout) script.parentNode?.removeChild(script);
      resolve();
    };
    const timer = setTimeout(() => {
      hung++;
      end();
    }, SCRIPT_TIMEOUT_MS);
    script.addEventListener("load", end);
    script.addEventListener("error", end);
    script.async = true;
    script.src = hung ? withoutCache(src) : src;
    document.head.append(script);
  });
}

/** Changes the address: under the same one a browser would go on waiting for the response that does not come. */
function withoutCache(src: string): string {
  const url = new URL(src);
  url.searchParams.set("try", String(hung));
  return url.href;
}

export type Intent = z.output<typeof cardIntent.answer>["data"];

export type Ended =
  | { type: "paid"; paid: PaidByCard }
  | { type: "failed" }
  /** `finished`: the page says that it was not abandoned. */
  | { type: "closed"; finished: boolean };

/** Milliseconds between two questions to our own server while the page is open. */
const LOOK_EVERY = 5_000;
/** Minutes for which the provider keeps its page open by default. */
const SESSION_MAX = 30;

/**
 * Opens the provider's page and resolves to how it ended; anything it reports later is ignored. `isPaid` asks our server,
 * which may learn of the money when the page does not.
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
      // otherwise the page stays in the way; deferred, as `modal` is not set yet when the page calls back at once
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
    // any other remaining time means that the phone's clock is wrong
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

function paidWith({ card, customer }: Record<string, unknown>): PaidByCard["paidWith"] {
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
