import { createClock } from "../../simulators/clock.ts";
import { startDaraja } from "../../simulators/daraja/simulator.ts";
import type { Payment, ProviderResult } from "../../src/payments/core/provider.server.ts";
import { mpesaProvider } from "../../src/payments/mpesa/provider.server.ts";
import { newId } from "../../src/platform/id.server.ts";
import { openTestShop } from "../shop.ts";
import { openHooks } from "./hooks.ts";
import { addPayment, changePayment, mpesaConfig } from "./payment.ts";

/** Simulated Daraja, a shop's tables and the addresses it calls back to; time stands still until it is let go on. */
export async function openDaraja() {
  const clock = createClock({ scale: 0 });
  const shop = await openTestShop();
  const hooks = await openHooks();
  const daraja = await startDaraja({ clock, anyTimestamp: true, queryLimit: false });
  const parts = {
    db: shop.db,
    config: mpesaConfig(daraja.url, { PUBLIC_URL: hooks.url }),
    log: shop.log,
  };
  let provider = mpesaProvider(parts);

  async function push(phone: string, during = 0) {
    let payment = await addPayment(shop.db, { phone });
    const secret = newId();
    const starting = provider.start?.(payment, secret, async () => {});
    if (during > 0) {
      while (daraja.control.payments().length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
      await daraja.control.advance(during);
    }
    const started = await starting;
    if (started?.type === "accepted") {
      const { checkoutRequestId, merchantRequestId } = started;
      payment = await changePayment(shop.db, payment.id, { checkoutRequestId, merchantRequestId });
    }
    return {
      started,
      payment: (): Payment => payment,
      /** Seconds pass; then what was called back is taken in, and it is asked how it went. */
      after: async (seconds: number): Promise<ProviderResult> => {
        await daraja.control.advance(seconds);
        for (const body of hooks.on(`/hooks/mm/stk/${secret}`)) {
          const callback = provider.readCallback?.(body);
          if (!callback) continue;
          payment = await changePayment(shop.db, payment.id, {
            callback,
            checkoutRequestId: payment.checkoutRequestId ?? callback.checkoutRequestId ?? null,
            merchantRequestId: payment.merchantRequestId ?? callback.merchantRequestId ?? null,
          });
        }
        return provider.check(payment);
      },
    };
  }

  return {
    shop,
    hooks,
    parts,
    control: daraja.control,
    provider: () => provider,
    begin: async () => {
      daraja.control.reset();
      // a reset Daraja knows no token any more
      await shop.query("delete from provider_tokens");
      await shop.query("delete from provider_turns");
      provider = mpesaProvider(parts);
    },
    /** A push to the phone of a scenario; `during` seconds pass while it is under way. */
    push,
    pushes: () => daraja.control.requests("/stkpush/").filter(({ direction }) => direction === "in"),
    receipt: () => daraja.control.payments()[0]?.receipt,
    close: async () => {
      await daraja.close();
      clock.close();
      await hooks.close();
      await shop.close();
    },
  };
}
