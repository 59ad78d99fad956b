import { age, type PaidShop } from "./payments.ts";
import type { TestApp } from "./shop.ts";

/** Hours go by, with the work that falls due at the end of each, and the answers to what is asked then. */
export async function hoursOf(shop: PaidShop, count: number, step = 1, app: TestApp = shop): Promise<void> {
  for (let gone = 0; gone < count; gone += step)
    // a question that could not be put is put again two minutes later
    for (const seconds of [step * 3_600 - 140, 130, 5, 5]) {
      await age(shop, seconds);
      await shop.clock.advance(seconds * 1_000);
      await shop.work(app);
    }
}

/** From the typing until the warning, and past it for half an hour at most. */
export async function warningOf(shop: PaidShop, app: TestApp = shop): Promise<void> {
  await hoursOf(shop, 21, 21, app);
  await hoursOf(shop, 2, 0.5, app);
}

/** From the warning to the end. */
export function endOf(shop: PaidShop, app: TestApp = shop): Promise<void> {
  return hoursOf(shop, 2.5, 0.5, app);
}
