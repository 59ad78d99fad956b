import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createClock } from "../../../simulators/clock.ts";
import { type Daraja, startDaraja } from "../../../simulators/daraja/simulator.ts";
import { openTestShop, type TestShop } from "../../../test/shop.ts";
import { newId } from "../../platform/id.server.ts";
import type { Provider, Refund } from "../provider.server.ts";
import { tillPayments } from "../tables.server.ts";
import { mpesaProvider } from "./provider.server.ts";
import { registerTillUrls } from "./register.server.ts";
import { readReversal } from "./results.ts";
import { openHooks } from "./test-hooks.server.ts";
import { mpesaConfig } from "./test-payment.server.ts";
import { pushTo } from "./test-push.server.ts";
import { hurry } from "./test-safaricom.server.ts";

let shop: TestShop;
let daraja: Daraja;
let hooks: Awaited<ReturnType<typeof openHooks>>;
let provider: Provider;
const clock = createClock({ scale: 0 });

beforeAll(async () => {
  shop = await openTestShop();
  hooks = await openHooks();
  daraja = await startDaraja({ clock, anyTimestamp: true, queryLimit: false });
});
afterAll(async () => {
  await daraja.close();
  clock.close();
  await hooks.close();
  await shop.close();
});
beforeEach(async () => {
  daraja.control.reset();
  // a reset Daraja knows no token any more
  await shop.query("delete from provider_tokens");
  await shop.query("delete from provider_turns");
  provider = open();
});
afterEach(() => vi.restoreAllMocks());

const parts = () => ({
  db: shop.db,
  config: mpesaConfig(daraja.url, { PUBLIC_URL: hooks.url }),
  log: shop.log,
});
const open = () => mpesaProvider(parts());

/** A push to the phone of a scenario; `during` seconds pass while it is under way. */
const push = (phone: string, during = 0) => pushTo({ shop, daraja, hooks, provider }, phone, during);

const DETAILS = { amount: 1501, currency: "KES" };
const pushes = () => daraja.control.requests("/stkpush/").filter(({ direction }) => direction === "in");
const receipt = () => daraja.control.payments()[0]?.receipt;

test.each(["001", "014", "015", "032", "033"])("%s is paid, with its receipt", async (scenario) => {
  const { started, after } = await push(`254700000${scenario}`);
  expect(started).toMatchObject({ is: "accepted" });
  expect(await after(1)).toEqual({ is: "open" });
  expect(await after(10)).toEqual({ is: "paid", receipt: receipt(), details: DETAILS });
  expect(pushes()).toHaveLength(1);
});

test("the other mobile prefix works as well", async () => {
  const { after } = await push("254110000001");
  expect(await after(8)).toMatchObject({ is: "paid" });
});

test.each([
  ["002", 6, "1032"],
  ["004", 10, "2001"],
  ["005", 10, "1"],
  ["008", 3, "1001"],
  ["009", 2, "1025"],
  ["010", 2, "9999"],
  ["011", 2, "17"],
  ["012", 4, "4"],
])("%s fails after %i seconds with %s", async (scenario, seconds, code) => {
  const { after } = await push(`254700000${scenario}`);
  expect(await after(seconds)).toEqual({ is: "failed", code });
});

test.each([
  ["003", 26, "1037"],
  ["006", 75, "1019"],
])("%s fails after %i seconds with %s, and is watched", async (scenario, seconds, code) => {
  const { after } = await push(`254700000${scenario}`);
  expect(await after(seconds)).toEqual({ is: "failed", code, watch: true });
});

test.each([
  ["007", 409],
  ["018", 503],
  ["023", 502],
])("%s is refused with %i, and nothing was created", async (scenario, status) => {
  const { started } = await push(`254700000${scenario}`);
  expect(started).toMatchObject({ is: "refused", status });
  expect(daraja.control.payments()).toEqual([]);
});

test("013: a lost callback leaves the query, which knows no receipt", async () => {
  const { after } = await push("254700000013");
  expect(await after(8)).toEqual({ is: "paid" });
});

test("016: a callback before the push's answer agrees with it", async () => {
  const { started, after } = await push("254700000016", 2);
  expect(started).toMatchObject({ is: "accepted" });
  expect(await after(0)).toMatchObject({ is: "paid", receipt: receipt() });
});

test("017: nothing is known until 180 seconds, then it is paid", async () => {
  const { after } = await push("254700000017");
  expect(await after(170)).toEqual({ is: "open" });
  expect(await after(10)).toMatchObject({ is: "paid", receipt: receipt() });
});

test("019: a page of HTML says nothing, and nothing comes", async () => {
  const { started, after } = await push("254700000019");
  expect(started).toEqual({ is: "unknown" });
  expect(await after(86_400)).toEqual({ is: "open" });
  expect(pushes()).toHaveLength(1);
});

test.each(["254700000020", "254700000021", "254700000022", "254110000022"])(
  "%s: a push whose answer is lost is not sent again, and is paid by what its callback names",
  async (phone) => {
    hurry();
    const { started, after } = await push(phone);
    expect(started).toEqual({ is: "unknown" });
    expect(await after(8)).toEqual({ is: "paid", receipt: receipt(), details: DETAILS });
    expect(pushes()).toHaveLength(1);
  },
);

test("024: a stale token is renewed and the push sent again, once", async () => {
  const { started, after } = await push("254700000024");
  expect(started).toMatchObject({ is: "accepted" });
  expect(await after(8)).toMatchObject({ is: "paid" });
  expect(daraja.control.payments()).toHaveLength(1);
});

test.each(["025", "026", "036"])("%s: what is no answer is none", async (scenario) => {
  const { after } = await push(`254700000${scenario}`);
  expect(await after(1)).toEqual({ is: "open" });
  // 025 answers every second query only
  const verdict = await after(scenario === "025" ? 0 : 9);
  expect(verdict.is).toBe(scenario === "026" ? "paid" : "open");
});

test("025: between refusals the answer is found", async () => {
  const { after } = await push("254700000025");
  expect([(await after(8)).is, (await after(0)).is]).toEqual(["held", "paid"]);
});

test("027, 028: refused queries are no failures", async () => {
  const { after } = await push("254700000027");
  expect(await after(20)).toEqual({ is: "held", why: "waiting for M-Pesa's word", in: 12 });
  await shop.query("delete from provider_turns");
  expect(await after(41)).toMatchObject({ is: "paid" });
  daraja.control.reset();
  const early = await push("254700000028");
  expect(await early.after(1)).toEqual({ is: "open" });
  expect(await early.after(8)).toMatchObject({ is: "paid" });
});

test("029: money may come after a failure", async () => {
  const { after } = await push("254700000029");
  expect(await after(26)).toEqual({ is: "failed", code: "1037", watch: true });
  expect(await after(34)).toMatchObject({ is: "paid" });
});

test("030: a forged success is not believed", async () => {
  const { after } = await push("254700000030");
  expect(await after(8)).toEqual({ is: "held", why: "sources disagree", tell: true });
});

test("031: a shilling less waits for a person", async () => {
  const { after } = await push("254700000031");
  expect(await after(8)).toEqual({ is: "held", why: "amount differs", final: true });
});

test("034, 038: without a readable receipt it is paid all the same", async () => {
  const malformed = await push("254700000034");
  expect(await malformed.after(8)).toEqual({ is: "paid" });
  daraja.control.reset();
  const without = await push("254700000038");
  expect(await without.after(8)).toEqual({ is: "paid", details: DETAILS });
});

test("035: under way for ever is never an answer", async () => {
  const { after } = await push("254700000035");
  for (const seconds of [15, 600, 40_000]) expect(await after(seconds)).toEqual({ is: "open" });
});

test("037: a confirmation that comes first brings the receipt", async () => {
  const urls = { confirmation: `${hooks.url}/c2b/confirm`, validation: `${hooks.url}/c2b/validate` };
  expect(await registerTillUrls(parts(), urls)).toEqual({ is: "done" });
  expect(await registerTillUrls(parts(), urls)).toMatchObject({ is: "failed" });
  const { after, payment } = await push("254700000037");
  await daraja.control.advance(8.5);
  const told = JSON.parse(hooks.on("/c2b/confirm")[0] ?? "{}");
  expect(told.BillRefNumber).toBe(payment().reference);
  await shop.db.insert(tillPayments).values({
    code: told.TransID,
    amount: Number(told.TransAmount),
    shortcode: told.BusinessShortCode,
    billRef: told.BillRefNumber,
  });
  expect(await after(0)).toEqual({ is: "paid", receipt: receipt(), details: DETAILS });
  expect(await after(2)).toEqual({ is: "paid", receipt: receipt(), details: DETAILS });
});

test.each([
  ["token-500", { is: "refused", status: 503 }],
  ["token-empty-400", { is: "refused", status: 502 }],
  ["token-expired", { is: "refused", status: 502 }],
  ["rate-limited", { is: "refused", status: 503 }],
  ["busy", { is: "refused", status: 503 }],
] as const)("with Daraja in %s a push is refused", async (mode, expected) => {
  daraja.control.mode({ mode });
  expect((await push("254700000001")).started).toMatchObject(expected);
  expect(daraja.control.payments()).toEqual([]);
  expect(pushes().length).toBeLessThanOrEqual(2);
});

test.each(["all-5xx", "slow", "malformed", "down"] as const)(
  "with Daraja's pushes in %s nobody knows, and none is sent twice",
  async (mode) => {
    hurry();
    daraja.control.mode({ mode, path: "/stkpush/" });
    expect((await push("254700000001")).started).toEqual({ is: "unknown" });
    expect(pushes()).toHaveLength(1);
  },
);

test.each([
  ["ok", "done"],
  ["already", "done"],
  ["invalid", "failed"],
  ["balance", "failed"],
] as const)("a reversal that ends %s is %s", async (mode, is) => {
  const { after, payment } = await push("254700000001");
  await after(8);
  daraja.control.refundMode(mode);
  const secret = newId();
  const paid = { ...payment(), receipt: receipt() ?? null };
  expect(await provider.refund?.({ amount: 1501 } as Refund, paid, secret)).toMatchObject({ is: "sent" });
  await daraja.control.advance(10);
  const [body = ""] = hooks.on(`/hooks/mm/result/${secret}`);
  expect(readReversal(body)).toMatchObject({ is });
});
