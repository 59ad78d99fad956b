import { afterAll, describe, expect, test } from "vitest";
import { openTestShop, type TestShop } from "../../../test/shop.ts";

const [shop, listed] = await Promise.all([
  openTestShop(),
  openTestShop({ CORS_ORIGINS: "https://shop.co.ke, http://localhost:5173/" }),
]);
afterAll(() => Promise.all([shop.close(), listed.close()]));

const CORS = /^access-control-/;
const corsOf = (headers: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => CORS.test(name)));
const preflight = (of: TestShop, origin: string, url = "/api/cart/add") =>
  of.send({
    method: "OPTIONS",
    url,
    headers: {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "token,content-type",
    },
  });

describe("who may call from another site", () => {
  const FOREIGN = [
    "https://evil.example",
    "null",
    "https://shop.co.ke.evil.example",
    "https://evilshop.co.ke",
    "http://shop.co.ke",
    "https://shop.co.ke:8443",
    "https://SHOP.co.ke",
    "https://shop.co.ke/",
    "*",
    "",
  ];

  test.each(FOREIGN)("An unlisted site may not call: %j", async (origin) => {
    for (const of of [shop, listed]) {
      const asked = await preflight(of, origin);
      expect({ status: asked.status, cors: corsOf(asked.headers) }).toEqual({ status: 404, cors: {} });
      expect(asked.body).toEqual({ success: false, message: "There is nothing at this address." });
      const got = await of.get("/api/product/list", { origin });
      expect({ status: got.status, cors: corsOf(got.headers) }).toEqual({ status: 200, cors: {} });
      expect(got.headers.vary).toContain("Origin");
    }
  });

  test.each(["https://shop.co.ke", "http://localhost:5173"])(
    "A listed site may call, by its name: %s",
    async (origin) => {
      expect((await preflight(shop, origin)).status).toBe(404);
      const asked = await preflight(listed, origin);
      expect({ status: asked.status, cors: corsOf(asked.headers) }).toEqual({
        status: 204,
        cors: {
          "access-control-allow-origin": origin,
          "access-control-allow-methods": "GET, POST",
          "access-control-allow-headers": "content-type, token, idempotency-key",
          "access-control-expose-headers": "x-request-id, retry-after",
          "access-control-max-age": "600",
        },
      });
      for (const url of ["/api/product/list", "/api/nothing"]) {
        const got = await listed.get(url, { origin });
        expect(got.headers["access-control-allow-origin"]).toBe(origin);
        expect(got.headers["access-control-allow-credentials"]).toBeUndefined();
        expect(got.headers.vary).toContain("Origin");
      }
      // refusals too, so that a page can read why
      const refused = await listed.send({ method: "POST", url: "/api/cart/get", headers: { origin } });
      expect(refused).toMatchObject({ status: 401, headers: { "access-control-allow-origin": origin } });
    },
  );

  test("several origins at once are none", async () => {
    const asked = await preflight(listed, "https://shop.co.ke, https://evil.example");
    expect(corsOf(asked.headers)).toEqual({});
  });
});
