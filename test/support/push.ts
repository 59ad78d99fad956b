import type { Daraja } from "../../simulators/daraja/simulator.ts";
import type { Payment, Provider, ProviderResult, Started } from "../../src/payments/core/provider.server.ts";
import { newId } from "../../src/platform/id.server.ts";
import type { TestShop } from "../shop.ts";
import type { openHooks } from "./hooks.ts";
import { addPayment, changePayment } from "./payment.ts";

type Parts = {
  shop: TestShop;
  daraja: Daraja;
  hooks: Awaited<ReturnType<typeof openHooks>>;
  provider: Provider;
};

/** A push to a phone of the simulator, on its clock; `during` seconds pass while it is under way. */
export async function pushTo({ shop, daraja, hooks, provider }: Parts, phone: string, during: number) {
  let payment = await addPayment(shop.db, { phone });
  const secret = newId();
  const starting = provider.start?.(payment, secret, async () => {});
  if (during > 0) {
    while (daraja.control.payments().length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await daraja.control.advance(during);
  }
  const started: Started | undefined = await starting;
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
