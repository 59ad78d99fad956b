import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openTestShop, type TestShop } from "../../../test/shop.ts";
import {
  brokenOff,
  drip,
  json,
  plain,
  playProvider,
  reset,
  silent,
  type Turn,
} from "../../platform/ask-test-provider.server.ts";
import { createLog } from "../../platform/log.server.ts";
import type { Payment, Provider, Refund } from "../provider.server.ts";
import { TEXTS } from "../rules.ts";
import { providerTokens, providerTurns, tillPayments } from "../tables.server.ts";
import { mpesaProvider } from "./provider.server.ts";
import { registerTillUrls } from "./register.server.ts";
import { addPayment, changePayment, mpesaConfig } from "./test-payment.server.ts";

const TOKEN = "/oauth/v1/generate?grant_type=client_credentials";
const PUSH = "/mpesa/stkpush/v1/processrequest";
const QUERY = "/mpesa/stkpushquery/v1/query";
const REVERSAL = "/mpesa/reversal/v1/request";
const REGISTER = "/mpesa/c2b/v2/registerurl";
const ACCEPTED = {
  MerchantRequestID: "2654-4b64-97ff-b827b54288100001",
  CheckoutRequestID: "ws_CO_05112026143001123700000001",
  ResponseCode: "0",
  ResponseDescription: "Success. Request accepted for processing",
  CustomerMessage: "Success. Request accepted for processing",
};
const error = (status: number, errorCode: string, errorMessage = "x") =>
  json(status, { requestId: "1c5b-4ba8-815c-ac45c57a00000001", errorCode, errorMessage });
const STALE = error(404, "404.001.03", "Invalid Access Token");
const SPIKE = json(429, {
  fault: {
    faultstring: "Spike arrest violation.",
    detail: { errorcode: "policies.ratelimit.SpikeArrestViolation" },
  },
});

let shop: TestShop;
let safaricom: Awaited<ReturnType<typeof playProvider>>;
let provider: Provider;
let payment: Payment;
const lines: string[] = [];
const log = createLog("debug", { write: (line: string) => void lines.push(line) });
const open = (change: Record<string, string> = {}) =>
  mpesaProvider({ db: shop.db, config: mpesaConfig(safaricom.url, change), log });

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  safaricom = await playProvider();
  let issued = 0;
  safaricom.play(TOKEN, (response, heard) =>
    json(200, { access_token: `golden-token-${++issued}`, expires_in: "3599" })(response, heard),
  );
  await shop.db.delete(providerTokens);
  await shop.db.delete(providerTurns);
  provider = open();
  payment = await addPayment(shop.db);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await safaricom.close();
});

/** All limits of time end at once. */
function hurry() {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => timeout(ms === 30_000 ? 300 : ms));
}

async function start(by = provider) {
  const sending = vi.fn(async () => {});
  const started = await by.start?.(payment, "secret-of-the-address", sending);
  return { started, sent: sending.mock.calls.length };
}

test("a push says what Daraja wants, and its answer is accepted", async () => {
  safaricom.play(PUSH, json(200, ACCEPTED));
  expect(await start()).toEqual({
    started: {
      is: "accepted",
      checkoutRequestId: ACCEPTED.CheckoutRequestID,
      merchantRequestId: ACCEPTED.MerchantRequestID,
    },
    sent: 1,
  });
  expect(safaricom.on(TOKEN)[0]?.headers.authorization).toBe(
    `Basic ${Buffer.from("simulated-consumer-key:simulated-consumer-secret").toString("base64")}`,
  );
  const [heard] = safaricom.on(PUSH);
  expect(heard?.headers.authorization).toBe("Bearer golden-token-1");
  expect(heard?.body).toEqual({
    BusinessShortCode: 174379,
    Password: expect.any(String),
    Timestamp: expect.stringMatching(/^\d{14}$/),
    TransactionType: "CustomerPayBillOnline",
    Amount: "1501",
    PartyA: "254700000001",
    PartyB: "174379",
    PhoneNumber: "254700000001",
    CallBackURL: "http://localhost:3000/hooks/mm/stk/secret-of-the-address",
    AccountReference: payment.reference,
    TransactionDesc: "Shop order",
  });
  expect(Buffer.from(String(heard?.body.Password), "base64").toString()).toMatch(
    new RegExp(`^174379bfb2.*c919${heard?.body.Timestamp}$`),
  );
});

test("a till is paid by Buy Goods to the till, unless the settings say otherwise", async () => {
  safaricom.play(PUSH, json(200, ACCEPTED));
  await start(open({ MPESA_TILL_NUMBER: "600966" }));
  await start(open({ MPESA_TILL_NUMBER: "600966", MPESA_TRANSACTION_TYPE: "CustomerPayBillOnline" }));
  expect(safaricom.on(PUSH).map(({ body }) => [body.TransactionType, body.PartyB])).toEqual([
    ["CustomerBuyGoodsOnline", "600966"],
    ["CustomerPayBillOnline", "174379"],
  ]);
});

const REFUSED = { is: "refused", status: 502, message: TEXTS.refused, code: "9999" };
const BUSY = { is: "refused", status: 503, message: TEXTS.busy, code: "26" };
test.each<[string, Turn, object]>([
  ["ResponseCode 1", json(200, { ...ACCEPTED, ResponseCode: "1" }), REFUSED],
  ["an invalid field", error(400, "400.002.02", "Bad Request - Invalid PhoneNumber"), REFUSED],
  ["an empty 400", plain(400, ""), REFUSED],
  ["wrong credentials", error(500, "500.001.1001", "[MerchantValidate] - Wrong credentials"), REFUSED],
  [
    "a locked phone",
    error(500, "500.001.1001", "Unable to lock subscriber, a transaction is already in process"),
    { is: "refused", status: 409, message: TEXTS.phoneInUse, code: "1001" },
  ],
  ["busy", error(500, "500.003.02", "System is busy. Please try again in few minutes."), BUSY],
  ["the gateway's spike arrest", SPIKE, BUSY],
])("a push refused by %s", async (_name, turn, expected) => {
  safaricom.play(PUSH, turn);
  expect(await start()).toEqual({ started: expected, sent: 1 });
  expect(safaricom.on(PUSH)).toHaveLength(1);
});

test.each<[string, Turn]>([
  ["an internal error", error(500, "500.003.1001", "Internal Server Error")],
  ["an empty 500", plain(500, "")],
  ["a page of HTML", plain(503, "<html>503</html>")],
  ["a gateway's fault", json(504, { fault: { faultstring: "timeout", detail: { errorcode: "x" } } })],
  ["half an answer", plain(200, '{"MerchantRequestID":"2654","Check')],
  ["a broken body", brokenOff],
  ["no CheckoutRequestID", json(200, { ...ACCEPTED, CheckoutRequestID: undefined })],
  ["no MerchantRequestID", json(200, { ...ACCEPTED, MerchantRequestID: "" })],
  ["a reset", reset],
  ["silence", silent],
  ["a drip", drip],
  ["a redirect", plain(302, "", { location: "/elsewhere" })],
])("a push answered by %s may have arrived, and is not sent again", async (_name, turn) => {
  hurry();
  safaricom.play(PUSH, turn);
  expect(await start()).toEqual({ started: { is: "unknown" }, sent: 1 });
  expect(safaricom.on(PUSH)).toHaveLength(1);
});

test.each<[string, Turn, object]>([
  ["an empty 400", plain(400, ""), REFUSED],
  ["an error", error(400, "400.008.01", "Invalid Authentication passed"), REFUSED],
  ["a 500", plain(500, ""), { ...BUSY, message: TEXTS.away }],
  ["half an answer", plain(200, '{"access_tok'), { ...BUSY, message: TEXTS.away }],
  ["a reset", reset, { ...BUSY, message: TEXTS.away }],
])("where the token is answered by %s nothing leaves", async (_name, turn, expected) => {
  safaricom.play(TOKEN, turn);
  expect(await start()).toEqual({ started: expected, sent: 0 });
  expect(safaricom.on(PUSH)).toEqual([]);
});

test("a token that is accepted no more is renewed once, and the push sent again once", async () => {
  safaricom.play(PUSH, STALE, json(200, ACCEPTED));
  expect(await start()).toMatchObject({ started: { is: "accepted" }, sent: 1 });
  expect(safaricom.on(PUSH).map(({ headers }) => headers.authorization)).toEqual([
    "Bearer golden-token-1",
    "Bearer golden-token-2",
  ]);
});

test.each([STALE, error(400, "400.003.01"), plain(401, ""), error(401, "401.002.01")])(
  "a token never accepted is not asked for in circles (%#)",
  async (stale) => {
    safaricom.play(PUSH, stale);
    expect(await start()).toEqual({ started: REFUSED, sent: 1 });
    expect([safaricom.on(TOKEN).length, safaricom.on(PUSH).length]).toEqual([2, 2]);
  },
);

test("where M-Pesa cannot be reached the push is refused", async () => {
  safaricom.play(PUSH, json(200, ACCEPTED));
  await start();
  await safaricom.close();
  expect(await start()).toEqual({ started: { ...BUSY, message: TEXTS.away }, sent: 1 });
  safaricom = await playProvider();
});

test("when sending cannot be written down nothing leaves", async () => {
  const failing = async () => {
    throw new Error("the database is away");
  };
  expect(await provider.start?.(payment, "secret", failing)).toMatchObject({ is: "refused", status: 503 });
  expect(safaricom.on(PUSH)).toEqual([]);
});

test("twenty calls of two processes fetch one token, and a stale one is renewed once", async () => {
  const second = await shop.second();
  const other = mpesaProvider({ db: second.db, config: mpesaConfig(safaricom.url), log });
  safaricom.play(PUSH, (response, heard) =>
    (heard.headers.authorization === "Bearer golden-token-1" && safaricom.on(TOKEN).length > 1
      ? STALE
      : json(200, ACCEPTED))(response, heard),
  );
  const slowly: Turn = (response, heard) =>
    void setTimeout(
      () =>
        json(200, { access_token: `golden-token-${safaricom.on(TOKEN).length}`, expires_in: 3599 })(
          response,
          heard,
        ),
      300,
    );
  safaricom.play(TOKEN, slowly);
  const all = () => Promise.all(Array.from({ length: 20 }, (_, one) => start(one % 2 ? provider : other)));
  for (const { started } of await all()) expect(started).toMatchObject({ is: "accepted" });
  expect(safaricom.on(TOKEN)).toHaveLength(1);

  // what all hold is ended from elsewhere
  safaricom.play(PUSH, (response, heard) =>
    (heard.headers.authorization === "Bearer golden-token-1" ? STALE : json(200, ACCEPTED))(response, heard),
  );
  for (const { started } of await all()) expect(started).toMatchObject({ is: "accepted" });
  expect(safaricom.on(TOKEN)).toHaveLength(2);
  await second.close();
});

test("a token is renewed a minute before its end", async () => {
  safaricom.play(PUSH, json(200, ACCEPTED));
  await start();
  await shop.query("update provider_tokens set expires_at = now() + interval '61 seconds'");
  await start();
  expect(safaricom.on(TOKEN)).toHaveLength(1);
  await shop.query("update provider_tokens set expires_at = now() + interval '59 seconds'");
  await start();
  expect(safaricom.on(TOKEN)).toHaveLength(2);
});

test("a process that died fetching a token holds nobody up for long", async () => {
  safaricom.play(PUSH, json(200, ACCEPTED));
  await shop.query(
    "insert into provider_tokens (provider, fetching_until) values ('mpesa', now() + interval '1 second')",
  );
  expect(await start()).toMatchObject({ started: { is: "accepted" } });
});

const asked = () =>
  changePayment(shop.db, payment.id, {
    checkoutRequestId: `ws_CO_${payment.id}`,
    merchantRequestId: payment.id,
  });
const result = (ResultCode: unknown) => ({
  ResponseCode: "0",
  ResponseDescription: "The service request has been accepted successfully",
  ResultCode,
  ResultDesc: "x",
});

test.each<[string, Turn, object]>([
  ["paid", json(200, result("0")), { is: "paid" }],
  ["paid, as a number and whatever the status", json(500, result(0)), { is: "paid" }],
  ["cancelled", json(200, result("1032")), { is: "failed", code: "1032" }],
  ["unanswered", json(200, result("1037")), { is: "failed", code: "1037", watch: true }],
  ["under way", json(200, result("4999")), { is: "open" }],
  [
    "under way with an errorCode",
    error(500, "500.001.1001", "The transaction is being processed"),
    { is: "open" },
  ],
  ["under way with no message", error(200, "500.001.1001", ""), { is: "open" }],
  ["asked too early", error(400, "400.002.02", "Bad Request - Invalid CheckoutRequestID"), { is: "open" }],
  ["an unknown code", json(200, result("7777")), { is: "open" }],
  ["too often", SPIKE, { is: "open" }],
  ["HTML", plain(503, "<html>0</html>"), { is: "open" }],
  ["half an answer", plain(200, '{"ResultCode":"0"'), { is: "open" }],
  ["a reset", reset, { is: "open" }],
  ["another push's", json(200, { ...result("0"), CheckoutRequestID: "ws_other" }), { is: "open" }],
])("a query answered %s", async (_name, turn, expected) => {
  safaricom.play(QUERY, turn);
  payment = await asked();
  expect(await provider.check(payment)).toEqual(expected);
  expect(safaricom.on(QUERY)[0]?.body).toEqual({
    BusinessShortCode: "174379",
    Password: expect.any(String),
    Timestamp: expect.stringMatching(/^\d{14}$/),
    CheckoutRequestID: payment.checkoutRequestId,
  });
});

test("queries take turns, all processes together", async () => {
  safaricom.play(QUERY, json(200, result("4999")));
  payment = await asked();
  const second = await shop.second();
  const config = mpesaConfig(safaricom.url, { MPESA_QUERY_EVERY: "12" });
  const slow = [shop.db, second.db].map((db) => mpesaProvider({ db, config, log }));
  const verdicts = await Promise.all(Array.from({ length: 20 }, (_, one) => slow[one % 2]?.check(payment)));
  const later = verdicts.filter((verdict) => verdict?.is === "open" && verdict.in !== undefined);
  expect(later).toHaveLength(19);
  for (const verdict of later) {
    expect(verdict).toMatchObject({ is: "open", in: expect.any(Number) });
    expect(verdict?.is === "open" && verdict.in).toBeGreaterThan(5);
    expect(verdict?.is === "open" && verdict.in).toBeLessThanOrEqual(12);
  }
  expect(safaricom.on(QUERY)).toHaveLength(1);
  await second.close();
});

test("a push without a name is not queried, and paid once the ledger has it", async () => {
  expect(await provider.check(payment)).toEqual({ is: "open" });
  const row = { amount: 1501, shortcode: "174379", billRef: payment.reference };
  await shop.db.insert(tillPayments).values([
    { ...row, code: "UK5AB12CE1", amount: 1500 },
    { ...row, code: "UK5AB12CE2", shortcode: "600111" },
    { ...row, code: "UK5AB12CE3", billRef: "OTHER" },
  ]);
  expect(await provider.check(payment)).toEqual({ is: "open" });
  await shop.db.insert(tillPayments).values({ ...row, code: "UK5AB12CE4" });
  expect(await provider.check(payment)).toEqual({
    is: "paid",
    receipt: "UK5AB12CE4",
    details: { amount: 1501, currency: "KES" },
  });
  expect(safaricom.heard).toEqual([]);
});

const ACK = {
  OriginatorConversationID: "1236-7134259-1",
  ConversationID: "AG_20261105_1234409f86436c583e3f",
  ResponseCode: "0",
  ResponseDescription: "Accept the service request successfully.",
};
const refund = { amount: 1501 } as Refund;
const paid = () => ({ ...payment, receipt: "UK5AB12CD3" });

test("a reversal says what Daraja wants", async () => {
  safaricom.play(REVERSAL, json(200, ACK));
  expect(await provider.refund?.(refund, paid(), "result-secret")).toEqual({
    is: "sent",
    reference: ACK.ConversationID,
  });
  expect(safaricom.on(REVERSAL)[0]?.body).toEqual({
    Initiator: "apiop1",
    SecurityCredential: "c2ltdWxhdGVkLXNlY3VyaXR5LWNyZWRlbnRpYWw=",
    CommandID: "TransactionReversal",
    TransactionID: "UK5AB12CD3",
    Amount: "1501",
    ReceiverParty: "174379",
    RecieverIdentifierType: "11",
    ResultURL: "http://localhost:3000/hooks/mm/result/result-secret",
    QueueTimeOutURL: "http://localhost:3000/hooks/mm/timeout/result-secret",
    Remarks: "Shop refund",
  });
});

test.each<[string, Turn, object]>([
  ["busy", error(500, "500.003.02"), { is: "failed", why: "500.003.02", again: true }],
  ["an invalid field", error(400, "400.002.02"), { is: "failed", why: "400.002.02", again: false }],
  [
    "ResponseCode 1",
    json(200, { ...ACK, ResponseCode: "1" }),
    { is: "failed", why: "ResponseCode 1", again: false },
  ],
  ["an internal error", error(500, "500.003.1001"), { is: "unknown", why: "500.003.1001" }],
  ["a duplicate", error(500, "500.002.1001"), { is: "unknown", why: "500.002.1001" }],
  ["HTML", plain(503, "<html>"), { is: "unknown", why: "HTTP 503" }],
  ["no ConversationID", json(200, { ResponseCode: "0" }), { is: "unknown", why: "no ConversationID" }],
  ["silence", silent, { is: "unknown", why: "timeout" }],
])("a reversal answered by %s is sent once", async (_name, turn, expected) => {
  hurry();
  safaricom.play(REVERSAL, turn);
  expect(await provider.refund?.(refund, paid(), "result-secret")).toEqual(expected);
  expect(safaricom.on(REVERSAL)).toHaveLength(1);
});

test("a reversal that never left may be tried again; without a receipt there is none", async () => {
  safaricom.play(TOKEN, plain(500, ""));
  expect(await provider.refund?.(refund, paid(), "result-secret")).toMatchObject({
    is: "failed",
    again: true,
  });
  expect(await provider.refund?.(refund, payment, "result-secret")).toMatchObject({ is: "failed" });
  expect(safaricom.on(REVERSAL)).toEqual([]);
});

test("without an operator nothing is reversed", () => {
  expect(open({ MPESA_INITIATOR: "", MPESA_SECURITY_CREDENTIAL: "" }).refund).toBeUndefined();
});

test("the till's addresses are registered, and a refusal says why", async () => {
  const urls = { confirmation: "https://shop.example/c", validation: "https://shop.example/v" };
  const parts = { db: shop.db, config: mpesaConfig(safaricom.url, { MPESA_TILL_NUMBER: "600966" }), log };
  safaricom.play(
    REGISTER,
    json(200, { OriginatorCoversationID: "1", ResponseCode: "0", ResponseDescription: "Success" }),
    error(500, "500.003.1001", "Urls are already registered."),
  );
  expect(await registerTillUrls(parts, urls)).toEqual({ is: "done" });
  expect(safaricom.on(REGISTER)[0]?.body).toEqual({
    ShortCode: "600966",
    ResponseType: "Completed",
    ConfirmationURL: urls.confirmation,
    ValidationURL: urls.validation,
  });
  expect(await registerTillUrls(parts, urls)).toEqual({ is: "failed", why: "Urls are already registered." });
});

test("nothing secret or personal was logged in all of this", () => {
  expect(lines.length).toBeGreaterThan(50);
  expect(lines.join("\n")).not.toMatch(
    /golden-token|simulated-consumer|bfb279f9|c2ltdW|254700|ws_CO|secret-of|result-secret|UK5AB/,
  );
});
