import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openCounter } from "../../test/counter.ts";
import { ADDRESS } from "../../test/people.ts";
import { type StaffPerson, signInStaff } from "../../test/support/back-office.ts";

let counter: Awaited<ReturnType<typeof openCounter>>;
let owner: StaffPerson;
let order: string;
let payment: string;
beforeAll(async () => {
  counter = await openCounter();
  owner = await signInStaff(counter.shop);
  ({ orderId: order, id: payment } = await counter.paidByCard(2));
});
afterAll(() => counter.shop.close());

const LONG = "x".repeat(3_000);
const NUL = "a\0b";
const HALF = "\ud800";
const HUGE = [2 ** 31, 2 ** 53, 1e308, -1, 1.5];
/** What no text of a body may be. */
const NO_TEXT = [NUL, HALF, LONG, 7, true, null, ["x"], { x: "x" }];
/** What no number may be. */
const NO_NUMBER = [...HUGE, "1", "", [1], {}, true, null];

const item = { _id: "x", size: "M", quantity: 1 };
const line = { line: 1, quantity: 1, restock: true };
const wish = { amount: 1, reason: "torn", lines: [] as object[] };

/** Bodies that a call refuses: each named field in turn, with each value. */
function bodies(good: object, faults: Record<string, readonly unknown[]>): object[] {
  return Object.entries(faults).flatMap(([field, values]) =>
    values.map((value) => ({ ...good, [field]: value })),
  );
}

/** By call: what it must refuse. */
const REFUSED: [call: string, () => object[]][] = [
  [
    "/orders/:order/step",
    () =>
      bodies(
        { to: "Packing", version: 1 },
        {
          to: ["packing", ...NO_TEXT],
          version: NO_NUMBER,
          courier: [NUL, HALF, LONG, 7],
          reason: [NUL, LONG],
        },
      ),
  ],
  ["/orders/:order/undo", () => bodies({}, { version: NO_NUMBER })],
  ["/orders/:order/note", () => bodies({}, { text: ["", "  ", ...NO_TEXT] })],
  [
    "/orders/:order/cancel",
    () => bodies({ version: 1, reason: "x" }, { version: NO_NUMBER, reason: ["", ...NO_TEXT] }),
  ],
  [
    "/orders/:order/address",
    () =>
      bodies(
        { address: ADDRESS, version: 1 },
        {
          version: NO_NUMBER,
          address: [
            null,
            [],
            "x",
            {},
            { ...ADDRESS, city: NUL },
            { ...ADDRESS, phone: "07x" },
            { ...ADDRESS, street: LONG },
          ],
        },
      ),
  ],
  [
    "/orders/:order/edit",
    () =>
      bodies(
        { items: [item], version: 1 },
        {
          version: NO_NUMBER,
          items: [
            [],
            {},
            null,
            "x",
            Array(51).fill(item),
            [{ ...item, quantity: 0 }],
            ...HUGE.map((quantity) => [{ ...item, quantity }]),
            [{ ...item, _id: NUL }],
            [{ ...item, size: LONG }],
          ],
          preview: ["yes", 1],
        },
      ),
  ],
  [
    "/orders/step",
    () =>
      bodies(
        { ids: ["x"], to: "Packing" },
        { ids: [[], "x", null, [NUL], [7], Array(51).fill("x"), [LONG]], to: NO_TEXT },
      ),
  ],
  [
    "/payments/:payment/refund",
    () =>
      bodies(wish, {
        amount: [0, ...NO_NUMBER],
        reason: ["", ...NO_TEXT],
        receipt: [NUL, LONG, 7],
        lines: [
          "x",
          null,
          Array(51).fill(line),
          [{ ...line, line: 99 }],
          ...HUGE.map((value) => [{ ...line, line: value }]),
          ...HUGE.map((quantity) => [{ ...line, quantity }]),
        ],
      }),
  ],
  [
    "/payments/:payment/accept",
    () => bodies({ reason: "x" }, { reason: ["", ...NO_TEXT], receipt: [NUL, LONG, 7] }),
  ],
  ["/payments/:payment/close", () => bodies({}, { reason: ["", ...NO_TEXT] })],
  [
    "/payments/:payment/refunded",
    () => bodies({ refund: "x", code: "RBX1" }, { refund: ["", ...NO_TEXT], code: [NUL, LONG, 7] }),
  ],
  ["/codes/:payment/reject", () => bodies({}, { reason: ["", ...NO_TEXT] })],
  ["/codes/:payment/confirm", () => bodies({}, { receipt: [NUL, LONG, 7] })],
  [
    "/people",
    () =>
      bodies(
        { name: "Otieno", email: "o@sauti.example", role: "packer" },
        { name: ["", "a/b", "\u202eb", ...NO_TEXT], email: ["x", ...NO_TEXT], role: ["admin", ...NO_TEXT] },
      ),
  ],
  ["/people/nobody/role", () => bodies({}, { role: ["admin", ...NO_TEXT] })],
  [
    "/password",
    () =>
      bodies(
        { password: "x", newPassword: "jembe na nyundo 8" },
        { password: NO_TEXT, newPassword: ["short", ...NO_TEXT] },
      ),
  ],
  [
    "/sign-in",
    () => bodies({ email: "x@sauti.example", password: "x" }, { email: NO_TEXT, password: NO_TEXT }),
  ],
  [
    "/welcome",
    () =>
      bodies(
        { token: "x", password: "jembe na nyundo 8" },
        { token: NO_TEXT, password: ["short", ...NO_TEXT] },
      ),
  ],
  ["/welcome/confirm", () => bodies({ token: "x", code: "123456" }, { token: NO_TEXT, code: NO_TEXT })],
];

const named = (path: string) => `/api/staff${path.replace(":order", order).replace(":payment", payment)}`;

async function send(options: InjectOptions) {
  const { headers, ...rest } = options;
  return counter.shop.send({
    ...rest,
    headers: {
      cookie: owner.cookie,
      "x-staff": "1",
      ...(rest.payload ? { "content-type": "application/json" } : {}),
      ...headers,
    },
  });
}

/** Refused in words: no fault of ours, and no answer as if it were done. */
function expectRefused(
  answer: Awaited<ReturnType<typeof send>>,
  what: string,
  statuses = [400, 404, 409, 410],
): void {
  expect(statuses, `${what} → ${answer.text}`).toContain(answer.status);
  expect(answer.body, what).toMatchObject({ success: false, message: expect.stringMatching(/^[A-Z].*\.?$/) });
  expect(answer.headers["cache-control"], what).toBe("no-store");
}

const written = async () =>
  counter.shop.query(
    "select (select count(*) from audit where action not like 'person.%') as audit, (select count(*) from staff) as staff, (select count(*) from refunds) as refunds, (select count(*) from order_events) as events",
  );

test.each(REFUSED)(
  "POST %s refuses in words what it cannot take, and writes nothing",
  async (path, wrong) => {
    const before = await written();
    for (const payload of [...wrong(), [], "text", 7, true]) {
      const text = JSON.stringify(payload);
      const answer = await send({ method: "POST", url: named(path), payload: text });
      expectRefused(answer, `${path} ${text.slice(0, 200)}`, [400, 401, 404, 409, 410]);
    }
    expect(await written()).toEqual(before);
  },
);

const LATE = "9999-12-31";
test.each([
  ...["/orders", "/audit"].flatMap((path) => [
    `${path}?from=0000-01-01`,
    `${path}?from=x`,
    `${path}?to=2026-02-30`,
    `${path}?limit=0`,
    `${path}?limit=51`,
    `${path}?limit=1e9`,
    `${path}?limit=x`,
    `${path}?from=2026-01-01&from=2026-01-02`,
  ]),
  ...["/payments", "/codes"].flatMap((path) => [
    `${path}?limit=0`,
    `${path}?limit=x`,
    `${path}?after=x`,
    `${path}?after=----------~x`,
    `${path}?after=2026-99-99 00:00:00~x`,
    `${path}?after=2026-01-01 00:00:00~${"x".repeat(65)}`,
  ]),
  "/orders?q=a&q=b",
  `/orders?q=${"x".repeat(201)}`,
  "/orders?q=%00",
  "/orders?status=Lost",
  `/orders?${"status=Packing&".repeat(60)}`,
  "/orders?method=cash",
  "/orders?paid=perhaps",
  `/orders?after=${"x".repeat(65)}`,
  "/orders?after=%00",
  "/payments?which=none",
  "/payments?which=all&which=refunds",
  `/audit?who=${"x".repeat(65)}`,
  "/audit?subject=%00",
  "/orders/%00",
  `/orders/${"x".repeat(65)}`,
  "/orders/nobody",
  "/payments/%00",
  "/payments/nobody",
  `/orders/slips?ids=${"x".repeat(2_001)}`,
  "/orders/slips?ids=a&ids=b",
  "/orders/slips",
])("GET %s is refused in words", async (path) => {
  expectRefused(await send({ method: "GET", url: named(path) }), path, [400, 404]);
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
  "/audit?after=99999999999999999999",
  "/audit?after=999999999999999999",
  `/payments?which=all&after=${encodeURIComponent("2026-01-01 00:00:00+00~x")}`,
  "/orders/slips?ids=nobody,,%2C",
  "/orders?q=%F0%9F%A7%A1",
])("GET %s finds what there is", async (path) => {
  const answer = await send({ method: "GET", url: named(path) });
  expect(answer.status, answer.text).toBe(200);
});

test("what is no JSON, too large, or of another type says so", async () => {
  const url = named("/orders/:order/note");
  const post = (payload: string, headers: Record<string, string> = {}) =>
    send({ method: "POST", url, payload, headers });
  expectRefused(await post("{"), "{");
  expectRefused(await post('{"__proto__":{"text":"x"}}'), "__proto__");
  expectRefused(await post(JSON.stringify({ text: "x".repeat(70_000) })), "large", [413]);
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
    expectRefused(await post("x", { "content-type": type }), type, [415]);
  expectRefused(await post('{"text":"x"}', { "idempotency-key": "x".repeat(256) }), "a long key");
  expectRefused(await send({ method: "DELETE", url: named("/sessions/%00") }), "no session");
  expectRefused(await send({ method: "DELETE", url: named("/sessions/nobody") }), "no session");
  // fields nobody knows are left out
  expect((await post('{"text":"A note.","by":"somebody","public":true}')).status).toBe(200);
});

test.each([
  "staff=%E0%A4%A",
  "staff=",
  "staff=x; staff=y",
  `staff=${"x".repeat(4_000)}`,
  "staff=e30=",
  "=;;,",
])("the cookie %j is nobody's", async (cookie) => {
  expectRefused(await send({ method: "GET", url: named("/me"), headers: { cookie } }), cookie, [401]);
});
