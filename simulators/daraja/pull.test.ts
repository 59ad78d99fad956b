import { afterEach, beforeEach, expect, test } from "vitest";
import { DARAJA } from "./simulator.ts";
import { BEGIN, PHONE, pull, TILL } from "./test-money.ts";
import { openTestShop, type TestShop } from "./test-shop.ts";

let shop: TestShop;
beforeEach(async () => {
  shop = await openTestShop({ till: TILL }, BEGIN);
});
afterEach(() => shop.close());

test("Pull registers once and lists the last two days, page by page, settlements too", async () => {
  const asked = {
    ShortCode: DARAJA.shortcode,
    RequestType: "Pull",
    NominatedNumber: PHONE,
    CallBackURL: `${shop.home}/pull`,
  };
  expect((await pull(shop)).json.errorCode).toBe("400.001");
  expect((await shop.post("/pulltransactions/v1/register", asked)).json["Response Status"]).toBe("1000");
  expect((await shop.post("/pulltransactions/v1/register", asked)).json["Response Status"]).toBe("1001");
  expect((await pull(shop)).json).toMatchObject({ ResponseCode: "1001", Response: [[]] });

  const { code } = shop.control.payTill({ amount: 1501, phone: PHONE, till: TILL });
  shop.control.payTill({ amount: 9, phone: PHONE, status: "wrong-till" });
  expect((await pull(shop)).json).toEqual({
    ResponseRefID: expect.stringMatching(/^[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{20}$/),
    ResponseCode: "1000",
    ResponseMessage: "Success",
    Response: [
      [
        {
          transactionId: code,
          trxDate: "2026-11-05T14:30:10+03:00",
          msisdn: 254700000001,
          sender: "MPESA",
          transactiontype: "c2b-buy-goods-debit",
          billreference: "",
          amount: "1501.0",
          organizationname: "SHOP",
        },
      ],
    ],
  });
  shop.control.settle({ amount: 1000 });
  shop.control.switches({ pullPage: 1, trxDate: "local-z" });
  expect((await pull(shop, { OffSetValue: "1" })).json.Response).toMatchObject([
    [{ transactiontype: "merchant-to-organization-settlement", trxDate: "2026-11-05T14:30:10.000Z" }],
  ]);
  expect((await pull(shop, { OffSetValue: "2" })).json.ResponseCode).toBe("1001");
  expect((await pull(shop, { StartDate: "yesterday" })).json.errorCode).toBe("400.001");
  expect((await fetch(`${shop.url}/pulltransactions/v1/query`)).status).toBe(405);
  await shop.control.advance(48 * 3600 + 1);
  await shop.token();
  expect((await pull(shop)).json.ResponseCode).toBe("1001");
});
