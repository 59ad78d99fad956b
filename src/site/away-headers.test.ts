import { afterAll, beforeAll, expect, test } from "vitest";
import { CARDS, openHeaders } from "../../test/headers.ts";
import { openPages } from "../../test/pages.ts";

// What every kind of answer says about itself. A change here is a change of what browsers are told: read it as one.

type Opened = Awaited<ReturnType<typeof openHeaders>>;
let headers: Opened;
let shop: Opened["shop"];
let product: Opened["product"];
let table: Opened["table"];
beforeAll(async () => {
  headers = await openHeaders();
  ({ shop, product, table } = headers);
});
afterAll(() => headers.close());

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
