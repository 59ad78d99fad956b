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
/** Milliseconds between two tries (specification §7), and for which one is waited for. */
const RETRY_MS = 1_000;
const SCRIPT_TIMEOUT_MS = 10_000;

let loading: Promise<Checkout> | undefined;
/** How many requests timed out. */
let hung = 0;

/**
 * Fetches the provider's checkout script: three tries, one second apart, once for all who ask meanwhile. After a failure
 * the next call begins anew.
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
    // a script may arrive and be none: an error page, or a blocker's empty file
    if (window.FlutterwaveCheckout) return window.FlutterwaveCheckout;
    if (tried === TRIES) throw new Error(PAYMENT_TEXTS.scriptFailed);
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

/** Resolves when the script has run, failed, or taken too long; one that did not help is taken out again. */
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

/** Under the same address a browser would go on waiting for the answer that does not come. */
function withoutCache(src: string): string {
  const url = new URL(src);
  url.searchParams.set("try", String(hung));
  return url.href;
}
