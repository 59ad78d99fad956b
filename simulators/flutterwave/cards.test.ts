import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { CARDS, wrongDetails } from "./cards.ts";
import { FLUTTERWAVE } from "./simulator.ts";
import { oddCard, openSimulator, type Simulator } from "./test-shop.ts";

let simulator: Simulator;
beforeAll(async () => {
  simulator = await openSimulator();
});
beforeEach(() => simulator.clear());
afterAll(() => simulator.close());

const pay = (card: string, more: object = {}) => simulator.control.pay({ tx_ref: "kb_1", card, ...more });
const wait = (seconds: number) => simulator.control.advance({ seconds });
const truth = () => simulator.control.transactions();

async function verified(id: number) {
  return JSON.parse((await simulator.verify(id)).text).data;
}

const published = CARDS.filter(({ quirk }) => !quirk);
test.each(published.filter(({ fails }) => !fails))("$number $about", async ({ number }) => {
  const paid = await pay(number);
  expect(paid).toMatchObject({ status: "successful", tx_ref: "kb_1" });
  expect(paid.called).toBeUndefined();
  expect(truth()).toMatchObject([{ status: "successful", last4: number.slice(-4), amount: 1501 }]);
  await wait(2);
  expect(simulator.heard).toMatchObject([
    { hash: FLUTTERWAVE.webhookHash, body: { data: { id: paid.transaction_id, status: "successful" } } },
  ]);
});

test.each(published.filter(({ fails }) => fails))("$number $about", async ({ number, fails }) => {
  const paid = await pay(number);
  expect(paid).toMatchObject({ status: "failed", called: false });
  expect(await verified(paid.transaction_id)).toMatchObject({
    status: "failed",
    processor_response: fails,
    amount_settled: null,
  });
  await wait(2);
  expect(simulator.heard).toMatchObject([{ body: { data: { status: "failed" } } }]);
});

test.each([
  [{ pin: "1111" }, "Incorrect PIN"],
  [{ otp: "5548" }, "Wrong OTP"],
  [{ otp: "6648" }, "Insufficient Funds"],
  [{ otp: "00000" }, "Wrong OTP"],
])("with %j the attempt fails: %s", async (given, response) => {
  expect(await pay("5531886652142950", given)).toMatchObject({ status: "failed" });
  expect(truth()).toMatchObject([{ status: "failed", response }]);
});

test("details that are not the card's come to no charge", () => {
  const [card] = CARDS;
  if (!card) throw new Error("No cards");
  const now = Date.UTC(2026, 10, 5);
  expect(wrongDetails(card, "09/32", "564", now)).toBeUndefined();
  expect(wrongDetails(card, "09/2032", "564", now)).toBeUndefined();
  expect(wrongDetails(card, "13/32", "564", now)).toBe("Enter the expiry as MM/YY");
  expect(wrongDetails(card, "10/26", "564", now)).toBe("This card has expired");
  expect(wrongDetails(card, "10/32", "564", now)).toBe("The expiry is not this card's");
  expect(wrongDetails(card, "09/32", "565", now)).toBe("The CVV is not this card's");
});

describe("the simulator's own cards", () => {
  test("001 is called back as completed", async () => {
    const paid = await pay(oddCard(1));
    expect(paid.status).toBe("completed");
    expect(await verified(paid.transaction_id)).toMatchObject({ status: "successful" });
  });

  test("002 never calls back, and sends its webhook", async () => {
    expect(await pay(oddCard(2))).toMatchObject({ called: false });
    await wait(2);
    expect(simulator.heard).toMatchObject([{ body: { data: { status: "successful" } } }]);
  });

  test("003 sends its webhook before it calls back, and no other", async () => {
    await pay(oddCard(3));
    expect(simulator.heard.length).toBe(1);
    await wait(10_000);
    expect(simulator.heard.length).toBe(1);
  });

  test("004 sends its webhook twice", async () => {
    await pay(oddCard(4));
    await wait(2);
    expect(simulator.heard.length).toBe(1);
    await wait(2);
    expect(simulator.heard.length).toBe(2);
    expect(simulator.heard[1]).toEqual(simulator.heard[0]);
  });

  test("005 sends none, until asked to send it again", async () => {
    const { transaction_id } = await pay(oddCard(5));
    await wait(100_000);
    expect(simulator.heard).toEqual([]);
    expect(await simulator.json(`/v3/transactions/${transaction_id}/resend-hook`, {})).toEqual({
      status: 200,
      body: { status: "success", message: "hook sent", data: null },
    });
    await expect.poll(() => simulator.heard.length).toBe(1);
  });

  test("006 is pending for 60 s, then successful, then tells", async () => {
    const paid = await pay(oddCard(6));
    expect(paid.status).toBe("successful");
    await wait(59);
    expect(await verified(paid.transaction_id)).toMatchObject({ status: "pending", amount_settled: null });
    expect(simulator.heard).toEqual([]);
    await wait(1);
    expect(await verified(paid.transaction_id)).toMatchObject({ status: "successful" });
    await wait(2);
    expect(simulator.heard).toMatchObject([{ body: { data: { status: "successful" } } }]);
  });

  test("007 takes a shilling less than it calls back", async () => {
    const paid = await pay(oddCard(7));
    expect(paid.amount).toBe(1501);
    expect(await verified(paid.transaction_id)).toMatchObject({ amount: 1500, charged_amount: 1500 });
    expect(truth()).toMatchObject([{ amount: 1500, asked: 1501 }]);
  });

  test("008 takes naira", async () => {
    const paid = await pay(oddCard(8));
    expect(paid.currency).toBe("KES");
    expect(await verified(paid.transaction_id)).toMatchObject({ amount: 1501, currency: "NGN" });
  });

  test("009 is answered 503 after 28 s, and well once healed", async () => {
    const { transaction_id } = await pay(oddCard(9));
    const answer = simulator.verify(transaction_id);
    await expect.poll(() => simulator.control.requests().length).toBe(1);
    await wait(27);
    expect(simulator.control.requests()[0]?.status).toBeNull();
    await wait(1);
    const { status, text } = await answer;
    expect({ status, body: JSON.parse(text) }).toEqual({
      status: 503,
      body: { status: "error", message: "An error occurred. Please contact support", data: null },
    });
    simulator.control.heal({ id: transaction_id });
    expect(await verified(transaction_id)).toMatchObject({ status: "successful" });
  });

  test("010 is answered with half a JSON", async () => {
    const { transaction_id } = await pay(oddCard(10));
    const { status, text } = await simulator.verify(transaction_id);
    expect(status).toBe(200);
    expect(() => JSON.parse(text)).toThrow();
  });

  test("011 is answered 401", async () => {
    const { transaction_id } = await pay(oddCard(11));
    expect((await simulator.verify(transaction_id)).status).toBe(401);
  });

  test("012 is not found for 5 s, by id or reference", async () => {
    const { transaction_id } = await pay(oddCard(12));
    await wait(4.9);
    expect((await simulator.verify(transaction_id)).status).toBe(400);
    expect((await simulator.json("/v3/transactions/verify_by_reference?tx_ref=kb_1")).status).toBe(400);
    simulator.control.switches({ missingStatus: 200 });
    expect((await simulator.json(`/v3/transactions/${transaction_id}/verify`)).body.status).toBe("error");
    await wait(0.1);
    expect(await verified(transaction_id)).toMatchObject({ status: "successful" });
  });

  test("013 fails once per reference, then succeeds", async () => {
    expect(await pay(oddCard(13))).toMatchObject({ status: "failed", called: false });
    expect(await pay(oddCard(13))).toMatchObject({ status: "successful" });
    expect(truth()).toMatchObject([{ status: "failed" }, { status: "successful" }]);
  });

  test("014 fails, and is called back as successful", async () => {
    const paid = await pay(oddCard(14));
    expect(paid.status).toBe("successful");
    expect(paid.called).toBeUndefined();
    expect(await verified(paid.transaction_id)).toMatchObject({ status: "failed" });
  });

  test("015 sends its webhook with a wrong hash", async () => {
    await pay(oddCard(15));
    await wait(2);
    expect(simulator.heard.length).toBe(1);
    expect(simulator.heard[0]?.hash).not.toBe(FLUTTERWAVE.webhookHash);
  });

  test("016 sends its webhook flat", async () => {
    await pay(oddCard(16));
    await wait(2);
    expect(simulator.heard).toMatchObject([{ body: { txRef: "kb_1", status: "successful" } }]);
  });

  test("017 is charged back an hour later", async () => {
    simulator.control.switches({ refundWebhook: true });
    const { transaction_id } = await pay(oddCard(17));
    await wait(3_599);
    expect(truth()).toMatchObject([{ refunded: 0 }]);
    await wait(3);
    expect(truth()).toMatchObject([{ refunded: 1501, status: "successful" }]);
    expect(simulator.heard[1]).toMatchObject({
      body: { TransactionId: transaction_id, AmountRefunded: 1501 },
    });
  });

  test("018 succeeds, 019 comes to no charge", async () => {
    expect(await pay(oddCard(18))).toMatchObject({ status: "successful" });
    expect(await pay(oddCard(19))).toMatchObject({ status: "cancelled", transaction_id: 0, called: false });
    expect(truth().length).toBe(1);
  });
});
