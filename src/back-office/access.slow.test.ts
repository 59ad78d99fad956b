import { afterAll, expect, test } from "vitest";
import { customer } from "../../test/people.ts";
import { openTestShop } from "../../test/shop.ts";
import {
  addStaff,
  ageCode,
  callStaff,
  PASSWORD,
  type StaffPerson,
  signInStaff,
} from "../../test/support/back-office.ts";
import { createHttp } from "../platform/http/http.server.ts";
import { guardStaff } from "./guard-staff.server.ts";
import { ROLES, type Role } from "./rights.ts";
import { staffCookie } from "./sign-in/staff-cookie.server.ts";

/** Every call, and who may make it: o owner, p packer, s support. A new call needs a row. */
const CALLS: Record<string, string> = {
  "GET /docs/json": "ops",
  "GET /me": "ops",
  "POST /password": "ops",
  "GET /sessions": "ops",
  "DELETE /sessions/:id": "ops",
  "GET /people": "o",
  "POST /people": "o",
  "POST /people/:id/disable": "o",
  "POST /people/:id/enable": "o",
  "POST /people/:id/role": "o",
  "POST /people/:id/reset": "o",
  "GET /audit": "o",
  "GET /mails": "o",
  "POST /mails/:id/send": "o",
  "POST /mails/:id/drop": "o",
  "GET /today": "ops",
  "GET /orders": "ops",
  "GET /orders/:id": "ops",
  "GET /orders/slips": "ops",
  "GET /orders/receipts": "os",
  "POST /orders/:id/step": "op",
  "POST /orders/:id/undo": "op",
  "POST /orders/step": "op",
  "POST /orders/undo": "op",
  "POST /orders/:id/note": "ops",
  "POST /orders/:id/address": "os",
  "POST /orders/:id/cancel": "os",
  "POST /orders/:id/edit": "o",
  "GET /codes": "os",
  "POST /codes/:payment/confirm": "o",
  "POST /codes/:payment/reject": "o",
  "POST /codes/:payment/ask-again": "os",
  "POST /codes/reject-all": "o",
  "GET /money": "os",
  "GET /money/exceptions": "os",
  "GET /money/:id": "os",
  "POST /money/:id/refund": "o",
  "POST /money/:id/close": "o",
  "POST /money/:id/allocate": "o",
  "POST /money/:id/refunds/:refund/check": "os",
  "POST /money/:id/refunds/:refund/repeat": "o",
  "POST /money/:id/refunds/:refund/done": "o",
  "POST /money/exceptions/:id/close": "o",
  "POST /money/exceptions/:id/again": "o",
  "POST /attempts/:id/check": "os",
  "POST /attempts/:id/paid": "o",
  "POST /attempts/:id/unpaid": "o",
  "GET /reviews": "os",
  "POST /reviews/:id": "os",
  "GET /reviews/:id/photo": "os",
  "GET /goods": "ops",
  "GET /goods/:id": "ops",
  "GET /export/goods.csv": "o",
  "POST /goods": "o",
  "POST /goods/:id": "o",
  "POST /goods/:id/hide": "o",
  "POST /goods/:id/show": "o",
  "POST /goods/:id/archive": "o",
  "POST /goods/:id/duplicate": "o",
  "POST /goods/:id/pictures": "o",
  "GET /episodes": "ops",
  "POST /episodes/read": "o",
  "GET /goods/:id/episodes": "ops",
  "POST /goods/:id/episodes": "o",
  "GET /goods/:id/stock": "op",
  "POST /goods/:id/stock": "op",
  "POST /uploads": "o",
  "POST /imports": "o",
  "POST /imports/:id/undo": "o",
  "GET /imports/last": "ops",
  "GET /coupons": "os",
  "GET /coupons/:id": "os",
  "POST /coupons": "o",
  "POST /coupons/:id": "o",
  "GET /settings": "os",
  "GET /settings/:name": "os",
  "POST /settings/:name": "o",
  "POST /settings/:name/back": "o",
  "POST /settings/policies/preview": "os",
  "GET /delivery": "os",
  "POST /delivery": "o",
  "GET /pick-up-points": "os",
  "POST /pick-up-points": "o",
};
/** Before anybody is signed in. */
const OPEN = [
  "POST /welcome",
  "POST /welcome/confirm",
  "POST /sign-in",
  "POST /second-factor",
  "POST /sign-out",
];

/** The call with something in place of its parameters that is not there. */
const pathOf = (call: string) => call.replace(/:\w+/g, "nobody") as `${"GET" | "POST" | "DELETE"} ${string}`;

const people = {} as Record<Role, StaffPerson>;
/** Cookies of one of each role, of who has still to give the code, and of nobody. */
const cookies: Record<string, string | undefined> = { nobody: undefined };
const shop = await openTestShop();
for (const role of ROLES) {
  people[role] = await signInStaff(shop, role);
  cookies[role] = people[role].cookie;
}
const { email } = people.owner;
cookies.half = (await callStaff(shop, "POST /sign-in", { body: { email, password: PASSWORD } })).cookie;
afterAll(() => shop.close());

test("Every back-office call is in the table of rights", async () => {
  const { body } = await people.owner.get("/docs/json");
  const paths = (body as unknown as { paths: Record<string, Record<string, unknown>> }).paths;
  const known = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(
      (method) => `${method.toUpperCase()} ${path.replace("/api/staff", "").replace(/\{(\w+)\}/g, ":$1")}`,
    ),
  );
  expect(known.sort()).toEqual([...Object.keys(CALLS), ...OPEN].sort());
  for (const what of ["slips", "receipts"])
    expect(paths[`/api/staff/orders/${what}`]?.get).toMatchObject({
      tags: ["orders"],
      summary: expect.any(String),
    });
});

test.each(Object.entries(CALLS))(
  "Every back-office call answers each role as the table of rights says: %s, %s",
  async (call, roles) => {
    const shopper = await customer(shop);
    for (const sent of [{}, { headers: { token: shopper.token } }, { cookie: cookies.half }])
      expect((await callStaff(shop, pathOf(call), sent)).status, JSON.stringify(sent)).toBe(401);
    for (const role of ROLES) {
      const { status, body } = await callStaff(shop, pathOf(call), {
        cookie: cookies[role],
        headers: { origin: shop.config.PUBLIC_URL },
      });
      if (roles.includes(role[0] ?? ""))
        // 415: an import's body is no JSON
        expect([200, 400, 404, 409, 415], `${role} ${body.message}`).toContain(status);
      else expect([status, typeof body.right], role).toEqual([403, "string"]);
    }
  },
);

test("A staff session opens nothing of a shopper's", async () => {
  const { cookie } = people.owner;
  for (const url of ["/api/user/profile", "/api/cart/get", "/api/order/userOrders"])
    expect((await shop.post(url, {}, undefined, { cookie })).status, url).toBe(401);
});

const PERSON = { name: "Wanjiku", email: "wanjiku@sauti.example", role: "packer" };
const peopleNow = async () => (await shop.query("select id from staff")).length;

/** How another site, or a page of another scheme, host or port, would have a browser send a write. */
const FOREIGN: [how: string, headers: Record<string, string>, status: number][] = [
  ["without the header x-staff", { "x-staff": "" }, 403],
  ["from another site", { origin: "https://evil.example" }, 403],
  ["from a page without an origin", { origin: "null" }, 403],
  ["from another port", { origin: "http://localhost:3999" }, 403],
  ["as text", { "content-type": "text/plain" }, 415],
  ["as a form", { "content-type": "application/x-www-form-urlencoded" }, 415],
];

/** Everything that calls of the back office may change, but for when somebody was last seen. */
const everything = async () => {
  const tables = await shop.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const kept = tables.map(({ name }) => name).filter((name) => !/^(staff_sessions|rate_limits)$/.test(name));
  return Promise.all(
    kept.map(async (name) => [
      name,
      ...(await shop.query(`select md5(string_agg(t::text, ' ' order by t::text)) as rows from "${name}" t`)),
    ]),
  );
};

const WRITES = [...Object.keys(CALLS), ...OPEN].filter((call) => !call.startsWith("GET "));

test.each(FOREIGN)(
  "No back-office write from another site happens, of any call, for any role: %s",
  async (_how, headers, status) => {
    const before = await everything();
    for (const call of WRITES)
      for (const [who, cookie] of Object.entries(cookies)) {
        // a call without a body has no type
        const sent = { cookie, headers, ...(call.startsWith("DELETE") ? {} : { body: {} }) };
        const isTyped = status === 403 || !call.startsWith("DELETE");
        const answer = await callStaff(shop, pathOf(call), sent);
        // whose file it is comes before what it is
        const statuses = /^POST \/(uploads|imports)$/.test(call) ? [status, 401, 403] : [status];
        if (isTyped) expect(statuses, `${who} ${call}`).toContain(answer.status);
        expect(answer.body.success, `${who} ${call}`).toBe(false);
      }
    expect(await everything()).toEqual(before);
    for (const role of ROLES)
      expect((await callStaff(shop, "GET /me", { cookie: cookies[role] })).status, role).toBe(200);
  },
);

test("no page of another site reads what a call answers", async () => {
  for (const call of Object.keys(CALLS).filter((each) => each.startsWith("GET ")))
    for (const [who, cookie] of Object.entries(cookies)) {
      const { headers } = await callStaff(shop, pathOf(call), {
        cookie,
        headers: { origin: "https://evil.example" },
      });
      expect(headers, `${who} ${call}`).not.toHaveProperty("access-control-allow-origin");
    }
});

test("money, settings and people ask for the code again when it is half an hour old", async () => {
  const owner = await signInStaff(shop);
  await ageCode(shop, owner.id, 31);
  const before = await peopleNow();
  const refused = await owner.post("/people", PERSON);
  expect([refused.status, refused.body.code, await peopleNow()]).toEqual([403, true, before]);
  expect((await owner.get("/people")).status).toBe(200);
});

test("A write with an Idempotency-Key happens once", async () => {
  const key = { "idempotency-key": "one tap" };
  const body = { ...PERSON, email: "once@sauti.example" };
  const answers = await Promise.all([1, 2, 3, 4].map(() => people.owner.post("/people", body, key)));
  const links = answers.filter(({ status }) => status === 200).map(({ body: { link } }) => link);
  expect(new Set(links).size).toBe(1);
  for (const { status, body: said } of answers.filter(({ status }) => status !== 200))
    expect([status, said.message]).toEqual([409, "This is still being worked on. Please wait a moment."]);
  const again = await people.owner.post("/people", body, key);
  expect([again.status, again.body.link]).toEqual([200, links[0]]);
  const other = await people.owner.post("/people", { ...body, name: "Another" }, key);
  expect(other.status).toBe(422);
  expect(await shop.query("select name from staff where email = 'once@sauti.example'")).toHaveLength(1);
});

test("a refusal is not kept: the same key may be tried anew", async () => {
  const key = { "idempotency-key": "tried again" };
  const { email } = await addStaff(shop, "packer");
  expect((await people.owner.post("/people", { ...PERSON, email }, key)).status).toBe(409);
  await shop.query("update staff set email = 'moved@sauti.example' where email = $1", [email]);
  expect((await people.owner.post("/people", { ...PERSON, email }, key)).status).toBe(200);
});

test("A call without a right stops the start", async () => {
  const http = await createHttp(shop.config, shop.log);
  guardStaff(http, {
    db: shop.db,
    cookie: staffCookie("http://localhost", Buffer.alloc(32)),
    publicUrl: "http://localhost",
  });
  expect(() => http.get("/api/staff/new", async () => ({}))).toThrow(
    "GET /api/staff/new does not say who may call it.",
  );
});

test("the shop's public documentation says nothing of these calls", async () => {
  const { text } = await shop.get("/api/docs/json");
  expect(text).toContain("/api/user/login");
  expect(text).not.toContain("staff");
});
