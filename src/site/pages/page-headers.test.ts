import { afterAll, expect, test } from "vitest";
import { CARDS, openHeaders } from "../../../test/headers.ts";
import { openPages } from "../../../test/pages.ts";

// What every kind of answer says about itself. A change here is a change of what browsers are told: read it as one.

const headers = await openHeaders();
const { shop, pages, product, table } = headers;
afterAll(() => headers.close());

test("No page shows in another site's frame", async () => {
  const found = ["", "about", "contact", "collection", `product/${product}`, "collection?search=tee", "cart"]
    .concat("login", "verify-email", "forgot-password", "reset-password", "profile", "place-order")
    .concat("mpesa-verification", "orders", "mpesa", "flutterwave", "nothing", "product/none");
  for (const path of found)
    expect((await pages.ask(`/${path}`)).headers, path).toMatchObject({
      "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
      "x-frame-options": "DENY",
    });
  const asked = found
    .map((path) => `GET /${path}`)
    .concat("HEAD /", "GET /_root.data", "POST /", "POST /login");
  expect(await table(pages, asked)).toMatchInlineSnapshot(`
    "
    GET / 200
    GET /about 200
    GET /contact 200
    GET /collection 200
    GET /product/… 200
    GET /collection?search=tee 200
    GET /cart 200
    GET /login 200
    GET /verify-email 200
    GET /forgot-password 200
    GET /reset-password 200
    GET /profile 200
    GET /place-order 200
    GET /mpesa-verification 200
    GET /orders 200
    GET /mpesa 200
    HEAD / 200
      cache-control: no-cache
      content-language: en
      content-security-policy: (a page's)
      content-type: text/html;
         charset=utf-8
      etag: W/"…"
      vary: Origin, accept-encoding
    GET /flutterwave 200
      cache-control: no-cache
      content-language: en
      content-security-policy: default-src 'self';
        script-src 'self' 'sha256-…' https://checkout.flutterwave.com;
        style-src 'self' 'unsafe-inline';
        img-src 'self' data:;
        connect-src 'self' https://checkout.flutterwave.com https://api.ravepay.co;
        base-uri 'self';
        object-src 'none';
        frame-ancestors 'none';
        form-action 'self' https://checkout.flutterwave.com;
        media-src https:;
        frame-src 'self' https://checkout.flutterwave.com https://checkout-v3-ui-prod.f4b-flutterwave.com
      content-type: text/html;
         charset=utf-8
      etag: W/"…"
      vary: Origin, accept-encoding
    GET /nothing 404
    GET /product/none 404
      content-language: en
      content-security-policy: (a page's)
      content-type: text/html;
         charset=utf-8
      vary: Origin, accept-encoding
    GET /_root.data 200
      cache-control: no-cache
      content-type: text/x-script
      etag: W/"…"
      vary: Origin, accept-encoding
      x-remix-response: yes
    POST / 405
    POST /login 405
      allow: GET, HEAD
      content-type: text/plain;
         charset=utf-8
    "
  `);
});

test("cached pages, the second time: the same, and what is not sent again", async () => {
  const asked = ["GET /", `GET /product/${product}`, "GET /about.data", "GET /api/product/list"];
  const fresh = await openPages(shop, CARDS);
  const first = await table(fresh, asked);
  expect(await table(fresh, asked)).toBe(first);
  await fresh.close();
  expect(await table(pages, asked, { "if-none-match": "*" })).toMatchInlineSnapshot(`
    "
    GET / 304
    GET /product/… 304
      - content-length
      cache-control: no-cache
      content-language: en
      content-security-policy: (a page's)
      content-type: text/html;
         charset=utf-8
      etag: W/"…"
      vary: Origin, accept-encoding
    GET /about.data 304
      - content-length
      cache-control: no-cache
      content-type: text/x-script
      etag: W/"…"
      vary: Origin, accept-encoding
      x-remix-response: yes
    GET /api/product/list 304
      - content-length
      cache-control: public, no-cache
      etag: W/"…"
      vary: Origin, accept-encoding
    "
  `);
});

test("while the database is away", async () => {
  const away = await openPages(shop, CARDS);
  await away.database.close();
  expect(
    await table(away, [
      "GET /",
      `GET /product/${product}`,
      "GET /api/product/list",
      "GET /api/ready",
      "GET /about",
    ]),
  ).toMatchInlineSnapshot(`
    "
    GET / 503
    GET /product/… 503
      content-language: en
      content-security-policy: (a page's)
      content-type: text/html;
         charset=utf-8
      retry-after: 2
      vary: Origin, accept-encoding
    GET /api/product/list 503
    GET /api/ready 503
      retry-after: 2
    GET /about 200
      cache-control: no-cache
      content-language: en
      content-security-policy: (a page's)
      content-type: text/html;
         charset=utf-8
      etag: W/"…"
      vary: Origin, accept-encoding
    "
  `);
  await away.http.close();
});
