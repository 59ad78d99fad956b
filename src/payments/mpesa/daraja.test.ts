import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openDaraja } from "../../../test/support/daraja.ts";
import { registerTillUrls } from "./register.server.ts";
import { tillPayments } from "./till-code/tables.server.ts";

let daraja: Awaited<ReturnType<typeof openDaraja>>;
beforeAll(async () => {
  daraja = await openDaraja();
});
afterAll(() => daraja.close());
beforeEach(() => daraja.begin());

const DETAILS = { amount: 1501, currency: "KES" };
const UNDER_WAY = { type: "open", code: "4999" };

test.each(["001", "014", "015", "032", "033"])("%s is paid, with its receipt", async (scenario) => {
  const { started, after } = await daraja.push(`254700000${scenario}`);
  expect(started).toMatchObject({ type: "accepted" });
  expect(await after(1)).toEqual(UNDER_WAY);
  expect(await after(10)).toEqual({ type: "paid", receipt: daraja.receipt(), details: DETAILS });
  expect(daraja.pushes()).toHaveLength(1);
});

test("the other mobile prefix works as well", async () => {
  const { after } = await daraja.push("254110000001");
  expect(await after(8)).toMatchObject({ type: "paid" });
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
  const { after } = await daraja.push(`254700000${scenario}`);
  expect(await after(seconds)).toEqual({ type: "failed", code });
});

test.each([
  ["003", 26, "1037"],
  ["006", 75, "1019"],
])("%s fails after %i seconds with %s, and is watched", async (scenario, seconds, code) => {
  const { after } = await daraja.push(`254700000${scenario}`);
  expect(await after(seconds)).toEqual({ type: "failed", code, watch: true });
});

test.each([
  ["007", 409],
  ["018", 503],
  ["023", 502],
])("%s is refused with %i, and nothing was created", async (scenario, status) => {
  const { started } = await daraja.push(`254700000${scenario}`);
  expect(started).toMatchObject({ type: "refused", status });
  expect(daraja.control.payments()).toEqual([]);
});

test("013: a lost callback leaves the query, which knows no receipt", async () => {
  const { after } = await daraja.push("254700000013");
  expect(await after(8)).toEqual({ type: "paid" });
});

test("016: a callback before the push's answer agrees with it", async () => {
  const { started, after } = await daraja.push("254700000016", 2);
  expect(started).toMatchObject({ type: "accepted" });
  expect(await after(0)).toMatchObject({ type: "paid", receipt: daraja.receipt() });
});

test("017: nothing is known until 180 seconds, then it is paid", async () => {
  const { after } = await daraja.push("254700000017");
  expect(await after(170)).toEqual(UNDER_WAY);
  expect(await after(10)).toMatchObject({ type: "paid", receipt: daraja.receipt() });
});

test.each(["025", "026", "036"])("%s: what is no answer is none", async (scenario) => {
  const { after } = await daraja.push(`254700000${scenario}`);
  expect(await after(1)).toEqual(scenario === "036" ? UNDER_WAY : { type: "open" });
  // 025 answers every second query only
  const result = await after(scenario === "025" ? 0 : 9);
  expect(result.type).toBe(scenario === "026" ? "paid" : "open");
});

test("025: between refusals the answer is found", async () => {
  const { after } = await daraja.push("254700000025");
  expect([(await after(8)).type, (await after(0)).type]).toEqual(["held", "paid"]);
});

test("027, 028: refused queries are no failures", async () => {
  const { after } = await daraja.push("254700000027");
  expect(await after(20)).toEqual({ type: "held", reason: "waiting for M-Pesa's word", in: 12, waits: true });
  await daraja.shop.query("delete from provider_turns");
  expect(await after(41)).toMatchObject({ type: "paid" });
  daraja.control.reset();
  const early = await daraja.push("254700000028");
  expect(await early.after(1)).toEqual({ type: "open" });
  expect(await early.after(8)).toMatchObject({ type: "paid" });
});

test("029: money may come after a failure", async () => {
  const { after } = await daraja.push("254700000029");
  expect(await after(26)).toEqual({ type: "failed", code: "1037", watch: true });
  expect(await after(34)).toMatchObject({ type: "paid" });
});

test("A forged success in a callback is not believed", async () => {
  const { after } = await daraja.push("254700000030");
  expect(await after(8)).toEqual({ type: "held", reason: "sources disagree", tell: true });
});

test("031: a shilling less waits for a person", async () => {
  const { after } = await daraja.push("254700000031");
  expect(await after(8)).toEqual({ type: "held", reason: "amount differs", final: true });
});

test("034, 038: without a readable receipt it is paid all the same", async () => {
  const malformed = await daraja.push("254700000034");
  expect(await malformed.after(8)).toEqual({ type: "paid" });
  daraja.control.reset();
  const without = await daraja.push("254700000038");
  expect(await without.after(8)).toEqual({ type: "paid", details: DETAILS });
});

test("035: under way for ever is never an answer", async () => {
  const { after } = await daraja.push("254700000035");
  for (const seconds of [15, 600, 40_000]) expect(await after(seconds)).toEqual(UNDER_WAY);
});

test("037: a confirmation that comes first brings the receipt", async () => {
  const urls = {
    confirmation: `${daraja.hooks.url}/c2b/confirm`,
    validation: `${daraja.hooks.url}/c2b/validate`,
  };
  expect(await registerTillUrls(daraja.parts, urls)).toEqual({ type: "done" });
  expect(await registerTillUrls(daraja.parts, urls)).toMatchObject({ type: "failed" });
  const { after, payment } = await daraja.push("254700000037");
  await daraja.control.advance(8.5);
  const told = JSON.parse(daraja.hooks.on("/c2b/confirm")[0] ?? "{}");
  expect(told.BillRefNumber).toBe(payment().reference);
  await daraja.shop.db.insert(tillPayments).values({
    code: told.TransID,
    amount: Number(told.TransAmount),
    shortcode: told.BusinessShortCode,
    billRef: told.BillRefNumber,
  });
  expect(await after(0)).toEqual({ type: "paid", receipt: daraja.receipt(), details: DETAILS });
  expect(await after(2)).toEqual({ type: "paid", receipt: daraja.receipt(), details: DETAILS });
});
