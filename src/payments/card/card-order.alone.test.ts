import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CheckoutState } from "../../ordering/checkout/checkout-state.ts";
import { clearStarted, readStarted, saveStarted } from "./card-order.ts";

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  });
});
afterEach(() => vi.unstubAllGlobals());

const carrying = (...goods: string[]) =>
  ({
    order: { items: goods.map((_id) => ({ _id, size: "M", quantity: 1 })) },
    checkoutId: "one",
  }) as unknown as CheckoutState;

test("what this tab has started is found by its checkout alone, and distinguished from other items in it", () => {
  for (const [carried, own] of [
    [carrying("tee", "cap"), true],
    [carrying("cap", "tee"), true],
    [carrying("mug"), false],
    [carrying("tee"), false],
    [undefined, false],
  ] as const) {
    saveStarted(carrying("tee", "cap"), "sauti-1");
    expect([readStarted("one")?.txRef, readStarted("two"), readStarted()?.txRef]).toEqual([
      "sauti-1",
      undefined,
      "sauti-1",
    ]);
    expect(clearStarted(carried)).toBe(own);
    expect(readStarted()).toBeUndefined();
  }
});
