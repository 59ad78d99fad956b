import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { FLUTTERWAVE } from "./simulator.ts";
import { CHARGE, ISO, oddCard, openSimulator } from "./test-shop.ts";

// What Flutterwave sends by itself and gives back, under the headings of docs/payments.md.

const CARD = "5061460166976054667";
const HASH = FLUTTERWAVE.webhookHash;

const simulator = await openSimulator();
beforeEach(() => simulator.clear());
afterAll(() => simulator.close());

const DAY = 24 * 3_600;

describe("Webhook", () => {
  test("is nested, as published", async () => {
    const { transaction_id, flw_ref } = await simulator.pay(CARD);
    await simulator.wait(2);
    expect(simulator.received).toEqual([
      {
        hash: HASH,
        body: {
          event: "charge.completed",
          "event.type": "CARD_TRANSACTION",
          data: {
            ...CHARGE,
            id: transaction_id,
            flw_ref,
            auth_model: "noauth",
            card: {
              first_6digits: "506146",
              last_4digits: "4667",
              issuer: "SIMULATED BANK CREDIT",
              country: "KE",
              type: "VERVE",
              expiry: "10/29",
            },
          },
        },
      },
    ]);
  });

  test("is flat for 016", async () => {
    const { transaction_id, flw_ref } = await simulator.pay(oddCard(16));
    await simulator.wait(2);
    expect(simulator.received).toMatchObject([
      {
        hash: HASH,
        body: {
          id: transaction_id,
          txRef: "kb_1",
          flwRef: flw_ref,
          amount: 1501,
          charged_amount: 1501,
          status: "successful",
          IP: "127.0.0.1",
          currency: "KES",
          appfee: 43.53,
          merchantfee: 0,
          customer: { phone: "254700000001", fullName: "Jane", email: "jane@example.com" },
          entity: { card6: "400000", card_last4: "0016" },
          "event.type": "CARD_TRANSACTION",
        },
      },
    ]);
  });

  test.each([
    ["5258585922666506", [0, 1, 1], "failed", HASH],
    [CARD, [0, 1, 1], "successful", HASH],
    [oddCard(2), [0, 1, 1], "successful", HASH],
    [oddCard(3), [1, 1, 1], "successful", HASH],
    [oddCard(4), [0, 1, 2], "successful", HASH],
    [oddCard(5), [0, 0, 0], undefined, undefined],
    [oddCard(14), [0, 1, 1], "failed", HASH],
    [oddCard(15), [0, 1, 1], "successful", `not-${HASH}`],
  ])("of %s has come %j times at once, after 2 and 4 s: %s, signed %s", async (card, times, status, hash) => {
    const { transaction_id: id } = await simulator.pay(card);
    const came = [simulator.received.length];
    for (let passed = 0; passed < 4; passed += 2) {
      await simulator.wait(2);
      came.push(simulator.received.length);
    }
    expect(came).toEqual(times);
    expect(simulator.received).toMatchObject(Array(came[2]).fill({ hash, body: { data: { id, status } } }));
    await simulator.wait(DAY);
    expect(simulator.received).toHaveLength(came[2] ?? 0);
  });

  test.each([201, 302, 401, 500])("answered %i comes again thrice, 30 minutes apart", async (status) => {
    simulator.hook.status = status;
    await simulator.pay(CARD);
    await simulator.wait(2);
    expect(simulator.received.length).toBe(1);
    await simulator.wait(30 * 60 - 1);
    expect(simulator.received.length).toBe(1);
    await simulator.wait(1);
    expect(simulator.received.length).toBe(2);
    await simulator.wait(DAY);
    expect(simulator.control.webhooks().map(({ attempt, status }) => [attempt, status])).toEqual(
      [1, 2, 3, 4].map((attempt) => [attempt, status]),
    );
  });

  test("of a refund comes only when switched on; of 017's an hour later", async () => {
    const { transaction_id: id } = await simulator.pay(oddCard(17));
    await refund(id, 1);
    await simulator.wait(5);
    expect(simulator.received).toHaveLength(1);
    simulator.control.switches({ refundWebhook: true });
    await refund(id, 2);
    await simulator.wait(3_593);
    expect(simulator.received.slice(1)).toMatchObject([
      {
        hash: HASH,
        body: {
          AmountRefunded: 2,
          status: "completed",
          TransactionId: id,
          meta: '{"source":"availablebalance"}',
        },
      },
    ]);
    await simulator.wait(5);
    expect(simulator.received[2]).toMatchObject({ body: { TransactionId: id, AmountRefunded: 1498 } });
    expect(simulator.control.transactions()).toMatchObject([{ refunded: 1501, status: "successful" }]);
  });
});

const refund = (id: number, amount: number) => simulator.json(`/v3/transactions/${id}/refund`, { amount });

describe("Card refund", () => {
  test("is given in part, then the rest, then no more; each is told of and listed", async () => {
    const { transaction_id: id, flw_ref } = await simulator.pay(CARD);
    const given = await refund(id, 501);
    const data = {
      id: expect.any(Number),
      account_id: 1470317,
      tx_id: id,
      flw_ref,
      wallet_id: 1470318,
      amount_refunded: 501,
      status: "completed",
      destination: "payment_source",
      meta: { source: "availablebalance" },
      created_at: ISO,
    };
    expect(given).toEqual({
      status: 200,
      body: { status: "success", message: "Transaction refund initiated", data },
    });
    expect((await refund(id, 1001)).status).toBe(400);
    const rest = await refund(id, 1000);
    expect((await refund(id, 1)).status).toBe(400);
    expect(simulator.control.transactions()[0]?.refunded).toBe(1501);

    expect((await simulator.json(`/v3/refunds/${given.body.data.id}`)).body).toMatchObject({
      status: "success",
      data: given.body.data,
    });
    const { body } = await simulator.json("/v3/refunds?from=2026-01-01&page=1");
    expect(body).toMatchObject({ status: "success", meta: { page_info: { total_pages: 1 } } });
    expect(body.data).toEqual([rest.body.data, given.body.data]);
  });

  test("from the dashboard is told of and listed like any, and may end otherwise than it stood", async () => {
    simulator.control.switches({ refundWebhook: true });
    const { transaction_id: id } = await simulator.pay(CARD);
    simulator.control.refundMode({ mode: "pending" });
    const { id: given } = simulator.control.refund({ id, amount: 501 });
    expect((await simulator.json(`/v3/refunds/${given}`)).body.data).toMatchObject({ status: "pending" });
    simulator.control.refundBecomes({ id: given, status: "failed" });
    await simulator.wait(3);
    expect(simulator.received.at(-1)?.body).toMatchObject({ id: given, status: "failed", TransactionId: id });
    expect(simulator.control.refunds()).toEqual([{ id: given, amount: 501, status: "failed" }]);
    expect(() => simulator.control.refund({ id, amount: 1502 })).toThrow("more than what is left");
  });

  test("is not given for what was not paid or is not there", async () => {
    const { transaction_id: id } = await simulator.pay("5143010522339965");
    expect((await refund(id, 1)).status).toBe(400);
    expect(await refund(99, 1)).toMatchObject({
      status: 400,
      body: { status: "error", message: "No transaction was found for this id" },
    });
  });

  test.each([
    ["processing", 200, "processing", 1501, "completed"],
    ["pending", 200, "pending", 1501, "pending"],
    ["refused", 400, undefined, 0, undefined],
    ["no-balance", 400, undefined, 0, undefined],
    ["lost", 500, undefined, 1501, undefined],
  ] as const)("%s is answered %i %s, gives back %i, and a minute later is %s", async (mode, ...expected) => {
    const [status, said, refunded, later] = expected;
    const { transaction_id: id } = await simulator.pay(CARD);
    simulator.control.refundMode({ mode });
    const answer = await refund(id, 1501);
    expect([answer.status, answer.body.data?.status]).toEqual([status, said]);
    expect(simulator.control.transactions()[0]?.refunded).toBe(refunded);
    await simulator.wait(60);
    const found = await simulator.json(`/v3/refunds/${answer.body.data?.id}`);
    expect(found.body.data?.status).toBe(later);
  });
});
