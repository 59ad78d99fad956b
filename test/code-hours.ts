import type { PaidShop } from "./payments.ts";
import type { TestApp } from "./shop.ts";

/** Hours go by in one step; then the work that is due, and the answers to what is asked in it. */
export async function hoursOf(shop: PaidShop, count: number, app: TestApp = shop): Promise<void> {
  await shop.pass(count * 3_600, count * 3_600, app);
  await shop.pass(10, 5, app);
}

/** From the typing until just after the warning. */
export const warningOf = (shop: PaidShop) => hoursOf(shop, 22.1);

/** From the warning until just after the end. */
export const endOf = (shop: PaidShop) => hoursOf(shop, 2.1);
