import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { token } from "../../accounts/sign-in/sign-in.ts";
import { fetchCheckoutStatus, shutBy } from "./use-checkout-status.ts";

const asked = vi.fn<typeof fetch>();
beforeEach(() => {
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  vi.stubGlobal("fetch", asked.mockReset());
  token.write("t");
});
afterEach(() => {
  token.write(null);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a status that is not open shuts the checkout", async () => {
  for (const [standing, shut] of [
    [{ status: "open", late: true }, undefined],
    [{ status: "confirming", method: "mpesa", amount: 1501 }, "confirming"],
  ] as const) {
    asked.mockImplementation(async () => Response.json({ success: true, message: "", standing }));
    expect(shutBy(await fetchCheckoutStatus("c1"))?.status).toBe(shut);
  }
});

test.each([
  ["no connection", () => Promise.reject(new TypeError("no connection"))],
  ["a fault", async () => Response.json({ success: false, message: "No." }, { status: 500 })],
  ["no answer within four seconds", () => new Promise<Response>(() => {})],
])("%s is no status, and shuts nothing", async (_, answer) => {
  vi.useFakeTimers();
  asked.mockImplementation(answer);
  const status = fetchCheckoutStatus("c1");
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await status).toBeUndefined();
  expect(shutBy(undefined)).toBeUndefined();
});

test("signed out nothing is asked", async () => {
  token.write(null);
  expect(await fetchCheckoutStatus("c1")).toBeUndefined();
  expect(asked).not.toHaveBeenCalled();
});
