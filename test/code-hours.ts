import type { PaidShop } from "./payments.ts";
import type { TestApp } from "./shop.ts";

/** Hours go by in one step; then the work that is due, and the answers to what is asked in it. */
export async function hoursOf(shop: PaidShop, count: number, app: TestApp = shop): Promise<void> {
  await shop.pass(count * 3_600, count * 3_600, app);
  await shop.pass(10, 5, app);
}
