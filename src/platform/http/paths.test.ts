import { afterAll, describe, expect, test } from "vitest";
import { addProduct } from "../../../test/goods.ts";
import { customer } from "../../../test/people.ts";
import { openTestShop } from "../../../test/shop.ts";

const shop = await openTestShop();
const tee = await addProduct(shop);
const person = await customer(shop);
afterAll(() => shop.close());

const NOTHING = { success: false, message: "There is nothing at this address." };

describe("a call answers to its own method alone", () => {
  const POSTS = ["/api/cart/add", "/api/order/placeOrder", "/api/user/login", "/token/stkpush"];
  test.each(["GET", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "SEARCH", "PROPFIND"])(
    "%s is not POST",
    async (method) => {
      for (const url of POSTS) {
        const answer = await shop.send({ method: method as "GET", url, headers: { token: person.token } });
        expect(answer.status).toBe(404);
        if (method !== "HEAD") expect(answer.body).toEqual(NOTHING);
      }
    },
  );

  test.each(["x-http-method-override", "x-http-method", "x-method-override"])(
    "%s is not heard",
    async (name) => {
      const answer = await shop.send({
        method: "GET",
        url: `/api/cart/add?_method=POST&itemId=${tee._id}&size=M`,
        headers: { [name]: "POST", token: person.token },
      });
      expect(answer).toMatchObject({ status: 404, body: NOTHING });
      expect(await shop.query("select * from cart_lines")).toEqual([]);
      expect(
        (await shop.send({ method: "POST", url: "/api/product/list", headers: { [name]: "GET" } })).status,
      ).toBe(404);
    },
  );
});

describe("unknown paths answer in the one shape", () => {
  test.each([
    "/api",
    "/api/",
    "/api/x",
    "/api/product",
    "/api/product/list/",
    "/api/cart/%2e%2e/add",
    "/api/%00",
    "/api/%2e",
    "/token",
    "/token/x",
    "/hooks",
    "/hooks/x",
    "/API/product/list",
    "/api?x=1",
    "/%61pi/x",
    "/api%2fx",
    "//api/x",
  ])("%s", async (url) => {
    for (const method of ["GET", "POST"] as const) {
      // a whole address, so that inject does not take "//api" for a host
      const answer = await shop.send({ method, url: url.startsWith("//") ? `http://localhost${url}` : url });
      expect(answer).toMatchObject({
        status: 404,
        body: NOTHING,
        headers: { "cache-control": "no-store", "x-request-id": expect.any(String) },
      });
    }
  });
});
