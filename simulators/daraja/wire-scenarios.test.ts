import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { itemsOf, openTestShop, stkOf } from "./test-shop.ts";

// How a push goes by its phone, under the headings of docs/payments.md.

const shop = await openTestShop();
afterAll(() => shop.close());
beforeEach(() => shop.clear());

const phoneOf = (scenario: string) => `254700000${scenario}`;
const HAND = "254722000000";
const only = () => {
  const [payment, ...more] = shop.control.payments();
  if (!payment || more.length > 0) throw new Error("Not one prompt");
  return payment;
};
const callbacks = () =>
  shop.on("/stk").map((told) => `${stkOf(told).ResultCode} at ${(told.at - only().at) / 1000} s`);
const codes = () => shop.on("/stk").map((callback) => stkOf(callback).ResultCode);
const queried = async () => (await shop.query(only().checkoutRequestId)).json.ResultCode;

describe("Result codes", () => {
  test.each([
    [phoneOf("001"), 8, ["0 at 8 s"], "0", "paid"],
    [phoneOf("002"), 6, ["1032 at 6 s"], "1032", "failed"],
    [phoneOf("003"), 26, ["1037 at 26 s"], "1037", "failed"],
    [phoneOf("004"), 10, ["2001 at 10 s"], "2001", "failed"],
    [phoneOf("005"), 10, ["1 at 10 s"], "1", "failed"],
    [phoneOf("006"), 75, ["1019 at 75 s"], "1019", "failed"],
    [phoneOf("008"), 3, ["1001 at 3 s"], "1001", "failed"],
    [phoneOf("009"), 2, ["1025 at 2 s"], "1025", "failed"],
    [phoneOf("010"), 2, ["9999 at 2 s"], "9999", "failed"],
    [phoneOf("011"), 2, ["17 at 2 s"], "17", "failed"],
    [phoneOf("012"), 4, ["4 at 4 s"], "4", "failed"],
    [phoneOf("013"), 8, [], "0", "paid"],
    [phoneOf("014"), 8, ["0 at 8 s", "0 at 10 s"], "0", "paid"],
    [phoneOf("015"), 8, Array(5).fill("0 at 8 s"), "0", "paid"],
    [phoneOf("017"), 180, ["0 at 180 s"], "0", "paid"],
    [phoneOf("029"), 26, ["1037 at 26 s"], "0", "paid"],
    [phoneOf("030"), 6, ["0 at 8 s"], "1032", "failed"],
    [phoneOf("035"), 80_000, [], "4999", "waiting"],
    [phoneOf("036"), 10, ["7777 at 10 s"], "7777", "failed"],
    ["254708374149", 26, ["1037 at 26 s"], "1037", "failed"],
    [HAND, 60, ["1037 at 60 s"], "1037", "failed"],
  ])("%s is under way for %i s, called back %j, then %s and %s", async (phone, seconds, at, code, state) => {
    expect((await shop.push(phone)).json.ResponseCode).toBe("0");
    await shop.control.advance(seconds - 0.5);
    await shop.token();
    expect([callbacks(), await queried(), only().state]).toEqual([[], "4999", "waiting"]);
    await shop.control.advance(86_000 - seconds);
    await shop.token();
    expect([callbacks(), await queried(), only().state]).toEqual([at, code, state]);
    expect(new Set(shop.on("/stk").map(({ text }) => text)).size).toBe(Math.min(at.length, 1));
  });

  test("029 fails and is paid at 60 s, by switch with a second callback", async () => {
    shop.control.switches({ secondCallback: true });
    await shop.push(phoneOf("029"));
    await shop.control.advance(26);
    expect([codes(), await queried(), only().state]).toEqual([[1037], "1037", "failed"]);
    await shop.control.advance(34);
    expect([codes(), await queried(), only().state]).toEqual([[1037, 0], "0", "paid"]);
  });

  test("030 is a forged success: it names a receipt of money that never moved", async () => {
    await shop.push(phoneOf("030"));
    await shop.control.advance(8);
    expect(itemsOf(shop.on("/stk")[0])).toContainEqual({
      Name: "MpesaReceiptNumber",
      Value: expect.stringMatching(/^[A-Z0-9]{10}$/),
    });
    expect(shop.control.ledger()).toEqual([]);
  });

  test("a person approves or cancels, at once and once", async () => {
    const approved = String((await shop.push(HAND)).json.CheckoutRequestID);
    expect(await shop.control.approve(approved)).toBe(200);
    await expect(shop.control.cancel(approved)).rejects.toThrow("That prompt has ended");
    const cancelled = String((await shop.push(HAND)).json.CheckoutRequestID);
    expect(await shop.control.cancel(cancelled)).toBe(200);
    await shop.control.advance(100);
    expect(codes()).toEqual([0, 1032]);
  });
});

describe("Push errors", () => {
  test.each([
    ["007", 500, /"500\.001\.1001","errorMessage":"Unable to lock subscriber/],
    ["018", 500, /"500\.003\.02"/],
    ["019", 503, /^<html>/],
    ["023", 200, /"ResponseCode":"1"/],
  ])("%s refuses the push with %i and creates nothing", async (scenario, status, text) => {
    expect(await shop.push(phoneOf(scenario))).toMatchObject({ status, text: expect.stringMatching(text) });
    await shop.control.advance(100);
    expect([shop.control.payments(), shop.received]).toEqual([[], []]);
  });

  test("024 refuses the token once, and the same token for good", async () => {
    expect(await shop.push(phoneOf("024"))).toMatchObject({
      status: 404,
      json: { errorCode: "404.001.03" },
    });
    expect((await shop.push(phoneOf("024"))).json.errorCode).toBe("404.001.03");
    await shop.token();
    expect((await shop.push(phoneOf("024"))).json.ResponseCode).toBe("0");
    await shop.control.advance(8);
    expect(only().state).toBe("paid");
  });

  test.each([
    [phoneOf("021"), undefined],
    [phoneOf("022"), /^\{"MerchantRequestID":[^}]*$/],
  ])("%s loses the answer, and the payment goes on", async (phone, text) => {
    const answer = await shop.push(phone).catch(() => undefined);
    expect(answer?.text).toEqual(text && expect.stringMatching(text));
    await shop.control.advance(8);
    expect([codes(), only().state]).toEqual([[0], "paid"]);
  });

  test.each([
    ["016", 1, 0.5],
    ["020", 29, 1],
  ])("%s is called back before the push is answered", async (scenario, before, more) => {
    const pushing = shop.push(phoneOf(scenario));
    await vi.waitFor(only, { timeout: 10_000 });
    await shop.control.advance(before);
    expect([codes(), shop.control.requests("processrequest")[0]?.status]).toEqual([[0], 0]);
    await shop.control.advance(more);
    expect((await pushing).json.CheckoutRequestID).toBe(only().checkoutRequestId);
  });
});

test("Push callback: 031 to 034 and 038 are each worded otherwise, and all are paid", async () => {
  const scenarios = ["031", "032", "033", "034", "038"];
  for (const scenario of scenarios)
    await shop.push(phoneOf(scenario), { CallBackURL: `${shop.home}/${scenario}` });
  await shop.control.advance(8);
  const at = (scenario: string) => shop.on(`/${scenario}`)[0];
  const names = (scenario: string) => itemsOf(at(scenario)).map(({ Name }) => Name);

  expect(itemsOf(at("031"))[0]).toEqual({ Name: "Amount", Value: 1500 });
  expect(stkOf(at("032")).ResultCode).toBe("0");
  expect(names("033")).toEqual(["FirstName", "TransactionDate", "Balance", "MpesaReceiptNumber", "Amount"]);
  expect(at("034")?.json).toBeUndefined();
  expect(at("034")?.text).toMatch(/^\{"Body":/);
  expect(names("038")).toEqual(["Amount", "Balance", "TransactionDate", "PhoneNumber"]);
  expect(shop.control.payments().map(({ state, amount }) => [state, amount])).toEqual(
    scenarios.map(() => ["paid", 1501]),
  );
});
