import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { CARDS } from "./cards.ts";
import { FLUTTERWAVE } from "./simulator.ts";
import { CHARGE, ISO, oddCard, openSimulator } from "./test-shop.ts";

// What verify says of each card, and how it fails (docs/payments.md, "Checkout" and "Verify").

const CARD = "5531886652142950";
const BY_REFERENCE = "/v3/transactions/verify_by_reference?tx_ref=";
const NOT_FOUND = { status: "error", message: "No transaction was found for this id", data: null };
const APPROVED = { status: "successful", amount: 1501, charged_amount: 1501, currency: "KES" };

const simulator = await openSimulator();
beforeEach(() => simulator.clear());
afterAll(() => simulator.close());

test("Checkout: the browser's callback has the published shape and no more", async () => {
  expect(await simulator.pay(CARD)).toEqual({
    status: "successful",
    customer: { name: "Jane", email: "jane@example.com", phone_number: "254700000001" },
    transaction_id: expect.any(Number),
    tx_ref: "kb_1",
    flw_ref: expect.stringMatching(/^FLW-MOCK-[0-9a-f]{32}$/),
    currency: "KES",
    amount: 1501,
    charged_amount: 1501,
    charge_response_code: "00",
    charge_response_message: "Approved Successful",
    created_at: ISO,
  });
});

describe("Verify", () => {
  test("by id and by reference has the published shape and no more", async () => {
    const { transaction_id, flw_ref } = await simulator.pay(CARD);
    const answer = await simulator.json(`/v3/transactions/${transaction_id}/verify`);
    expect(answer).toEqual({
      status: 200,
      body: {
        status: "success",
        message: "Transaction fetched successfully",
        data: {
          ...CHARGE,
          id: transaction_id,
          flw_ref,
          auth_model: "PIN",
          card: {
            first_6digits: "553188",
            last_4digits: "2950",
            issuer: "SIMULATED BANK CREDIT",
            country: "KE",
            type: "MASTERCARD",
            token: expect.stringMatching(/^flw-t1nf-/),
            expiry: "09/32",
          },
          meta: null,
          amount_settled: 1457.47,
        },
      },
    });
    expect(await simulator.json(`${BY_REFERENCE}kb_1`)).toEqual(answer);
  });

  test.each([
    ...CARDS.filter(({ quirk }) => !quirk).map(({ number, fails }) =>
      fails
        ? ([
            number,
            undefined,
            { status: "failed", processor_response: fails, amount_settled: null },
          ] as const)
        : ([number, "successful", { ...APPROVED, card: { last_4digits: number.slice(-4) } }] as const),
    ),
    [oddCard(1), "completed", APPROVED],
    [oddCard(2), undefined, APPROVED],
    [oddCard(7), "successful", { ...APPROVED, amount: 1500, charged_amount: 1500 }],
    [oddCard(8), "successful", { ...APPROVED, currency: "NGN" }],
    [oddCard(14), "successful", { status: "failed" }],
    [oddCard(18), "successful", APPROVED],
  ] as const)("of %s, called back as %s, says %j", async (card, called, data) => {
    const paid = await simulator.pay(card);
    expect(paid).toMatchObject({ tx_ref: "kb_1", amount: 1501, currency: "KES" });
    expect(paid.called === false ? undefined : paid.status).toBe(called);
    expect(await simulator.verified(paid.transaction_id)).toMatchObject(data);
  });

  test("of 006 is pending for 60 s, though called back as successful", async () => {
    const paid = await simulator.pay(oddCard(6));
    expect(paid.status).toBe("successful");
    await simulator.wait(59);
    expect(await simulator.verified(paid.transaction_id)).toMatchObject({
      status: "pending",
      amount_settled: null,
    });
    await simulator.wait(1);
    expect(await simulator.verified(paid.transaction_id)).toMatchObject(APPROVED);
  });

  test("013 fails once per reference, then succeeds; 019 comes to no charge", async () => {
    expect(await simulator.pay(oddCard(13))).toMatchObject({ status: "failed", called: false });
    expect(await simulator.pay(oddCard(13))).toMatchObject({ status: "successful" });
    expect(await simulator.pay(oddCard(19))).toMatchObject({
      status: "cancelled",
      transaction_id: 0,
      called: false,
    });
    expect(simulator.control.transactions().map(({ status }) => status)).toEqual(["failed", "successful"]);
  });

  test.each([
    ["first", "failed"],
    ["last", "failed"],
    ["best", "successful"],
  ] as const)("by reference gives the %s of several attempts: %s", async (byReference, status) => {
    for (const card of ["5143010522339965", CARD, "5551651630381384"]) await simulator.pay(card);
    simulator.control.switches({ byReference });
    expect((await simulator.json(`${BY_REFERENCE}kb_1`)).body.data.status).toBe(status);
    expect(new Set(simulator.control.transactions().map(({ id }) => id)).size).toBe(3);
  });

  test.each([400, 200] as const)(
    "of what is not there, or of 012 for 5 s, is a %i",
    async (missingStatus) => {
      simulator.control.switches({ missingStatus });
      const { transaction_id: id } = await simulator.pay(oddCard(12));
      await simulator.wait(4.9);
      for (const path of ["99/verify", `${id}/verify`, "verify_by_reference?tx_ref=none"])
        expect(await simulator.json(`/v3/transactions/${path}`)).toEqual({
          status: missingStatus,
          body: NOT_FOUND,
        });
      expect((await simulator.json(`${BY_REFERENCE}kb_1`)).status).toBe(missingStatus);
      await simulator.wait(0.1);
      expect(await simulator.verified(id)).toMatchObject(APPROVED);
    },
  );

  const UNAUTHORIZED = { status: "error", message: "Authorization required", data: null };
  test.each(["", FLUTTERWAVE.publicKey, `${FLUTTERWAVE.secretKey}x`])("refuses the key %j", async (key) => {
    const { transaction_id: id } = await simulator.pay(CARD);
    const { status, text } = await simulator.call(`/v3/transactions/${id}/verify`, undefined, key);
    expect([status, JSON.parse(text)]).toEqual([401, UNAUTHORIZED]);
  });

  test.each([
    [oddCard(10), 200, /^\{"status":"success"[^}]*$/],
    [oddCard(11), 401, /Authorization required/],
  ])("of %s is answered %i %s", async (card, status, text) => {
    const { transaction_id: id } = await simulator.pay(card);
    expect(await simulator.verify(id)).toMatchObject({ status, text: expect.stringMatching(text) });
  });

  test("of 009 is a 503 after 28 s", async () => {
    const { transaction_id: id } = await simulator.pay(oddCard(9));
    const answer = simulator.verify(id);
    await expect.poll(() => simulator.control.requests().length).toBe(1);
    await simulator.wait(27);
    expect(simulator.control.requests()[0]?.status).toBeNull();
    await simulator.wait(1);
    const { status, text } = await answer;
    const message = "An error occurred. Please contact support";
    expect([status, JSON.parse(text)]).toEqual([503, { status: "error", message, data: null }]);
  });

  test.each([
    ["all-5xx", 500, /"error_id":"ERRNO/],
    ["rate-limited", 429, /Too many requests/],
    ["malformed", 200, /^\{"status":"success"[^}]*$/],
  ] as const)("in the outage %s is answered %i", async (mode, status, text) => {
    const { transaction_id: id } = await simulator.pay(CARD);
    simulator.control.mode({ mode });
    expect(await simulator.verify(id)).toMatchObject({ status, text: expect.stringMatching(text) });
    simulator.control.mode({ mode: "normal" });
    expect((await simulator.verify(id)).status).toBe(200);
  });

  test("down cuts the connection on its path alone; slow answers after 30 s", async () => {
    const { transaction_id: id } = await simulator.pay(CARD);
    simulator.control.mode({ mode: "down", path: "/verify" });
    await expect(simulator.verify(id)).rejects.toThrow("fetch failed");
    expect((await simulator.json(`/v3/transactions/${id}/refund`, { amount: 1 })).status).toBe(200);
    expect(simulator.control.requests().map(({ status }) => status)).toEqual([null, 200]);
    simulator.control.mode({ mode: "slow" });
    const answer = simulator.verify(id);
    await expect.poll(() => simulator.control.requests().length).toBe(3);
    await simulator.wait(29);
    expect(simulator.control.requests()[2]?.status).toBeNull();
    await simulator.wait(1);
    expect((await answer).status).toBe(200);
  });
});

describe("List of transactions", () => {
  const list = async (query: string) => (await simulator.json(`/v3/transactions?${query}`)).body;

  test("has the published shape, newest first, ten on a page, of the days asked for", async () => {
    const paid: number[] = [];
    for (let nth = 0; nth < 11; nth++) paid.push((await simulator.pay(CARD)).transaction_id);
    const failed = (await simulator.pay("5143010522339965")).transaction_id;
    const today = (await simulator.verified(failed)).created_at.slice(0, 10);
    const first = await list(`from=${today}&to=${today}&page=1`);
    expect(first).toMatchObject({
      status: "success",
      message: "Transactions fetched",
      meta: { page_info: { total: 12, current_page: 1, total_pages: 2 } },
    });
    const ids = (page: { data: { id: number }[] }) => page.data.map(({ id }) => id);
    expect([...ids(first), ...ids(await list(`from=${today}&to=${today}&page=2`))]).toEqual(
      [...paid, failed].reverse(),
    );
    const { token, ...card } = (await simulator.verified(failed)).card;
    expect(first.data[0]).toEqual({ ...(await simulator.verified(failed)), card });
    expect(token).toEqual(expect.any(String));
    for (const none of ["from=2020-01-01&to=2020-01-02", `from=${today}&page=3`])
      expect((await list(none)).data).toEqual([]);
    expect((await simulator.json("/v3/transactions?from=x")).status).toBe(400);
    expect((await simulator.call("/v3/transactions", undefined, "x")).status).toBe(401);
  });

  test("says what a charge has become since", async () => {
    const { transaction_id: id } = await simulator.pay(CARD);
    simulator.control.reverse({ id });
    expect((await list("page=1")).data).toMatchObject([{ id, status: "reversed", amount_settled: null }]);
  });
});
