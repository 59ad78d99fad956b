import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type CheckoutArgs, type Intent, loadCheckout, openCheckout } from "./open-checkout.ts";

const SRC = "https://checkout.flutterwave.com/v3.js";
const FAILED = "Failed to load payment modal. Check your internet connection and retry later.";

type Turn = "loads" | "fails" | "loads nothing" | "hangs";

/** A document in which each script tag ends as told, and the times at which tags were added. */
function page(...turns: Turn[]) {
  const page = { at: [] as number[], asked: [] as string[], tags: 0 };
  const began = Date.now();
  const parentNode = { removeChild: () => page.tags-- };
  const append = (script: EventTarget & { src: string }) => {
    page.at.push(Date.now() - began);
    page.asked.push(script.src);
    page.tags++;
    const turn = turns.shift() ?? "fails";
    if (turn === "loads") Object.assign(window, { FlutterwaveCheckout: () => undefined });
    if (turn !== "hangs")
      setTimeout(() => script.dispatchEvent(new Event(turn === "fails" ? "error" : "load")));
  };
  vi.stubGlobal("window", {});
  vi.stubGlobal("document", {
    createElement: () => Object.assign(new EventTarget(), { parentNode }),
    head: { append },
  });
  return page;
}

/** Whether it was had, once all timers have run. */
async function outcome(loading: Promise<unknown>): Promise<string> {
  const told = loading.then(
    () => "had",
    (error: Error) => error.message,
  );
  await vi.runAllTimersAsync();
  return told;
}

test("it is fetched once for all who ask, and not again once it is there", async () => {
  const { at } = page("loads");
  const first = loadCheckout(SRC);
  expect(loadCheckout(SRC)).toBe(first);
  expect(await outcome(first)).toBe("had");
  expect(await outcome(loadCheckout(SRC))).toBe("had");
  expect(at).toEqual([0]);
});

test("the third try may bring it, one second after the second; failed tags are gone", async () => {
  const tried = page("fails", "loads nothing", "loads");
  expect(await outcome(loadCheckout(SRC))).toBe("had");
  expect(tried.at).toEqual([0, 1000, 2000]);
  expect(tried.tags).toBe(1);
});

test("A broken card script is reported, and the next tap retries", async () => {
  const tried = page("fails", "fails", "fails", "fails", "loads");
  expect(await outcome(loadCheckout(SRC))).toBe(FAILED);
  expect(tried.tags).toBe(0);
  expect(await outcome(loadCheckout(SRC))).toBe("had");
  expect(tried.at).toHaveLength(5);
});

test("one that takes more than ten seconds has failed; the next try does not wait for its answer", async () => {
  const tried = page("hangs", "hangs", "hangs");
  expect(await outcome(loadCheckout(SRC))).toBe(FAILED);
  expect(tried.at).toEqual([0, 11_000, 22_000]);
  expect(tried.asked).toEqual([SRC, `${SRC}?try=1`, `${SRC}?try=2`]);
  expect(tried.tags).toBe(0);
});

const NOW = Date.UTC(2026, 10, 5, 11, 30);
const INTENT: Intent = {
  tx_ref: "sauti-1",
  amount: 1501,
  currency: "KES",
  public_key: "FLWPUBK_TEST-1-X",
  payload_hash: "hash",
  customer: { email: "jane@example.com", name: "Jane", phone_number: "254712345678" },
  expiresAt: NOW + 12.5 * 60_000,
};
const CALLED = { status: "successful", transaction_id: 17, tx_ref: "sauti-1", flw_ref: "FLW-1" };
const PAID = {
  type: "paid",
  paid: { txRef: "sauti-1", transactionId: 17, flwRef: "FLW-1", response: undefined },
};

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  vi.stubGlobal("window", new EventTarget());
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** An open checkout page: what it was called with, whether it was closed, and how it ends. */
function opened(intent = INTENT, isPaid = async () => false) {
  const close = vi.fn();
  const seen: CheckoutArgs[] = [];
  const ended = openCheckout(
    (args) => {
      seen.push(args);
      return { close };
    },
    intent,
    isPaid,
  );
  const [args] = seen;
  if (!args) throw new Error("not opened");
  return { args, close, ended };
}

test("it is opened for what the server asked, by card, in KES, for as long as that holds", () => {
  const { args } = opened();
  expect(args).toMatchObject({
    public_key: "FLWPUBK_TEST-1-X",
    tx_ref: "sauti-1",
    amount: 1501,
    currency: "KES",
    country: "KE",
    payment_options: "card",
    customer: INTENT.customer,
    payload_hash: "hash",
    configurations: { session_duration: 13 },
  });
  expect(args).not.toHaveProperty("redirect_url");
});

test.each([-600_000, 86_400_000 * 365])("a clock that is wrong by %i ms gives the usual half hour", (wrong) =>
  expect(opened({ ...INTENT, expiresAt: NOW + wrong }).args.configurations.session_duration).toBe(30),
);

test.each(["successful", "completed"])("%s is paid, once, and closes the page", async (status) => {
  const { args, close, ended } = opened();
  args.callback({ ...CALLED, status });
  args.callback({ ...CALLED, status: "failed" });
  args.onclose(true);
  expect(await ended).toEqual(PAID);
  vi.advanceTimersByTime(0);
  expect(close).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});

test.each([
  [{ customer: { phone_number: "254712345678" } }, { phone_number: "254712345678" }],
  [{ card: { last_4digits: "2950", type: "VISA" } }, { last4: "2950", brand: "VISA" }],
  [
    { card: { last_4digits: "2950", type: "VISA" }, customer: { phone_number: "254712345678" } },
    { last4: "2950", brand: "VISA" },
  ],
  [
    { card: { last_4digits: "2950" }, customer: { phone_number: "254712345678" } },
    { phone_number: "254712345678" },
  ],
  [{ card: "VISA", customer: null }, undefined],
])("what it says of the payer in %o is handed on", async (said, paidWith) => {
  const { args, ended } = opened();
  args.callback({ ...CALLED, ...said });
  expect(await ended).toEqual({ ...PAID, paid: { ...PAID.paid, paidWith } });
});

test.each([{ ...CALLED, status: "failed" }, {}, null, "successful", undefined])("%o is not", async (data) => {
  const { args, ended } = opened();
  args.callback(data);
  expect(await ended).toEqual({ type: "failed" });
});

test.each([
  [true, false],
  [undefined, false],
  [false, true],
])("closed with incomplete %s", async (incomplete, finished) => {
  const { args, close, ended } = opened();
  args.onclose(incomplete);
  args.callback(CALLED);
  expect(await ended).toEqual({ type: "closed", finished });
  vi.advanceTimersByTime(0);
  expect(close).not.toHaveBeenCalled();
});

test("our own server is asked meanwhile, and its word ends it too", async () => {
  let asked = 0;
  const { args, ended } = opened(INTENT, async () => ++asked === 2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await ended).toEqual({ type: "paid", paid: { txRef: "sauti-1" } });
  args.callback(CALLED);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toBe(2);
});

test("without a line nothing is asked; once it is back, our own server's answer ends it immediately", async () => {
  const line = { onLine: false };
  vi.stubGlobal("navigator", line);
  let asked = 0;
  const { ended } = opened(INTENT, async () => ++asked === 1);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(asked).toBe(0);
  line.onLine = true;
  window.dispatchEvent(new Event("online"));
  expect(await ended).toEqual({ type: "paid", paid: { txRef: "sauti-1" } });
});

test("a callback from within the call, and a checkout that throws", async () => {
  const open = (checkout: (args: CheckoutArgs) => undefined) =>
    openCheckout(checkout, INTENT, async () => false);
  expect(await open((args) => void args.callback(CALLED))).toEqual(PAID);
  const breaks = () => {
    throw new Error("broken");
  };
  await expect(open(breaks)).rejects.toThrow("broken");
  vi.advanceTimersByTime(0);
  expect(vi.getTimerCount()).toBe(0);
});
