import { expect, test } from "vitest";
import {
  drip,
  type FakeResponse,
  json,
  plain,
  reset,
  silent,
  truncated,
} from "../../../test/fake-provider.ts";
import {
  ACCEPTED,
  error,
  hurry,
  mpesaScenes,
  PUSH,
  SPIKE,
  STALE,
  start,
  TOKEN,
} from "../../../test/support/safaricom.ts";
import { PAYMENT_TEXTS } from "../rules.ts";

const { world, scene } = mpesaScenes();

test("a push says what Daraja wants, and its answer is accepted", async () => {
  scene.safaricom.play(PUSH, json(200, ACCEPTED));
  expect(await start(scene)).toEqual({
    started: {
      type: "accepted",
      checkoutRequestId: ACCEPTED.CheckoutRequestID,
      merchantRequestId: ACCEPTED.MerchantRequestID,
    },
    sent: 1,
  });
  expect(scene.safaricom.on(TOKEN)[0]?.headers.authorization).toBe(
    `Basic ${Buffer.from("simulated-consumer-key:simulated-consumer-secret").toString("base64")}`,
  );
  const [heard] = scene.safaricom.on(PUSH);
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
    AccountReference: scene.payment.reference,
    TransactionDesc: "Shop order",
  });
  expect(Buffer.from(String(heard?.body.Password), "base64").toString()).toMatch(
    new RegExp(`^174379bfb2.*c919${heard?.body.Timestamp}$`),
  );
});

test("a till is paid by Buy Goods to the till, unless the settings say otherwise", async () => {
  scene.safaricom.play(PUSH, json(200, ACCEPTED));
  await start(scene, scene.open({ MPESA_TILL_NUMBER: "600966" }));
  await start(
    scene,
    scene.open({ MPESA_TILL_NUMBER: "600966", MPESA_TRANSACTION_TYPE: "CustomerPayBillOnline" }),
  );
  expect(scene.safaricom.on(PUSH).map(({ body }) => [body.TransactionType, body.PartyB])).toEqual([
    ["CustomerBuyGoodsOnline", "600966"],
    ["CustomerPayBillOnline", "174379"],
  ]);
});

const REFUSED = { type: "refused", status: 502, message: PAYMENT_TEXTS.refused, code: "9999" };
const BUSY = { type: "refused", status: 503, message: PAYMENT_TEXTS.busy, code: "26" };
test.each<[string, FakeResponse, object]>([
  ["ResponseCode 1", json(200, { ...ACCEPTED, ResponseCode: "1" }), REFUSED],
  ["an empty 400", plain(400, ""), REFUSED],
  [
    "a locked phone",
    error(500, "500.001.1001", "Unable to lock subscriber, a transaction is already in process"),
    { type: "refused", status: 409, message: PAYMENT_TEXTS.phoneInUse, code: "1001" },
  ],
  ["busy", error(500, "500.003.02", "System is busy. Please try again in few minutes."), BUSY],
  ["the gateway's spike arrest", SPIKE, BUSY],
])("a push refused by %s", async (_name, turn, expected) => {
  scene.safaricom.play(PUSH, turn);
  expect(await start(scene)).toEqual({ started: expected, sent: 1 });
  expect(scene.safaricom.on(PUSH)).toHaveLength(1);
});

test.each<[string, FakeResponse]>([
  ["an empty 500", plain(500, "")],
  ["a page of HTML", plain(503, "<html>503</html>")],
  ["half an answer", plain(200, '{"MerchantRequestID":"2654","Check')],
  ["a broken body", truncated],
  ["no CheckoutRequestID", json(200, { ...ACCEPTED, CheckoutRequestID: undefined })],
  ["no MerchantRequestID", json(200, { ...ACCEPTED, MerchantRequestID: "" })],
  ["a reset", reset],
  ["silence", silent],
  ["a drip", drip],
  ["a redirect", plain(302, "", { location: "/elsewhere" })],
])("a push answered by %s may have arrived, and is not sent again", async (_name, turn) => {
  hurry();
  scene.safaricom.play(PUSH, turn);
  expect(await start(scene)).toEqual({ started: { type: "unknown" }, sent: 1 });
  expect(scene.safaricom.on(PUSH)).toHaveLength(1);
});

test.each<[string, FakeResponse, object]>([
  ["an empty 400", plain(400, ""), REFUSED],
  ["an error", error(400, "400.008.01", "Invalid Authentication passed"), REFUSED],
  ["a 500", plain(500, ""), { ...BUSY, message: PAYMENT_TEXTS.away }],
  ["half an answer", plain(200, '{"access_tok'), { ...BUSY, message: PAYMENT_TEXTS.away }],
  ["a reset", reset, { ...BUSY, message: PAYMENT_TEXTS.away }],
])("where the token is answered by %s nothing leaves", async (_name, turn, expected) => {
  scene.safaricom.play(TOKEN, turn);
  expect(await start(scene)).toEqual({ started: expected, sent: 0 });
  expect(scene.safaricom.on(PUSH)).toEqual([]);
});

test("where M-Pesa cannot be reached the push is refused", async () => {
  scene.safaricom.play(PUSH, json(200, ACCEPTED));
  await start(scene);
  await scene.safaricom.close();
  expect(await start(scene)).toEqual({ started: { ...BUSY, message: PAYMENT_TEXTS.away }, sent: 1 });
});

test("when sending cannot be written down nothing leaves", async () => {
  const failing = async () => {
    throw new Error("the database is away");
  };
  expect(await scene.provider.start?.(scene.payment, "secret", failing)).toMatchObject({
    type: "refused",
    status: 503,
  });
  expect(scene.safaricom.on(PUSH)).toEqual([]);
});

test("a token that is accepted no more is renewed once, and the push sent again once", async () => {
  scene.safaricom.play(PUSH, STALE, json(200, ACCEPTED));
  expect(await start(scene)).toMatchObject({ started: { type: "accepted" }, sent: 1 });
  expect(scene.safaricom.on(PUSH).map(({ headers }) => headers.authorization)).toEqual([
    "Bearer golden-token-1",
    "Bearer golden-token-2",
  ]);
});

test.each([STALE, error(400, "400.003.01"), plain(401, ""), error(401, "401.002.01")])(
  "a token never accepted is not asked for in circles (%#)",
  async (stale) => {
    scene.safaricom.play(PUSH, stale);
    expect(await start(scene)).toEqual({ started: REFUSED, sent: 1 });
    expect([scene.safaricom.on(TOKEN).length, scene.safaricom.on(PUSH).length]).toEqual([2, 2]);
  },
);

test("twenty calls of two processes fetch one token, and a stale one is renewed once", async () => {
  const second = await world.shop.second();
  const other = scene.open({}, second.db);
  const { safaricom } = scene;
  const slowly: FakeResponse = (response, heard) => {
    const token = json(200, { access_token: `golden-token-${safaricom.on(TOKEN).length}`, expires_in: 3599 });
    setTimeout(() => token(response, heard), 300);
  };
  safaricom.play(TOKEN, slowly);
  safaricom.play(PUSH, json(200, ACCEPTED));
  const all = () =>
    Promise.all(Array.from({ length: 20 }, (_, one) => start(scene, one % 2 ? scene.provider : other)));
  for (const { started } of await all()) expect(started).toMatchObject({ type: "accepted" });
  expect(scene.safaricom.on(TOKEN)).toHaveLength(1);

  // what all hold is ended from elsewhere
  scene.safaricom.play(PUSH, (response, heard) =>
    (heard.headers.authorization === "Bearer golden-token-1" ? STALE : json(200, ACCEPTED))(response, heard),
  );
  for (const { started } of await all()) expect(started).toMatchObject({ type: "accepted" });
  expect(scene.safaricom.on(TOKEN)).toHaveLength(2);
  await second.close();
});

test("hearing late that a token is stale does not end the new one", async () => {
  const { safaricom } = scene;
  let say = () => {};
  const said = new Promise<void>((resolve) => {
    say = resolve;
  });
  const late: FakeResponse = (response, heard) => void said.then(() => STALE(response, heard));
  safaricom.play(PUSH, late, STALE, json(200, ACCEPTED));
  const slow = start(scene);
  await expect.poll(() => safaricom.on(PUSH).length).toBe(1);
  expect(await start(scene)).toMatchObject({ started: { type: "accepted" } });
  say();
  expect(await slow).toMatchObject({ started: { type: "accepted" } });
  expect(safaricom.on(TOKEN)).toHaveLength(2);
});

test("a token is renewed a minute before its end", async () => {
  scene.safaricom.play(PUSH, json(200, ACCEPTED));
  await start(scene);
  await world.shop.query("update provider_tokens set expires_at = now() + interval '80 seconds'");
  await start(scene);
  expect(scene.safaricom.on(TOKEN)).toHaveLength(1);
  await world.shop.query("update provider_tokens set expires_at = now() + interval '59 seconds'");
  await start(scene);
  expect(scene.safaricom.on(TOKEN)).toHaveLength(2);
});

test("a process that died fetching a token holds nobody up for long", async () => {
  scene.safaricom.play(PUSH, json(200, ACCEPTED));
  await world.shop.query(
    "insert into provider_tokens (provider, fetching_until) values ('mpesa', now() + interval '1 second')",
  );
  expect(await start(scene)).toMatchObject({ started: { type: "accepted" } });
});

test("nothing secret or personal was logged in all of this", () => {
  expect(world.lines.length).toBeGreaterThan(50);
  // a time in milliseconds may have any digits
  expect(world.lines.join("\n").replace(/"time":\d+/g, "")).not.toMatch(
    /golden-token|simulated-consumer|bfb279f9|c2ltdW|254700|ws_CO|secret-of|result-secret|UK5AB/,
  );
});
