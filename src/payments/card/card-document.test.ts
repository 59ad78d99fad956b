import { afterAll, expect, test } from "vitest";
import { CARDS } from "../../../test/headers.ts";
import { type OpenPages, openPages } from "../../../test/pages.ts";
import { openTestShop } from "../../../test/shop.ts";
import { openForCard } from "./card-policy.server.ts";

const SCRIPT = CARDS.FLW_CHECKOUT_SCRIPT_URL;

const shop = await openTestShop();
const withCards = await openPages(shop, { ...CARDS, PUBLIC_URL: "http://localhost:3000" });
const without = await openPages(shop, { CORS_ORIGINS: CARDS.CORS_ORIGINS });
afterAll(async () => {
  for (const each of [withCards, without, shop]) await each.close();
});

/** The page's policy, without the hashes of the scripts that stand in it. */
const policyOf = async ({ http }: OpenPages, url: string) =>
  String((await http.inject({ method: "GET", url })).headers["content-security-policy"]).replace(
    / 'sha256-[^']+'/g,
    "",
  );

test.each(["/flutterwave", "/flutterwave/", "/Flutterwave", "/flutterwave?x=1", "/%66lutterwave"])(
  "%s lets the card provider in and knows its script",
  async (url) => {
    const policy = await policyOf(withCards, url);
    for (const directive of ["script-src", "frame-src", "connect-src", "form-action"])
      expect(policy).toMatch(new RegExp(`${directive} 'self'[^;]* https://checkout\\.flutterwave\\.com`));
    expect(policy).toContain("frame-ancestors 'none'");
    expect((await withCards.http.inject({ method: "GET", url })).body).toContain(SCRIPT);
  },
);

test.each(["/", "/cart", "/collection", "/place-order", "/mpesa", "/orders", "/flutterwave-x", "/nothing"])(
  "Only the card page admits the card provider's script: %s",
  async (url) => {
    expect(await policyOf(withCards, url)).toBe(await policyOf(without, "/"));
    expect((await withCards.http.inject({ method: "GET", url })).body).not.toContain(SCRIPT);
  },
);

test("its opener policy is every page's: with another one, the browser drops the order on the reload", async () => {
  const openerOf = async (url: string) =>
    (await withCards.http.inject({ method: "GET", url })).headers["cross-origin-opener-policy"];
  expect(await openerOf("/flutterwave")).toBe(await openerOf("/place-order"));
});

test("the API's answers keep it too", async () => {
  for (const url of ["/api/product/list", "/api/payment/flutterwave/intent", "/hooks/card"])
    expect(await policyOf(withCards, url)).not.toContain("flutterwave.com");
});

test("where cards are not offered, their page lets nobody in", async () =>
  expect(await policyOf(without, "/flutterwave")).toBe(await policyOf(without, "/")));

const POLICY =
  "default-src 'self';script-src 'self';connect-src 'self' https://api.shop.example;form-action 'self'";

test("the policy is opened for the script's origin, and nothing else of it changes", () => {
  expect(openForCard(POLICY, "http://127.0.0.1:4010/v3.js")).toBe(
    [
      "default-src 'self'",
      "script-src 'self' http://127.0.0.1:4010",
      "connect-src 'self' https://api.shop.example http://127.0.0.1:4010",
      "form-action 'self' http://127.0.0.1:4010",
      "frame-src 'self' http://127.0.0.1:4010",
    ].join(";"),
  );
});

test("the live checkout's frame and calls come along with its script only", () => {
  const live = openForCard(POLICY, "https://checkout.flutterwave.com/v3.js");
  expect(live).toContain(
    "frame-src 'self' https://checkout.flutterwave.com https://checkout-v3-ui-prod.f4b-flutterwave.com",
  );
  expect(live).toContain("https://checkout.flutterwave.com https://api.ravepay.co");
  expect(live).toContain("form-action 'self' https://checkout.flutterwave.com;");
  expect(live).toContain("script-src 'self' https://checkout.flutterwave.com;");
});
