import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestShop, type TestShop } from "../../test/shop.ts";
import { callStaff, PASSWORD, signInStaff } from "../../test/support/back-office.ts";
import { CALLS, OPEN, pathOf } from "../../test/support/staff-calls.ts";
import { ROLES } from "./rights.ts";

let shop: TestShop;
/** Cookies of one of each role, of who has still to give the code, and of nobody. */
const cookies: Record<string, string | undefined> = { nobody: undefined };
let before: unknown;
beforeAll(async () => {
  shop = await openTestShop();
  for (const role of ROLES) {
    const person = await signInStaff(shop, role);
    cookies[role] = person.cookie;
    if (role === "owner") {
      const body = { email: person.email, password: PASSWORD };
      cookies.half = (await callStaff(shop, "POST /sign-in", { body })).cookie;
    }
  }
  before = await everything();
});
afterAll(() => shop.close());

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

test("from our own pages the same calls are refused for no such reason", async () => {
  for (const [call, roles] of Object.entries(CALLS))
    for (const role of ROLES) {
      const { status, body } = await callStaff(shop, pathOf(call), {
        cookie: cookies[role],
        headers: { origin: shop.config.PUBLIC_URL },
      });
      const isTheirs = roles.includes(role[0] ?? "");
      expect([status === 403, typeof body.right], `${role} ${call}`).toEqual(
        isTheirs ? [false, "undefined"] : [true, "string"],
      );
    }
});

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
