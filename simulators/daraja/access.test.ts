import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DARAJA } from "./simulator.ts";
import { openTestShop, type TestShop } from "./test-shop.ts";

/** 2026-11-05 14:30:01 in Nairobi. */
const BEGIN = Date.parse("2026-11-05T11:30:01Z");
const PHONE = "254700000001";

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

const refusal = (code: string, message: string) => ({
  requestId: expect.stringMatching(/^[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{16}$/),
  errorCode: code,
  errorMessage: message,
});

test("A token lives 3599 seconds, and a new one ends the one before", async () => {
  const url = `${shop.url}/oauth/v1/generate`;
  const basic = { authorization: `Basic ${btoa("simulated-consumer-key:simulated-consumer-secret")}` };
  const given = await fetch(`${url}?grant_type=client_credentials`, { headers: basic });
  expect([given.status, await given.json()]).toEqual([
    200,
    { access_token: expect.stringMatching(/^\w{28}$/), expires_in: 3599 },
  ]);
  expect((await shop.push(PHONE)).json.errorCode).toBe("404.001.03");
  await shop.token();
  await shop.control.advance(3598);
  expect((await shop.push("254700000002")).status).toBe(200);
  await shop.control.advance(1);
  expect((await shop.push(PHONE)).json.errorCode).toBe("404.001.03");
  await shop.token();
  shop.control.expireTokens();
  expect((await shop.push(PHONE)).json.errorCode).toBe("404.001.03");

  const wrong = await fetch(`${url}?grant_type=client_credentials`, {
    headers: { authorization: `Basic ${btoa("a:b")}` },
  });
  expect([wrong.status, await wrong.text()]).toEqual([400, ""]);
  const none = await fetch(`${url}?grant_type=client_credentials`);
  expect([none.status, await none.json()]).toEqual([
    400,
    refusal("400.008.01", "Invalid Authentication passed"),
  ]);
  const grant = await fetch(`${url}?grant_type=password`, { headers: basic });
  expect([grant.status, await grant.json()]).toEqual([
    400,
    refusal("400.008.02", "Invalid grant type passed"),
  ]);
});

test("The query is limited to one in twelve seconds, and an unknown id is a 500", async () => {
  shop.control.switches({ queryLimit: true });
  expect(await shop.query("ws_CO_0")).toMatchObject({
    status: 500,
    json: refusal("500.001.1001", "The transaction does not Exist"),
  });
  const fault = await shop.query("ws_CO_0");
  expect(fault.status).toBe(429);
  expect(fault.json).toEqual({
    fault: {
      faultstring:
        "Spike arrest violation. Allowed rate : MessageRate{messagesPerPeriod=5, periodInMicroseconds=60000000, maxBurstMessageCount=1.0}",
      detail: { errorcode: "policies.ratelimit.SpikeArrestViolation" },
    },
  });
  await shop.control.advance(12);
  expect((await shop.query(undefined)).json).toEqual(
    refusal("400.002.02", "Bad Request - Invalid CheckoutRequestID"),
  );
  expect((await shop.query("ws_CO_0")).status).toBe(429);
});

test("A Timestamp from another zone is wrong credentials, unless any may pass", async () => {
  shop.control.switches({ anyTimestamp: false });
  const Timestamp = "20261105113001";
  const Password = btoa(`174379${DARAJA.passkey}${Timestamp}`);
  expect((await shop.push(PHONE, { Timestamp, Password })).json.errorCode).toBe("500.001.1001");
  expect((await shop.push(PHONE)).status).toBe(200);
  shop.control.switches({ anyTimestamp: true });
  expect((await shop.push("254700000002", { Timestamp, Password })).status).toBe(200);
});
