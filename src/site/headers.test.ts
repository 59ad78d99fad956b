import { afterAll, expect, test } from "vitest";
import { MAILBOX_KEY, openHeaders } from "../../test/headers.ts";

// What every kind of answer says about itself. A change here is a change of what browsers are told: read it as one.

const headers = await openHeaders();
const { pages, here, everywhere, row, table } = headers;
afterAll(() => headers.close());

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

test("the API and the providers' hooks, asked by nobody in particular", async () => {
  const said = await table(pages, operations());
  // all but one say what every answer does, and no more
  expect(said.replace(/^[A-Z]+ \S+ \d+\n(?=[A-Z])/gm, "")).toMatchInlineSnapshot(`
    "
    GET /api/product/list 200
      cache-control: public, no-cache
      etag: W/"…"
      vary: Origin, accept-encoding
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

test("on this machine: no HTTPS is demanded, and the mailbox is open by its key", async () =>
  expect(
    await table(here, ["GET /api/health", "GET /mailbox", `GET /mailbox/${MAILBOX_KEY}`], {
      host: "localhost",
    }),
  ).toMatchInlineSnapshot(`
    "
    GET /api/health 200
      - strict-transport-security
    GET /mailbox 404
      - strict-transport-security
      content-language: en
      content-security-policy: (a page's)
      content-type: text/html;
         charset=utf-8
      vary: Origin, accept-encoding
    GET /mailbox/kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk 200
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
