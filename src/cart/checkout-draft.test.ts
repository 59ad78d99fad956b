import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { stubStorage } from "../../test/storage.ts";
import { readCheckoutDraft, saveCheckoutDraft } from "./checkout-draft.ts";
import { checkoutId, currentCheckout, endCheckout, endOf } from "./checkout-storage.ts";

let stored: Map<string, string>;

beforeEach(() => {
  stored = stubStorage();
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 22) });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("form, method and code are kept beside each other", () => {
  saveCheckoutDraft({ address: { street: "12 Langata Road" } });
  saveCheckoutDraft({ method: "mpesa" });
  saveCheckoutDraft({ code: "QGH7X2K9LM" });
  saveCheckoutDraft({ address: { street: "7 Moi Avenue" } });
  const kept = { address: { street: "7 Moi Avenue" }, method: "mpesa", code: "QGH7X2K9LM" };
  expect(readCheckoutDraft()).toEqual(kept);
});

test("what is kept already is not written again: another tab may just be writing", () => {
  saveCheckoutDraft({ address: { street: "12 Langata Road" }, code: "QGH7X2K9LM" });
  const setItem = vi.fn();
  vi.stubGlobal("localStorage", { ...localStorage, setItem });
  saveCheckoutDraft({ address: { street: "12 Langata Road" } });
  saveCheckoutDraft({ guestKey: undefined });
  expect(setItem).not.toHaveBeenCalled();
});

test.each(["", "{", "null", "7", "[]", '{"address":7}', '{"address":{"city":{"x":1}},"code":7}'])(
  "a broken draft %j is nothing typed",
  (text) => {
    for (const written of [text, `${Date.now()} ${text}`]) {
      stored.set("checkout-draft", written);
      expect(Object.values(readCheckoutDraft().address ?? {})).toEqual([]);
      expect(readCheckoutDraft().code).toBeUndefined();
    }
  },
);

test("it ends with the order, or with the logout; a checkout begun since goes on", () => {
  for (const how of ["placed", "left"] as const) {
    const id = checkoutId();
    expect(checkoutId()).toBe(id);
    saveCheckoutDraft({ code: "QGH7X2K9LM" });
    endCheckout(how);
    expect([currentCheckout.read(), readCheckoutDraft(), endOf(id)]).toEqual([null, {}, how]);
    const next = checkoutId();
    expect(next).not.toBe(id);
    saveCheckoutDraft({ method: "cod" });
    endCheckout(how, id);
    expect([currentCheckout.read(), readCheckoutDraft(), endOf(next)]).toEqual([
      next,
      { method: "cod" },
      undefined,
    ]);
    endCheckout(how);
  }
});

test("a logout before there is a checkout forgets what was typed", () => {
  saveCheckoutDraft({ address: { street: "12 Langata Road" } });
  endCheckout("left");
  expect([...stored]).toEqual([]);
});
