import { expect, test } from "vitest";
import { type FakeResponse, json, plain, reset } from "../../../test/fake-provider.ts";
import { patient } from "../../../test/shop.ts";
import { addPayment, changePayment } from "../../../test/support/payment.ts";
import { error, mpesaScenes, SPIKE } from "../../../test/support/safaricom.ts";
import { transactions } from "../transactions/tables.server.ts";

const QUERY = "/mpesa/stkpushquery/v1/query";

const { world, scene } = mpesaScenes();

const asked = () =>
  changePayment(world.shop.db, scene.payment.id, {
    checkoutRequestId: `ws_CO_${scene.payment.id}`,
    merchantRequestId: scene.payment.id,
  });
const result = (ResultCode: unknown) => ({
  ResponseCode: "0",
  ResponseDescription: "The service request has been accepted successfully",
  ResultCode,
  ResultDesc: "x",
});

test.each<[string, FakeResponse, object]>([
  ["paid", json(200, result("0")), { type: "paid", source: "query" }],
  ["paid, as a number and whatever the status", json(500, result(0)), { type: "paid", source: "query" }],
  ["cancelled", json(200, result("1032")), { type: "failed", code: "1032" }],
  ["unanswered", json(200, result("1037")), { type: "failed", code: "1037", watch: true }],
  ["under way", json(200, result("4999")), { type: "open", code: "4999" }],
  [
    "under way with an errorCode",
    error(500, "500.001.1001", "The transaction is being processed"),
    { type: "open" },
  ],
  ["under way with no message", error(200, "500.001.1001", ""), { type: "open" }],
  ["asked too early", error(400, "400.002.02", "Bad Request - Invalid CheckoutRequestID"), { type: "open" }],
  ["an unknown code", json(200, result("7777")), { type: "open", code: "7777" }],
  ["too often", SPIKE, { type: "open", in: 12 }],
  ["HTML", plain(503, "<html>0</html>"), { type: "open", in: 30 }],
  ["half an answer", plain(200, '{"ResultCode":"0"'), { type: "open", in: 30 }],
  ["a reset", reset, { type: "open", in: 30 }],
  ["another push's", json(200, { ...result("0"), CheckoutRequestID: "ws_other" }), { type: "open" }],
])("a query answered %s", async (_name, turn, expected) => {
  scene.safaricom.play(QUERY, turn);
  const payment = await asked();
  expect(await scene.provider.check(payment)).toEqual(expected);
  expect(scene.safaricom.on(QUERY)[0]?.body).toEqual({
    BusinessShortCode: "174379",
    Password: expect.any(String),
    Timestamp: expect.stringMatching(/^\d{14}$/),
    CheckoutRequestID: payment.checkoutRequestId,
  });
});

test("queries take turns, all processes together", async () => {
  scene.safaricom.play(QUERY, json(200, result("4999")));
  const payment = await asked();
  const second = await world.shop.second();
  await patient(world.shop, second);
  const slow = [world.shop.db, second.db].map((db) => scene.open({ MPESA_QUERY_EVERY: "60" }, db));
  const checks = await Promise.all(Array.from({ length: 20 }, (_, one) => slow[one % 2]?.check(payment)));
  const later = checks.filter((checked) => checked?.type === "open" && checked.in !== undefined);
  expect(later).toHaveLength(19);
  for (const checked of later) {
    expect(checked).toMatchObject({ type: "open", in: expect.any(Number) });
    expect(checked?.type === "open" && checked.in).toBeGreaterThan(30);
    expect(checked?.type === "open" && checked.in).toBeLessThanOrEqual(60);
  }
  expect(scene.safaricom.on(QUERY)).toHaveLength(1);
  await second.close();
});

test("the more payments wait for a turn, the later and the further apart they try again", async () => {
  scene.safaricom.play(QUERY, json(200, result("4999")));
  const payment = await asked();
  const provider = scene.open({ MPESA_QUERY_EVERY: "60" });
  await patient(world.shop);
  await provider.check(payment);
  const waiting = await Promise.all(
    Array.from({ length: 40 }, () => addPayment(world.shop.db, { nextCheckAt: new Date() })),
  );
  const waits: number[] = [];
  for (let count = 0; count < 40; count += 1) {
    const checked = await provider.check(payment);
    if (checked.type === "open") waits.push(checked.in ?? 0);
  }
  expect(Math.min(...waits)).toBeGreaterThan(30);
  expect(Math.max(...waits)).toBeGreaterThan(1_000);
  expect(Math.max(...waits)).toBeLessThanOrEqual(60 + 40 * 60);
  for (const { id } of waiting) await changePayment(world.shop.db, id, { nextCheckAt: null });
});

test("a push without a name is not queried, and paid once its money is reported at our till", async () => {
  expect(await scene.provider.check(scene.payment)).toEqual({ type: "open" });
  const came = (receipt: string, change: object = {}) => {
    const row = {
      id: receipt,
      provider: "mpesa",
      receipt,
      till: "174379",
      source: "c2b",
      verified: true,
    } as const;
    const sum = { amount: 1501, unallocated: 1501, billRef: scene.payment.reference };
    return { ...row, ...sum, ...change };
  };
  await world.shop.db
    .insert(transactions)
    .values([
      came("UK5AB12CE1", { amount: 1500, unallocated: 1500 }),
      came("UK5AB12CE2", { till: "600111" }),
      came("UK5AB12CE3", { billRef: "OTHER" }),
      came("UK5AB12CE5", { verified: false }),
    ]);
  expect(await scene.provider.check(scene.payment)).toEqual({ type: "open" });
  await world.shop.db.insert(transactions).values(came("UK5AB12CE4"));
  expect(await scene.provider.check(scene.payment)).toEqual({
    type: "paid",
    source: "query",
    receipt: "UK5AB12CE4",
    amount: 1501,
  });
  expect(scene.safaricom.received).toEqual([]);
});
