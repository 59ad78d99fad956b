import { createClock } from "../../simulators/clock.ts";
import { startDaraja } from "../../simulators/daraja/simulator.ts";
import { mpesaProvider } from "../../src/payments/mpesa/provider.server.ts";
import { openTestShop } from "../shop.ts";
import { openHooks } from "./hooks.ts";
import { mpesaConfig } from "./payment.ts";
import { pushTo } from "./push.ts";

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
    push: (phone: string, during = 0) => pushTo({ shop, daraja, hooks, provider }, phone, during),
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
