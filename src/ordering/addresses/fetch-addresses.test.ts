import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { token } from "../../accounts/sign-in/sign-in.ts";
import { fetchAddresses, forgetAddress } from "./fetch-addresses.ts";

const asked = vi.fn<typeof fetch>();
beforeEach(() => {
  asked
    .mockReset()
    .mockImplementation(async () => Response.json({ success: true, addresses: [{ _id: "1" }] }));
  vi.stubGlobal("fetch", asked);
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
});
afterEach(() => {
  token.write(null);
  vi.unstubAllGlobals();
});

test("a stranger has no addresses, and nothing is asked", async () => {
  expect(await fetchAddresses()).toEqual([]);
  expect(asked).not.toHaveBeenCalled();
});

test("a shopper's are asked for, and forgotten, by the sign-in's token", async () => {
  token.write("t");
  expect(await fetchAddresses()).toEqual([{ _id: "1" }]);
  await forgetAddress("1");
  expect(asked.mock.calls).toMatchObject([
    ["/api/user/addresses?", { headers: { token: "t" } }],
    ["/api/user/remove-address", { method: "POST", headers: { token: "t" }, body: '{"id":"1"}' }],
  ]);
});
