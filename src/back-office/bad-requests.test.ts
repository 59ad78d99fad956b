import { afterAll, expect, test } from "vitest";
import { expectRefused, openRefusals } from "../../test/support/refusals.ts";

const open = await openRefusals();
afterAll(() => open.close());

const LATE = "9999-12-31";
test.each([
  ...["orders", "audit", "codes", "reviews", "goods", "episodes", "goods/nobody/stock"].flatMap((list) =>
    ["0", "51", "1e9", "x"].map((limit) => `/${list}?limit=${limit}`),
  ),
  ...["orders", "reviews", "goods", "episodes"].flatMap((list) =>
    ["%00", "x".repeat(65)].map((row) => `/${list}?after=${row}`),
  ),
  ...["orders", "money", "goods", "episodes"].flatMap((list) =>
    ["%00", "x".repeat(201)].map((words) => `/${list}?q=${words}`),
  ),
  ...["orders", "audit", "money"].flatMap((list) => [
    `/${list}?from=0000-01-01`,
    `/${list}?from=x`,
    `/${list}?to=2026-02-30`,
    `/${list}?from=2026-01-01&from=2026-01-02`,
  ]),
  ...["x", "----------~x", "2026-99-99 00:00:00~x", `2026-01-01 00:00:00~${"x".repeat(65)}`].map(
    (after) => `/codes?after=${after}`,
  ),
  ...["page=0", "page=1.5", "page=1e9", "state=lost", "provider=cash", "needs=nothing"].map(
    (query) => `/money?${query}`,
  ),
  ...["orders", "settings"].flatMap((noun) => [`/${noun}/%00`, `/${noun}/${"x".repeat(65)}`]),
  "/orders?q=a&q=b",
  "/orders?status=Lost",
  `/orders?${"status=Packing&".repeat(60)}`,
  "/orders?method=cash",
  "/orders?paid=perhaps",
  `/audit?who=${"x".repeat(65)}`,
  "/audit?subject=%00",
  "/reviews?state=lost",
  "/reviews/nobody/photo",
  "/reviews/%00/photo",
  "/goods?category=Children",
  "/goods?status=lost",
  "/goods?sort=price",
  "/goods/nobody/stock?after=x",
  "/goods/nobody/stock?after=1e99",
  "/settings/toString",
  "/orders/nobody",
  "/money/%00",
  "/money/nobody",
  `/orders/slips?ids=${"x".repeat(2_001)}`,
  "/orders/slips?ids=a&ids=b",
])("The back office refuses senseless addresses and queries in words: %s", async (path) => {
  expectRefused(await open.send({ method: "GET", url: open.named(path) }), path, [400, 404]);
});

test.each([
  `/orders?from=${LATE}&to=${LATE}`,
  `/audit?from=${LATE}&to=${LATE}`,
  "/orders?status=Packing&status=Shipped",
  "/orders?q=%25_%5C%27%22",
  `/orders?q=${"a%20".repeat(60)}`,
  "/orders?q=&status=&from=",
  "/orders?unknown=1",
  "/orders?after=nobody",
  "/goods?after=nobody&sort=name",
  "/goods?q=%25_%5C%27%22&category=&type=&status=&sort=",
  "/audit?after=99999999999999999999",
  "/audit?after=999999999999999999",
  `/codes?after=${encodeURIComponent("2026-01-01 00:00:00+00~x")}`,
  `/money?from=${LATE}&to=${LATE}&state=paid&provider=card&needs=decision&page=100000`,
  "/money?q=%25_%5C%27%22",
  "/money?q=999%2C999%2C999&state=&from=",
  "/orders/slips?ids=nobody,,%2C",
  "/orders?q=%F0%9F%A7%A1",
])("GET %s finds what there is", async (path) => {
  const answer = await open.send({ method: "GET", url: open.named(path) });
  expect(answer.status, answer.text).toBe(200);
});

test("The back office refuses bodies that are no JSON, too large or of another type", async () => {
  const url = open.named("/orders/:order/note");
  const post = (payload: string, headers: Record<string, string> = {}) =>
    open.send({ method: "POST", url, payload, headers });
  expectRefused(await post("{"), "{");
  expectRefused(await post('{"__proto__":{"text":"x"}}'), "__proto__");
  expectRefused(await post(JSON.stringify({ text: "x".repeat(70_000) })), "large", [413]);
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
    expectRefused(await post("x", { "content-type": type }), type, [415]);
  expectRefused(await post('{"text":"x"}', { "idempotency-key": "x".repeat(256) }), "a long key");
  expectRefused(await open.send({ method: "DELETE", url: open.named("/sessions/%00") }), "no session");
  expectRefused(await open.send({ method: "DELETE", url: open.named("/sessions/nobody") }), "no session");
  // fields nobody knows are left out
  expect((await post('{"text":"A note.","by":"somebody","public":true}')).status).toBe(200);
});

test.each([
  ["/orders/slips", "ids"],
  ["/orders/receipts?ids=", "ids"],
  [`/orders/slips?ids=${Array(51).fill("x")}`, "ids"],
  ["/orders?method=cash&limit=0", "method limit"],
  ["/orders/%E0%A4%A", ""],
])("GET %s names what is wrong: %s", async (path, names) => {
  const { status, body } = await open.send({ method: "GET", url: open.named(path) });
  expect(status).toBe(400);
  expect(Object.keys(body.fields as object).join(" ")).toBe(names);
});

test("as many orders as a list shows are printed at once, and no more", async () => {
  const print = (count: number) =>
    open.send({ method: "GET", url: open.named(`/orders/slips?ids=${Array(count).fill("x")}`) });
  expect((await print(50)).status).toBe(200);
  expect((await print(51)).body.message).toBe("At most 50 orders can be printed at once.");
});

test.each([
  ["/orders/:order/note", "{", {}],
  ["/orders/:order/note", "[]", {}],
  [
    "/orders/:order/edit",
    JSON.stringify({ version: 1, items: Array(2).fill({ _id: "x", size: "M", quantity: 20 }) }),
    { items: "You can have at most 20 of one item." },
  ],
  [
    "/attempts/:payment/paid",
    '{"reason":"x","receipt":"?"}',
    { receipt: "An M-Pesa code has letters and digits only, at most 10." },
  ],
  [
    "/money/:money/refund",
    '{"amount":1,"reason":"x","lines":[{"line":99,"quantity":1,"restock":true}]}',
    { lines: "Name lines of the order, each with at least one piece." },
  ],
  ["/second-factor", "{}", { code: "Enter the code of your app, or a recovery code." }],
])("POST %s %s says by field what is wrong", async (path, payload, fields) => {
  const { status, body } = await open.send({ method: "POST", url: open.named(path), payload });
  expect([status, body.fields]).toEqual([400, fields]);
});

test.each([
  "staff=%E0%A4%A",
  "staff=",
  "staff=x; staff=y",
  `staff=${"x".repeat(4_000)}`,
  "staff=e30=",
  "=;;,",
])("the cookie %j is nobody's", async (cookie) => {
  expectRefused(
    await open.send({ method: "GET", url: open.named("/me"), headers: { cookie } }),
    cookie,
    [401],
  );
});
