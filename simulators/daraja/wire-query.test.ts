import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { openTestShop, PHONE, refusal } from "./test-shop.ts";

const shop = await openTestShop();
afterAll(() => shop.close());
beforeEach(() => shop.clear());

// docs/payments.md, "Push query"
describe("Push query", () => {
  test("says under way, then how it went, and neither sum nor receipt", async () => {
    const { MerchantRequestID, CheckoutRequestID } = (await shop.push(PHONE)).json;
    const understood = {
      ResponseCode: "0",
      ResponseDescription: "The service request has been accepted successfully",
      MerchantRequestID,
      CheckoutRequestID,
    };
    const waiting = await shop.query(CheckoutRequestID);
    expect([waiting.status, waiting.json]).toEqual([
      200,
      { ...understood, ResultCode: "4999", ResultDesc: "The transaction is still under processing" },
    ]);
    await shop.control.advance(8);
    expect((await shop.query(CheckoutRequestID)).json).toEqual({
      ...understood,
      ResultCode: "0",
      ResultDesc: "The service request is processed successfully.",
    });
  });

  const UNKNOWN = refusal("500.001.1001", "The transaction does not Exist");
  test("is limited to one in twelve seconds; an unknown id is a 500", async () => {
    shop.control.switches({ queryLimit: true });
    expect(await shop.query("ws_CO_0")).toMatchObject({ status: 500, json: UNKNOWN });
    const fault = await shop.query("ws_CO_0");
    expect([fault.status, fault.json]).toEqual([
      429,
      {
        fault: {
          faultstring:
            "Spike arrest violation. Allowed rate : MessageRate{messagesPerPeriod=5, periodInMicroseconds=60000000, maxBurstMessageCount=1.0}",
          detail: { errorcode: "policies.ratelimit.SpikeArrestViolation" },
        },
      },
    ]);
    await shop.control.advance(12);
    const missing = refusal("400.002.02", "Bad Request - Invalid CheckoutRequestID");
    expect((await shop.query(undefined)).json).toEqual(missing);
    expect((await shop.query("ws_CO_0")).status).toBe(429);
  });

  test("knows a prompt for a day", async () => {
    const id = (await shop.push(PHONE)).json.CheckoutRequestID;
    await shop.control.advance(86_400);
    await shop.token();
    expect((await shop.query(id)).json.ResultCode).toBe("0");
    await shop.control.advance(1);
    expect((await shop.query(id)).json).toEqual(UNKNOWN);
  });

  test.each([
    ["026", 200, /"errorCode":"500\.001\.1001","errorMessage":""/, 7, 8, "0"],
    ["027", 429, /SpikeArrestViolation/, 59, 60, "0"],
    ["028", 400, /"400\.002\.02","errorMessage":"Bad Request - Invalid CheckoutRequestID"/, 2, 3, "4999"],
  ])(
    "of %s is answered %i %s until %i s, and after %i s %s",
    async (scenario, status, text, last, end, code) => {
      const id = (await shop.push(`254700000${scenario}`)).json.CheckoutRequestID;
      const hindered = { status, text: expect.stringMatching(text) };
      expect(await shop.query(id)).toMatchObject(hindered);
      await shop.control.advance(last);
      expect(await shop.query(id)).toMatchObject(hindered);
      await shop.control.advance(end - last);
      expect((await shop.query(id)).json.ResultCode).toBe(code);
    },
  );
});
