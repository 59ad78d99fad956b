import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { FLUTTERWAVE } from "./simulator.ts";
import { oddCard, openSimulator, type Simulator } from "./test-shop.ts";

const CARD = "5061460166976054667";
const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

let simulator: Simulator;
beforeAll(async () => {
  simulator = await openSimulator();
});
beforeEach(() => simulator.clear());
afterAll(() => simulator.close());

const pay = (card = CARD) => simulator.control.pay({ tx_ref: "kb_1", card, meta: { order: "7" } });
const wait = (seconds: number) => simulator.control.advance({ seconds });

test("nested, as published", async () => {
  const { transaction_id, flw_ref } = await pay();
  await wait(2);
  expect(simulator.heard).toEqual([
    {
      hash: FLUTTERWAVE.webhookHash,
      body: {
        event: "charge.completed",
        "event.type": "CARD_TRANSACTION",
        data: {
          id: transaction_id,
          tx_ref: "kb_1",
          flw_ref,
          device_fingerprint: "N/A",
          amount: 1501,
          currency: "KES",
          charged_amount: 1501,
          app_fee: 43.53,
          merchant_fee: 0,
          processor_response: "Approved",
          auth_model: "noauth",
          ip: "127.0.0.1",
          narration: "CARD Transaction",
          status: "successful",
          payment_type: "card",
          created_at: ISO,
          account_id: 1470317,
          customer: {
            id: expect.any(Number),
            name: "Jane",
            phone_number: "254700000001",
            email: "jane@example.com",
            created_at: ISO,
          },
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

test("flat for one card", async () => {
  const { transaction_id, flw_ref } = await pay("4000000000000016");
  await wait(2);
  expect(simulator.heard[0]?.body).toMatchObject({
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
  });
});

test.each([201, 302, 401, 500])("answered %i it comes again thrice, 30 minutes apart", async (status) => {
  simulator.hook.status = status;
  await pay();
  await wait(2);
  expect(simulator.heard.length).toBe(1);
  await wait(30 * 60 - 1);
  expect(simulator.heard.length).toBe(1);
  await wait(1);
  expect(simulator.heard.length).toBe(2);
  await wait(24 * 3_600);
  expect(simulator.control.webhooks().map(({ attempt, status }) => [attempt, status])).toEqual([
    [1, status],
    [2, status],
    [3, status],
    [4, status],
  ]);
});

test("comes no more once answered 200, nor at all without retries", async () => {
  simulator.hook.status = 503;
  await pay();
  await wait(2);
  simulator.hook.status = 200;
  await wait(24 * 3_600);
  expect(simulator.heard.length).toBe(2);

  simulator.clear();
  simulator.control.switches({ retries: false });
  simulator.hook.status = 503;
  await pay();
  await wait(24 * 3_600);
  expect(simulator.heard.length).toBe(1);
});

test("by hand: altered, unsigned, many at once, and never retried", async () => {
  const { transaction_id: id } = await pay(oddCard(5));
  simulator.hook.status = 401;
  const { statuses } = await simulator.control.webhook({
    id,
    times: 20,
    hash: "forged",
    change: { amount: 1 },
  });
  expect(statuses).toEqual(Array(20).fill(401));
  expect(simulator.heard[19]).toMatchObject({ hash: "forged", body: { data: { id, amount: 1 } } });
  await simulator.control.webhook({ id, hash: null, shape: "flat", change: { status: "failed" } });
  expect(simulator.heard[20]).toMatchObject({ body: { id, status: "failed" } });
  expect(simulator.heard[20]?.hash).toBeUndefined();
  await wait(24 * 3_600);
  expect(simulator.heard.length).toBe(21);
  await expect(simulator.control.webhook({ id: 1 })).rejects.toThrow("No charge 1");
});

test("nobody there counts as refused; a reset calls everything off", async () => {
  const { transaction_id: id } = await pay(oddCard(5));
  const url = `${simulator.url}/nowhere`;
  const { port } = new URL(simulator.url);
  await simulator.json("/__sim/webhook-url", { url: url.replace(port, "1") });
  expect(await simulator.control.webhook({ id })).toEqual({ statuses: [null] });
  simulator.control.webhookUrl({ url });
  await pay();
  await wait(2);
  expect(simulator.control.webhooks().at(-1)).toMatchObject({ attempt: 1, status: 404 });
  simulator.control.reset();
  await wait(24 * 3_600);
  expect(simulator.control.webhooks()).toEqual([]);
});
