import { afterAll, beforeAll, expect, test } from "vitest";
import { type Asked, type OpenPages, openPages } from "../../test/pages.ts";
import { openTestShop, type TestShop } from "../../test/shop.ts";

// What every kind of answer says about itself. A change here is a change of what browsers are told: read it as one.

const CARDS = {
  PUBLIC_URL: "https://shop.co.ke",
  PAYMENT_METHODS: "cod,flutterwave",
  FLW_BASE_URL: "https://api.flutterwave.com",
  FLW_CHECKOUT_SCRIPT_URL: "https://checkout.flutterwave.com/v3.js",
  FLW_PUBLIC_KEY: "FLWPUBK_TEST-1-X",
  FLW_SECRET_KEY: "FLWSECK_TEST-1-X",
  FLW_WEBHOOK_HASH: "0123456789abcdef",
  CORS_ORIGINS: "https://app.shop.co.ke",
};

let shop: TestShop;
let pages: OpenPages;
let here: OpenPages;
let everywhere: Map<string, string>;
let product: string;

beforeAll(async () => {
  shop = await openTestShop();
  pages = await openPages(shop, CARDS);
  here = await openPages(shop);
  const [row] = await shop.query<{ id: string }>("select id from products order by id limit 1");
  product = row?.id ?? "";
  everywhere = headersOf(await pages.ask("/api/nothing"));
});
afterAll(async () => {
  await pages.close();
  await here.close();
  await shop.close();
});

/** Headers as a table has them: without what every connection sets, and with what differs by bytes or time named. */
function headersOf({ headers }: Asked): Map<string, string> {
  const { date, connection, "keep-alive": _, ...rest } = headers;
  return new Map(
    Object.entries(rest).map(([name, value]) => [
      name,
      String(value)
        .replace(/( 'sha256-[\w+/=]{44}')+/g, " 'sha256-…'")
        .replace(/^W\/"[\w-]{27}"$/, 'W/"…"')
        .replace(/^W\/"[0-9a-f]+-[0-9a-f]+"$/, 'W/"size-time"')
        .replace(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, "…")
        .replace(/^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/, "(time)")
        .replace(/^\d+$/, name === "content-length" ? "(bytes)" : "$&"),
    ]),
  );
}

/** "GET / 200" and, below it, what is not as everywhere. */
function row(what: string, answer: Asked): string {
  const headers = headersOf(answer);
  const missing = [...everywhere.keys()].filter((name) => !headers.has(name)).map((name) => `  - ${name}`);
  const other = [...headers]
    .filter(([name, value]) => everywhere.get(name) !== value)
    .map(([name, value]) => `  ${name}: ${value.replaceAll(";", ";\n    ")}`);
  return [`${what} ${answer.status}`, ...missing.sort(), ...other.sort()].join("\n");
}

/** What differs from everywhere, of each of these; those that say the same stand together. */
async function table(from: OpenPages, asked: string[], headers: Record<string, string> = {}) {
  const alike = new Map<string, string[]>();
  for (const what of asked) {
    const [method = "", path = ""] = what.split(" ");
    const [name = "", ...said] = row(what.replace(product, "…"), await from.ask(path, headers, method)).split(
      "\n",
    );
    const rest = said.join("\n");
    alike.set(rest, [...(alike.get(rest) ?? []), name]);
  }
  return `\n${[...alike].map(([rest, names]) => [...names, rest].filter(Boolean).join("\n")).join("\n")}\n`;
}

/** Every operation of the API, as its own description has it. */
function operations(): string[] {
  const { paths = {} } = pages.http.swagger() as { paths?: Record<string, object> };
  return Object.entries(paths)
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
    .map((operation) => operation.replace("{secret}", "unknown"))
    .sort();
}

test("every answer", () => {
  const lines = [...everywhere].map(([name, value]) => `${name}: ${value.replaceAll(";", ";\n  ")}`);
  expect(`\n${lines.sort().join("\n")}\n`).toMatchInlineSnapshot(`
    "
    cache-control: no-store
    content-length: (bytes)
    content-security-policy: default-src 'self';
      script-src 'self';
      style-src 'self' 'unsafe-inline';
      img-src 'self' data:;
      connect-src 'self';
      base-uri 'self';
      object-src 'none';
      frame-ancestors 'none';
      form-action 'self'
    content-type: application/json;
       charset=utf-8
    cross-origin-opener-policy: same-origin-allow-popups
    cross-origin-resource-policy: same-origin
    origin-agent-cluster: ?1
    permissions-policy: accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), screen-wake-lock=(), usb=(), xr-spatial-tracking=(), payment=(self)
    referrer-policy: strict-origin-when-cross-origin
    strict-transport-security: max-age=31536000;
       includeSubDomains
    vary: Origin
    x-content-type-options: nosniff
    x-dns-prefetch-control: off
    x-download-options: noopen
    x-frame-options: DENY
    x-permitted-cross-domain-policies: none
    x-request-id: …
    x-xss-protection: 0
    "
  `);
});

test("pages, and what is no page", async () => {
  const found = ["", "about", "contact", "collection", `product/${product}`, "collection?search=tee", "cart"]
    .concat("login", "verify-email", "forgot-password", "reset-password", "profile", "place-order")
    .concat("mpesa-verification", "orders", "mpesa", "flutterwave", "nothing", "product/none");
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
      content-security-policy: default-src 'self';
        script-src 'self' 'sha256-…';
        style-src 'self' 'unsafe-inline';
        img-src 'self' data:;
        connect-src 'self';
        base-uri 'self';
        object-src 'none';
        frame-ancestors 'none';
        form-action 'self'
      content-type: text/html;
         charset=utf-8
      etag: W/"…"
      vary: Origin, accept-encoding
    GET /flutterwave 200
      cache-control: no-cache
      content-security-policy: default-src 'self';
        script-src 'self' 'sha256-…' https://checkout.flutterwave.com;
        style-src 'self' 'unsafe-inline';
        img-src 'self' data:;
        connect-src 'self' https://checkout.flutterwave.com https://api.ravepay.co;
        base-uri 'self';
        object-src 'none';
        frame-ancestors 'none';
        form-action 'self' https://checkout.flutterwave.com;
        frame-src 'self' https://checkout.flutterwave.com https://checkout-v3-ui-prod.f4b-flutterwave.com
      content-type: text/html;
         charset=utf-8
      etag: W/"…"
      vary: Origin, accept-encoding
    GET /nothing 404
    GET /product/none 404
      content-security-policy: default-src 'self';
        script-src 'self' 'sha256-…';
        style-src 'self' 'unsafe-inline';
        img-src 'self' data:;
        connect-src 'self';
        base-uri 'self';
        object-src 'none';
        frame-ancestors 'none';
        form-action 'self'
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

test("kept pages, the second time: the same, packed or not, and what is not sent again", async () => {
  const asked = ["GET /", `GET /product/${product}`, "GET /about.data", "GET /api/product/list"];
  expect(await table(pages, asked)).toMatchInlineSnapshot(`
    "
    GET / 200
    GET /product/… 200
      cache-control: no-cache
      content-security-policy: default-src 'self';
        script-src 'self' 'sha256-…';
        style-src 'self' 'unsafe-inline';
        img-src 'self' data:;
        connect-src 'self';
        base-uri 'self';
        object-src 'none';
        frame-ancestors 'none';
        form-action 'self'
      content-type: text/html;
         charset=utf-8
      etag: W/"…"
      vary: Origin, accept-encoding
    GET /about.data 200
      cache-control: no-cache
      content-type: text/x-script
      etag: W/"…"
      vary: Origin, accept-encoding
      x-remix-response: yes
    GET /api/product/list 200
      cache-control: public, no-cache
      etag: W/"…"
      vary: Origin, accept-encoding
    "
  `);
  for (const one of asked) await pages.ask(one.slice(4), { "accept-encoding": "br" });
  expect(await table(pages, asked, { "accept-encoding": "br" })).toMatchInlineSnapshot(`
    "
    GET / 200
    GET /product/… 200
      cache-control: no-cache
      content-encoding: br
      content-security-policy: default-src 'self';
        script-src 'self' 'sha256-…';
        style-src 'self' 'unsafe-inline';
        img-src 'self' data:;
        connect-src 'self';
        base-uri 'self';
        object-src 'none';
        frame-ancestors 'none';
        form-action 'self'
      content-type: text/html;
         charset=utf-8
      etag: W/"…"
      vary: Origin, accept-encoding
    GET /about.data 200
      cache-control: no-cache
      content-type: text/x-script
      etag: W/"…"
      vary: Origin, accept-encoding
      x-remix-response: yes
    GET /api/product/list 200
      cache-control: public, no-cache
      content-encoding: br
      etag: W/"…"
      vary: Origin, accept-encoding
    "
  `);
  expect(await table(pages, asked, { "if-none-match": "*" })).toMatchInlineSnapshot(`
    "
    GET / 304
    GET /product/… 304
      - content-length
      cache-control: no-cache
      content-security-policy: default-src 'self';
        script-src 'self' 'sha256-…';
        style-src 'self' 'unsafe-inline';
        img-src 'self' data:;
        connect-src 'self';
        base-uri 'self';
        object-src 'none';
        frame-ancestors 'none';
        form-action 'self'
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

test("the API and the providers' hooks, asked by nobody in particular", async () => {
  expect(await table(pages, operations())).toMatchInlineSnapshot(`
    "
    GET /api/health 200
    GET /api/ready 200
    POST /api/cart/add 401
    POST /api/cart/get 401
    POST /api/cart/merge 401
    POST /api/cart/update 401
    POST /api/order/flutterwave 401
    POST /api/order/mpesa 401
    POST /api/order/placeOrder 401
    POST /api/order/userOrders 401
    POST /api/order/userorders 401
    POST /api/payment/current 401
    POST /api/payment/flutterwave/intent 401
    POST /api/user/change-password 401
    POST /api/user/forgot-password 400
    POST /api/user/login 400
    POST /api/user/logout 401
    POST /api/user/profile 401
    POST /api/user/register 400
    POST /api/user/resend-verification 400
    POST /api/user/reset-password 400
    POST /api/user/update-profile 401
    POST /api/user/verify-email 400
    POST /hooks/card 401
    POST /hooks/mm/c2b/unknown/confirm 404
    POST /hooks/mm/c2b/unknown/validate 404
    POST /hooks/mm/result/unknown 404
    POST /hooks/mm/stk/unknown 404
    POST /hooks/mm/timeout/unknown 404
    POST /token/query 401
    POST /token/stkpush 401
    GET /api/product/list 200
      cache-control: public, no-cache
      etag: W/"…"
      vary: Origin, accept-encoding
    "
  `);
});

test("another site: one that is listed, and one that is not", async () => {
  const asked = ["GET /api/product/list", "OPTIONS /api/product/list", "OPTIONS /api/cart/add"];
  const preflight = { "access-control-request-method": "POST", "access-control-request-headers": "token" };
  expect(
    await table(pages, asked, { origin: "https://app.shop.co.ke", ...preflight }),
  ).toMatchInlineSnapshot(`
    "
    GET /api/product/list 200
      access-control-allow-origin: https://app.shop.co.ke
      access-control-expose-headers: x-request-id, retry-after
      cache-control: public, no-cache
      etag: W/"…"
      vary: Origin, accept-encoding
    OPTIONS /api/product/list 204
    OPTIONS /api/cart/add 204
      - content-type
      access-control-allow-headers: content-type, token, idempotency-key
      access-control-allow-methods: GET, POST
      access-control-allow-origin: https://app.shop.co.ke
      access-control-expose-headers: x-request-id, retry-after
      access-control-max-age: 600
    "
  `);
  expect(await table(pages, asked, { origin: "https://evil.example", ...preflight })).toMatchInlineSnapshot(`
    "
    GET /api/product/list 200
      cache-control: public, no-cache
      etag: W/"…"
      vary: Origin, accept-encoding
    OPTIONS /api/product/list 404
    OPTIONS /api/cart/add 404
    "
  `);
});

test("files: the build's, pictures, the API's description", async () => {
  const script = /\/assets\/[\w.-]+\.js/.exec(await pages.text("/cart"))?.[0] ?? "";
  const picture = /\/(images|pictures)\/[\w./-]+/.exec(await pages.text("/"))?.[0] ?? "";
  const rows = [row("script", await pages.ask(script)), row("picture", await pages.ask(picture))];
  expect(`\n${rows.join("\n")}\n`).toMatchInlineSnapshot(`
    "
    script 200
      - content-security-policy
      - cross-origin-opener-policy
      - origin-agent-cluster
      - permissions-policy
      - referrer-policy
      - x-dns-prefetch-control
      - x-download-options
      - x-frame-options
      - x-permitted-cross-domain-policies
      - x-xss-protection
      accept-ranges: bytes
      cache-control: public, max-age=31536000, immutable
      content-type: application/javascript;
         charset=utf-8
      etag: W/"size-time"
      last-modified: (time)
    picture 200
      - content-security-policy
      - cross-origin-opener-policy
      - origin-agent-cluster
      - permissions-policy
      - referrer-policy
      - x-dns-prefetch-control
      - x-download-options
      - x-frame-options
      - x-permitted-cross-domain-policies
      - x-xss-protection
      accept-ranges: bytes
      cache-control: public, max-age=31536000, immutable
      content-type: image/avif
      etag: W/"size-time"
      last-modified: (time)
    "
  `);
  expect(
    await table(pages, [
      "GET /assets/none.js",
      "GET /images/none.svg",
      "GET /api/docs/",
      "GET /api/docs/json",
    ]),
  ).toMatchInlineSnapshot(`
    "
    GET /assets/none.js 404
    GET /images/none.svg 404
      content-type: text/plain;
         charset=utf-8
    GET /api/docs/ 200
      content-type: text/html;
         charset=utf-8
    GET /api/docs/json 200
    "
  `);
});

test("on this machine: no HTTPS is demanded, and the mailbox is open", async () =>
  expect(
    await table(here, ["GET /api/health", "GET /mailbox"], { host: "localhost" }),
  ).toMatchInlineSnapshot(`
    "
    GET /api/health 200
      - strict-transport-security
    GET /mailbox 200
      - strict-transport-security
      content-security-policy: default-src 'none';
         style-src 'unsafe-inline';
         base-uri 'none';
         form-action 'none';
         frame-ancestors 'none'
      content-type: text/html;
         charset=utf-8
      referrer-policy: no-referrer
    "
  `));

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
      content-security-policy: default-src 'self';
        script-src 'self' 'sha256-…';
        style-src 'self' 'unsafe-inline';
        img-src 'self' data:;
        connect-src 'self';
        base-uri 'self';
        object-src 'none';
        frame-ancestors 'none';
        form-action 'self'
      content-type: text/html;
         charset=utf-8
      retry-after: 2
      vary: Origin, accept-encoding
    GET /api/product/list 503
    GET /api/ready 503
      retry-after: 2
    GET /about 200
      cache-control: no-cache
      content-security-policy: default-src 'self';
        script-src 'self' 'sha256-…';
        style-src 'self' 'unsafe-inline';
        img-src 'self' data:;
        connect-src 'self';
        base-uri 'self';
        object-src 'none';
        frame-ancestors 'none';
        form-action 'self'
      content-type: text/html;
         charset=utf-8
      etag: W/"…"
      vary: Origin, accept-encoding
    "
  `);
  await away.http.close();
});
