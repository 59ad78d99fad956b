import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { itemOf, openTestShop, stkOf, type TestShop } from "./test-shop.ts";

const BEGIN = Date.parse("2026-11-05T11:30:01Z");

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop({}, BEGIN);
});
afterAll(() => shop.close());
beforeEach(async () => {
  shop.control.reset();
  shop.received.length = 0;
  await shop.token();
});

const phoneOf = (scenario: string) => `254700000${scenario}`;
const only = () => {
  const [payment, ...more] = shop.control.payments();
  if (!payment || more.length > 0) throw new Error("Not one prompt");
  return payment;
};
const codes = () => shop.on("/stk").map((callback) => stkOf(callback).ResultCode);
const queried = async () => (await shop.query(only().checkoutRequestId)).json.ResultCode;

test.each([
  ["001", 8, "0"],
  ["002", 6, "1032"],
  ["003", 26, "1037"],
  ["004", 10, "2001"],
  ["005", 10, "1"],
  ["006", 75, "1019"],
  ["008", 3, "1001"],
  ["009", 2, "1025"],
  ["010", 2, "9999"],
  ["011", 2, "17"],
  ["012", 4, "4"],
  ["017", 180, "0"],
  ["036", 10, "7777"],
])("%s is in flight until %i s and then %s, by callback and query", async (scenario, seconds, code) => {
  expect((await shop.push(phoneOf(scenario))).json.ResponseCode).toBe("0");
  await shop.control.advance(seconds - 0.5);
  expect([codes(), await queried()]).toEqual([[], "4999"]);
  await shop.control.advance(0.5);
  expect([codes(), await queried()]).toEqual([[Number(code)], code]);
  expect(only().state).toBe(code === "0" ? "paid" : "failed");
  await shop.control.advance(86_000);
  expect(codes()).toHaveLength(1);
});

test("003 is worded otherwise by the query than by the callback", async () => {
  await shop.push(phoneOf("003"));
  await shop.control.advance(26);
  expect(stkOf(shop.on("/stk")[0]).ResultDesc).toBe("No response from user.");
  const { json } = await shop.query(only().checkoutRequestId);
  expect(json.ResultDesc).toBe("DS timeout user cannot be reached.");
});

test("007, 018, 019 and 023 refuse the push and create nothing", async () => {
  const [locked, busy, html, rejected] = await Promise.all(
    ["007", "018", "019", "023"].map((scenario) => shop.push(phoneOf(scenario))),
  );
  expect(locked).toMatchObject({ status: 500, json: { errorCode: "500.001.1001" } });
  expect(locked?.json.errorMessage).toMatch(/^Unable to lock subscriber/);
  expect(busy).toMatchObject({ status: 500, json: { errorCode: "500.003.02" } });
  expect(html?.status).toBe(503);
  expect(html?.text).toMatch(/^<html>/);
  expect(rejected).toMatchObject({ status: 200, json: { ResponseCode: "1" } });
  await shop.control.advance(100);
  expect([shop.control.payments(), shop.received]).toEqual([[], []]);
});

test("013 pays and never calls back", async () => {
  await shop.push(phoneOf("013"));
  await shop.control.advance(1000);
  expect([codes(), await queried(), only().state]).toEqual([[], "0", "paid"]);
});

test("014 calls back twice, 015 five times at once", async () => {
  await shop.push(phoneOf("014"));
  await shop.control.advance(20);
  expect(shop.on("/stk").map((callback) => callback.at)).toEqual([8_000, 10_000].map((ms) => ms + offset()));
  shop.received.length = 0;
  await shop.push(phoneOf("015"));
  const begun = shop.clock.now();
  await shop.control.advance(20);
  expect(shop.on("/stk").map((callback) => callback.at)).toEqual(Array(5).fill(begun - BEGIN + 8_000));
  expect(new Set(shop.on("/stk").map((callback) => callback.text)).size).toBe(1);
});

/** How far the standing clock was when the only prompt went out. */
const offset = () => only().at - BEGIN;

test("016 calls back before the push is answered", async () => {
  const pushing = shop.push(phoneOf("016"));
  await vi.waitFor(only);
  await shop.control.advance(1);
  expect(codes()).toEqual([0]);
  await shop.control.advance(0.5);
  expect((await pushing).json.CheckoutRequestID).toBe(only().checkoutRequestId);
});

test("020 answers the push after 30 s, while the payment goes on", async () => {
  const pushing = shop.push(phoneOf("020"));
  await vi.waitFor(only);
  await shop.control.advance(29);
  expect([codes(), shop.control.requests("processrequest")[0]?.status]).toEqual([[0], 0]);
  await shop.control.advance(1);
  expect((await pushing).json.ResponseCode).toBe("0");
});

test("021 breaks the connection and the payment goes on", async () => {
  await expect(shop.push(phoneOf("021"))).rejects.toThrow("fetch failed");
  await shop.control.advance(8);
  expect([codes(), only().state]).toEqual([[0], "paid"]);
});

test("022 answers cut off, or on its other phone without the id, and the payment goes on", async () => {
  const cut = await shop.push(phoneOf("022"));
  expect([cut.status, cut.json]).toEqual([200, {}]);
  expect(cut.text).toMatch(/^\{"MerchantRequestID":/);
  const without = await shop.push("254110000022");
  expect(Object.keys(without.json)).toEqual([
    "MerchantRequestID",
    "ResponseCode",
    "ResponseDescription",
    "CustomerMessage",
  ]);
  await shop.control.advance(8);
  expect(codes()).toEqual([0, 0]);
});

test("024 refuses the token once, and the same token for good", async () => {
  const first = await shop.push(phoneOf("024"));
  expect(first).toMatchObject({ status: 404, json: { errorCode: "404.001.03" } });
  expect((await shop.push(phoneOf("024"))).json.errorCode).toBe("404.001.03");
  await shop.token();
  expect((await shop.push(phoneOf("024"))).json.ResponseCode).toBe("0");
  await shop.control.advance(8);
  expect(only().state).toBe("paid");
});

test("025 mixes 500s between the query's answers, before and after the end", async () => {
  await shop.push(phoneOf("025"));
  const ask = async () => {
    const { status, json } = await shop.query(only().checkoutRequestId);
    return [status, json.errorCode ?? json.ResultCode];
  };
  const fault = [500, "500.001.1001"];
  expect([await ask(), await ask()]).toEqual([fault, [200, "4999"]]);
  await shop.control.advance(8);
  expect([await ask(), await ask()]).toEqual([fault, [200, "0"]]);
});

test("026 is in flight as a 200 with an errorCode and no words", async () => {
  await shop.push(phoneOf("026"));
  const flying = await shop.query(only().checkoutRequestId);
  expect(flying.status).toBe(200);
  expect(flying.json).toEqual({
    requestId: expect.any(String),
    errorCode: "500.001.1001",
    errorMessage: "",
  });
  await shop.control.advance(8);
  expect(await queried()).toBe("0");
});

test("027 limits the query for a minute, 028 does not know the id for 3 s", async () => {
  const limited = (await shop.push(phoneOf("027"))).json.CheckoutRequestID;
  const early = (await shop.push(phoneOf("028"))).json.CheckoutRequestID;
  expect((await shop.query(limited)).status).toBe(429);
  expect(await shop.query(early)).toMatchObject({
    status: 400,
    json: { errorCode: "400.002.02", errorMessage: "Bad Request - Invalid CheckoutRequestID" },
  });
  await shop.control.advance(3);
  expect((await shop.query(early)).json.ResultCode).toBe("4999");
  await shop.control.advance(56);
  expect((await shop.query(limited)).status).toBe(429);
  await shop.control.advance(1);
  expect((await shop.query(limited)).json.ResultCode).toBe("0");
});

test("029 fails by callback and is paid at 60 s, without a word or by switch with one", async () => {
  await shop.push(phoneOf("029"));
  await shop.control.advance(26);
  expect([codes(), await queried(), only().state]).toEqual([[1037], "1037", "failed"]);
  await shop.control.advance(34);
  expect([codes(), await queried(), only().state]).toEqual([[1037], "0", "paid"]);

  shop.control.switches({ secondCallback: true });
  await shop.push(phoneOf("029"));
  await shop.control.advance(60);
  expect(codes()).toEqual([1037, 1037, 0]);
});

test("030 is a forged success over a cancelled prompt", async () => {
  await shop.push(phoneOf("030"));
  await shop.control.advance(8);
  expect([codes(), await queried(), only().state]).toEqual([[0], "1032", "failed"]);
  expect(itemOf(shop.on("/stk")[0], "MpesaReceiptNumber")).toMatch(/^UK[A-Z0-9]{8}$/);
  expect(shop.control.ledger()).toEqual([]);
});

test("031 to 034 and 038 call back in ways of their own", async () => {
  for (const scenario of ["031", "032", "033", "034", "038"])
    await shop.push(phoneOf(scenario), { CallBackURL: `${shop.home}/${scenario}` });
  await shop.control.advance(8);
  const at = (scenario: string) => shop.on(`/${scenario}`)[0];
  const names = (scenario: string) =>
    (stkOf(at(scenario)).CallbackMetadata as { Item: { Name: string }[] }).Item.map((item) => item.Name);

  expect(itemOf(at("031"), "Amount")).toBe(1500);
  expect(stkOf(at("032")).ResultCode).toBe("0");
  expect(at("032")?.text).toContain('{"Name":"Balance"}');
  expect(names("033")).toEqual(["FirstName", "TransactionDate", "Balance", "MpesaReceiptNumber", "Amount"]);
  expect(at("034")?.json).toBeUndefined();
  expect(at("034")?.text).toMatch(/^\{"Body":/);
  expect(names("038")).toEqual(["Amount", "Balance", "TransactionDate", "PhoneNumber"]);
  expect(shop.control.payments().map((payment) => [payment.state, payment.amount])).toEqual(
    Array(5).fill(["paid", 1501]),
  );
});

test("035 is in flight for ever, though the phone is free after a minute", async () => {
  await shop.push(phoneOf("035"));
  await shop.control.advance(59);
  expect((await shop.push(phoneOf("035"))).status).toBe(500);
  await shop.control.advance(80_000);
  await shop.token();
  expect([codes(), await queried()]).toEqual([[], "4999"]);
  expect((await shop.push(phoneOf("035"))).status).toBe(200);
});

test("037 is confirmed by C2B before the callback; others after it", async () => {
  const ShortCode = "174379";
  const urls = { ConfirmationURL: `${shop.home}/c2b`, ValidationURL: `${shop.home}/valid` };
  await shop.post("/mpesa/c2b/v2/registerurl", { ShortCode, ResponseType: "Completed", ...urls });
  await shop.push(phoneOf("037"));
  await shop.control.advance(20);
  await shop.push(phoneOf("001"));
  await shop.control.advance(20);
  expect(shop.received.map((callback) => callback.path)).toEqual(["/c2b", "/stk", "/stk", "/c2b"]);
  expect(shop.on("/c2b")[0]?.json).toMatchObject({ TransID: shop.control.payments()[0]?.receipt });
});

test("A phone of no scenario waits for a person and gives up at 60 s", async () => {
  const phone = "254722000000";
  await shop.push(phone);
  await shop.control.advance(59);
  expect([only().state, only().scenario]).toEqual(["waiting", "hand"]);
  await shop.control.advance(1);
  expect(codes()).toEqual([1037]);
  const approved = (await shop.push(phone)).json.CheckoutRequestID as string;
  expect(await shop.control.approve(approved)).toBe(200);
  await expect(shop.control.cancel(approved)).rejects.toThrow("That prompt has ended");
  const cancelled = (await shop.push(phone)).json.CheckoutRequestID as string;
  expect(await shop.control.cancel(cancelled)).toBe(200);
  await shop.control.advance(100);
  expect(codes()).toEqual([1037, 0, 1032]);
});
