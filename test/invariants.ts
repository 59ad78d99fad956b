import { expect, test } from "vitest";
import { ALL_BROKEN } from "../scripts/invariants/rules.ts";
import type { TestShop } from "./shop.ts";

export async function brokenInvariants(
  shop: Pick<TestShop, "query">,
): Promise<{ about: string; rule: string; place: string }[]> {
  return shop.query(ALL_BROKEN);
}

/** The last test of a file that places orders. */
export function holdsInvariants(shop: () => TestShop): void {
  test("after all that, every invariant holds", async () => {
    expect(await brokenInvariants(shop())).toEqual([]);
  });
}
