import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { stubStorage } from "../../test/storage.ts";
import { token } from "../accounts/sign-in/sign-in.ts";
import { OFFLINE } from "../platform/browser/call.ts";
import { toast } from "../ui/toast.ts";
import { addToCart, readCart, refreshCart, setQuantity } from "./cart-store.ts";
import { CART_TEXTS } from "./rules.ts";

vi.mock("../ui/toast.ts", () => ({ toast: vi.fn() }));

const fetched = vi.fn<typeof fetch>();
let stored: Map<string, string>;
beforeEach(() => {
  stored = stubStorage();
  vi.stubGlobal("sessionStorage", localStorage);
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  vi.stubGlobal("fetch", fetched.mockReset());
  vi.mocked(toast).mockClear();
});
afterEach(() => vi.unstubAllGlobals());

const said = () => vi.mocked(toast).mock.calls.map(([kind, words]) => [kind, words]);
const refuses = (status: number, message: string) =>
  fetched.mockImplementation(async () => Response.json({ success: false, message }, { status }));

test("a kept cart that cannot be read in full is put aside, which is said once", async () => {
  stored.set("cart", "{broken");
  await refreshCart();
  await refreshCart();
  expect(stored.get("cart")).toBe("{}");
  stored.set("cart", '{"tee":{"M":2,"L":0}}');
  await refreshCart();
  expect(stored.get("cart")).toBe('{"tee":{"M":2}}');
  expect(said()).toEqual([
    ["error", CART_TEXTS.cartReset],
    ["error", CART_TEXTS.cartMended],
  ]);
});

test("a full line and a full cart take no more, and say so", async () => {
  const full = {
    tee: { M: 20 },
    ...Object.fromEntries(Array.from({ length: 49 }, (_, at) => [at, { M: 1 }])),
  };
  stored.set("cart", JSON.stringify(full));
  expect(await addToCart({ productId: "tee", size: "M" })).toBe(false);
  expect(await addToCart({ productId: "cap", size: "One" })).toBe(false);
  expect(readCart()).toEqual(full);
  expect(said()).toEqual([
    ["error", CART_TEXTS.lineFull],
    ["error", CART_TEXTS.cartFull],
  ]);
});

test("a change that the shop refuses, or never receives, is taken back with the reason", async () => {
  token.write("amina");
  stored.set("cart", '{"tee":{"M":1}}');
  refuses(409, CART_TEXTS.soldOut);
  const changing = setQuantity({ productId: "tee", size: "M", quantity: 2 });
  expect(readCart()).toEqual({ tee: { M: 2 } });
  expect(await changing).toBe(false);
  expect(readCart()).toEqual({ tee: { M: 1 } });
  fetched.mockRejectedValue(new TypeError("no connection"));
  expect(await setQuantity({ productId: "tee", size: "M", quantity: 3 })).toBe(false);
  expect(readCart()).toEqual({ tee: { M: 1 } });
  expect(said()).toEqual([
    ["error", CART_TEXTS.soldOut],
    ["error", OFFLINE],
  ]);
});

test("an account's cart that cannot be had is said in the shop's words, and this browser's stays", async () => {
  token.write("amina");
  stored.set("cart", '{"tee":{"M":1}}');
  refuses(503, "Many are here just now.");
  await refreshCart();
  fetched.mockRejectedValue(new TypeError("no connection"));
  await refreshCart();
  expect(readCart()).toEqual({ tee: { M: 1 } });
  expect(said()).toEqual([
    ["error", "Many are here just now."],
    ["error", OFFLINE],
  ]);
});
