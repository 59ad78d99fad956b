import { describe, expect, test } from "vitest";
import type { Transaction } from "./transaction.server.ts";
import { verifyTransaction } from "./verify-transaction.server.ts";

const PAYMENT = { reference: "sauti-1", amount: 1501 };
const PAID: Transaction = {
  id: "1071089533",
  txRef: "sauti-1",
  flwRef: "FLW-1",
  amount: 1501,
  chargedAmount: 1501,
  currency: "KES",
  status: "successful",
  paymentType: "card",
  processorResponse: "Approved",
  last4: "2950",
  brand: "MASTERCARD",
};
const by = (asked: "id" | "reference", minutes: number, live = true) => ({
  by: asked,
  live,
  age: minutes * 60,
});
const found = (change: Partial<Transaction>) =>
  ({ type: "found", transaction: { ...PAID, ...change } }) as const;

describe("paid", () => {
  test("when all of it fits, with what the answer says of the card", () => {
    expect(verifyTransaction(found({}), PAYMENT, by("id", 1))).toEqual({
      type: "paid",
      source: "query",
      receipt: "1071089533",
      amount: 1501,
      details: {
        currency: "KES",
        processor_response: "Approved",
        payment_type: "card",
        flw_ref: "FLW-1",
        last4: "2950",
        brand: "MASTERCARD",
      },
    });
  });

  test("also with a fee on top, a day late, by reference, and with nothing known of the card", () => {
    const bare = { flwRef: undefined, processorResponse: undefined, last4: undefined, brand: undefined };
    expect(
      verifyTransaction(found({ ...bare, chargedAmount: 1544.5 }), PAYMENT, by("reference", 1440)),
    ).toEqual({
      type: "paid",
      source: "query",
      receipt: "1071089533",
      amount: 1501,
      details: { currency: "KES", payment_type: "card" },
    });
  });

  test("with the payer's phone where the card is not named in full", () => {
    const details = { currency: "KES", processor_response: "Approved", payment_type: "card" };
    for (const change of [{ last4: undefined }, { brand: undefined }, { last4: undefined, brand: undefined }])
      expect(
        verifyTransaction(found({ ...change, phone: "254712345678" }), PAYMENT, by("id", 1)),
      ).toMatchObject({
        details: { ...details, flw_ref: "FLW-1", phone_number: "254712345678" },
      });
    const whole = verifyTransaction(found({ phone: "254712345678" }), PAYMENT, by("id", 1));
    expect(whole).toMatchObject({ details: { ...details, last4: "2950", brand: "MASTERCARD" } });
    expect(whole).not.toMatchObject({ details: { phone_number: expect.anything() } });
  });
});

describe("held for a person", () => {
  test.each<[Partial<Transaction>, string]>([
    [{ txRef: "sauti-2" }, "reference differs"],
    [{ currency: "NGN" }, "currency differs"],
    [{ currency: "kes" }, "currency differs"],
    [{ amount: 1500 }, "amount differs"],
    [{ amount: 1502 }, "amount differs"],
    [{ amount: 1501.5 }, "amount differs"],
    [{ amount: Number.NaN }, "amount differs"],
    [{ chargedAmount: 1500.99 }, "charged less than the amount"],
    [{ chargedAmount: Number.NaN }, "charged less than the amount"],
    [{ paymentType: "mpesa" }, "not paid by card"],
    [{ flwRef: "FLW-MOCK-1" }, "test payment on a live key"],
  ])("%o: %s", (change, why) => {
    for (const asked of [by("id", 1), by("reference", 1), by("id", 1440)])
      expect(verifyTransaction(found(change), PAYMENT, asked)).toMatchObject({
        type: "held",
        reason: why,
        final: true,
      });
  });

  test("a test key's own test payments are none of these", () =>
    expect(verifyTransaction(found({ flwRef: "FLW-MOCK-1" }), PAYMENT, by("id", 1, false)).type).toBe(
      "paid",
    ));
});

describe("failed", () => {
  const failed = found({ status: "failed" });

  test("by reference not while the page is open, for another card may follow", () => {
    expect(verifyTransaction(failed, PAYMENT, by("reference", 0))).toEqual({ type: "open" });
    expect(verifyTransaction(failed, PAYMENT, by("reference", 29.9))).toEqual({ type: "open" });
    expect(verifyTransaction(failed, PAYMENT, by("reference", 30))).toEqual({
      type: "failed",
      code: "failed",
      watch: true,
    });
  });

  test("by id at once, for that try is over", () =>
    expect(verifyTransaction(failed, PAYMENT, by("id", 1))).toEqual({
      type: "failed",
      code: "failed",
      watch: true,
    }));

  test("nothing found counts only once the page is closed", () => {
    for (const asked of ["id", "reference"] as const) {
      expect(verifyTransaction({ type: "missing" }, PAYMENT, by(asked, 29.9))).toEqual({ type: "open" });
      expect(verifyTransaction({ type: "missing" }, PAYMENT, by(asked, 30))).toEqual({
        type: "failed",
        code: "unpaid",
        watch: true,
      });
    }
  });
});

describe("open", () => {
  test.each(["pending", "processing", "", "SUCCESSFUL"])(
    "%o is asked again soon while somebody waits",
    (status) => {
      expect(verifyTransaction(found({ status }), PAYMENT, by("id", 1))).toEqual({ type: "open", in: 15 });
      expect(verifyTransaction(found({ status }), PAYMENT, by("id", 31))).toEqual({ type: "open", in: 15 });
      expect(verifyTransaction(found({ status }), PAYMENT, by("reference", 29))).toEqual({
        type: "open",
        in: 15,
      });
      expect(verifyTransaction(found({ status }), PAYMENT, by("reference", 31))).toEqual({ type: "open" });
    },
  );

  test("no answer decides nothing, however late", () => {
    expect(verifyTransaction({ type: "away" }, PAYMENT, by("id", 1))).toEqual({ type: "open", in: 60 });
    expect(verifyTransaction({ type: "away" }, PAYMENT, by("reference", 1440))).toEqual({
      type: "open",
      in: 60,
    });
    expect(verifyTransaction({ type: "away", in: 90 }, PAYMENT, by("id", 1))).toEqual({
      type: "open",
      in: 90,
    });
  });
});
