import { afterAll, expect, test } from "vitest";
import { openTestShop } from "../../../test/shop.ts";
import {
  addStaff,
  ageCode,
  callStaff,
  codeOf,
  PASSWORD,
  type StaffPerson,
  signInStaff,
} from "../../../test/support/back-office.ts";

const shop = await openTestShop({ TRUST_PROXY: "1" });
afterAll(() => shop.close());

const sessionsOf = async (id: string) =>
  (await shop.query("select id from staff_sessions where staff_id = $1", [id])).length;
const actionsOf = async (id: string) =>
  (
    await shop.query<{ action: string }>("select action from audit where staff_id = $1 order by id", [id])
  ).map(({ action }) => action);

const from = (address: string) => ({ "x-forwarded-for": address });

/** E-mail and password given, the code still missing. */
async function halfWay({ email }: { email: string }, headers = {}) {
  const sent = { body: { email, password: PASSWORD }, headers };
  const { cookie, body } = await callStaff(shop, "POST /sign-in", sent);
  expect(body).toEqual({ success: true, message: "Done.", next: "code" });
  return cookie;
}

const giveCode = (cookie: string | undefined, code: string, headers = {}) =>
  callStaff(shop, "POST /second-factor", { body: { code }, cookie, headers });

test("A welcome link works once", async () => {
  const { token, id, name } = await addStaff(shop, "owner");
  const opened = await callStaff(shop, "POST /welcome", { body: { token, password: PASSWORD } });
  expect(opened.status).toBe(200);
  const { setupKey, otpauth } = opened.body as unknown as Record<string, string>;
  expect(setupKey).toMatch(/^[A-Z2-7]{32}$/);
  expect(otpauth).toMatch(/^otpauth:\/\/totp\/Sauti:owner-/);
  expect(otpauth).toContain(`secret=${setupKey}`);
  const wrong = await callStaff(shop, "POST /welcome/confirm", { body: { token, code: "000000" } });
  expect([wrong.status, wrong.cookie]).toEqual([401, undefined]);
  const done = await callStaff(shop, "POST /welcome/confirm", {
    body: { token, code: codeOf(setupKey ?? "") },
  });
  expect(done.status).toBe(200);
  expect(new Set(done.body.recoveryCodes as string[]).size).toBe(10);
  const me = await callStaff(shop, "GET /me", { cookie: done.cookie });
  expect(me.body).toMatchObject({ staff: { _id: id, name, role: "owner" } });
  expect(me.body.rights).toContain("refunds");
  for (const again of [
    await callStaff(shop, "POST /welcome", { body: { token, password: PASSWORD } }),
    await callStaff(shop, "POST /welcome/confirm", { body: { token, code: codeOf(setupKey ?? "", 1) } }),
  ])
    expect([again.status, again.body.message]).toEqual([
      410,
      "This link has been used or has run out. Ask the owner for a new one.",
    ]);
});

test("a link is over after an hour, and one of nobody opens nothing", async () => {
  const { token, id } = await addStaff(shop, "packer");
  await shop.query("update staff_links set expires_at = now() where staff_id = $1", [id]);
  for (const one of [token, "x".repeat(43)])
    expect(
      (await callStaff(shop, "POST /welcome", { body: { token: one, password: PASSWORD } })).status,
    ).toBe(410);
});

test("a short password is refused beside its field, and nothing is kept of it", async () => {
  const { token, id } = await addStaff(shop, "packer");
  const { status, body } = await callStaff(shop, "POST /welcome", { body: { token, password: "short" } });
  expect([status, body.fields]).toEqual([400, { password: "A password has at least 8 characters." }]);
  expect(await shop.query("select password_hash from staff_links where staff_id = $1", [id])).toEqual([
    { password_hash: null },
  ]);
});

test("a half session opens nothing; the code makes it whole under a new token", async () => {
  const person = await signInStaff(shop);
  const half = await halfWay(person);
  const refused = await callStaff(shop, "GET /me", { cookie: half });
  expect([refused.status, refused.body.next]).toEqual([401, "code"]);
  const whole = await giveCode(half, codeOf(person.setupKey, 1));
  expect(whole.status).toBe(200);
  expect(whole.body).toMatchObject({ staff: { _id: person.id, role: "owner" } });
  expect((await callStaff(shop, "GET /me", { cookie: half })).status).toBe(401);
  expect((await callStaff(shop, "GET /me", { cookie: whole.cookie })).status).toBe(200);
  expect(await actionsOf(person.id)).toEqual(["person.use-welcome-link", "person.sign-in"]);
});

test("An authenticator code works once", async () => {
  const person = await signInStaff(shop);
  const code = codeOf(person.setupKey, 1);
  expect((await giveCode(await halfWay(person), code)).status).toBe(200);
  const again = await giveCode(await halfWay(person), code);
  expect([again.status, again.body.message]).toEqual([
    401,
    "This code is wrong or was used. Wait for the next one.",
  ]);
});

test("A code is accepted however it was copied", async () => {
  const person = await signInStaff(shop);
  const spaced = `\u202a ${[...codeOf(person.setupKey, 1)].join("\u00a0")} \u00ad`;
  expect((await giveCode(await halfWay(person), spaced)).status).toBe(200);
});

test("Of two simultaneous sign-ins with one code one succeeds", async () => {
  const person = await signInStaff(shop);
  const halves = [await halfWay(person), await halfWay(person)];
  const code = codeOf(person.setupKey, 1);
  const statuses = await Promise.all(halves.map(async (half) => (await giveCode(half, code)).status));
  expect(statuses.sort()).toEqual([200, 401]);
});

test("The sixth wrong code has to wait", async () => {
  const person = await signInStaff(shop);
  const half = await halfWay(person);
  for (let times = 0; times < 5; times++) expect((await giveCode(half, "000000")).status).toBe(401);
  const sixth = await giveCode(half, "000000");
  expect(sixth.status).toBe(429);
  expect(Number(sixth.headers["retry-after"])).toBeGreaterThan(0);
});

test("Knowing a password blocks neither its owner's second factor nor sign-in", async () => {
  const person = await signInStaff(shop);
  const stranger = from("41.90.3.1");
  const theirs = await halfWay(person, stranger);
  for (let times = 0; times < 5; times++)
    expect((await giveCode(theirs, "000000", stranger)).status).toBe(401);
  expect((await giveCode(theirs, codeOf(person.setupKey, 1), stranger)).status).toBe(429);
  expect((await giveCode(await halfWay(person), codeOf(person.setupKey, 1))).status).toBe(200);
});

/** So many tries, each from another address, some at a time. */
async function triesFrom(
  addresses: number,
  attempt: (headers: Record<string, string>) => Promise<{ status: number }>,
) {
  const statuses: number[] = [];
  for (let at = 0; at < addresses; at += 10)
    statuses.push(
      ...(await Promise.all(
        Array.from({ length: 10 }, async (_, n) => (await attempt(from(`41.90.${at + n}.9`))).status),
      )),
    );
  return statuses.sort();
}

const TRY_AT_HOME = (what: string) =>
  `There were too many wrong ${what} for this email. Use a network from which you signed in before, or wait. Please try again in `;

test("Fifty wrong passwords an hour limit a person's sign-in to places used before", async () => {
  const { email } = await signInStaff(shop);
  const attempt = (password: string, headers = {}, who = email) =>
    callStaff(shop, "POST /sign-in", { body: { email: who, password }, headers });
  expect(await triesFrom(80, (headers) => attempt("a wrong password", headers))).toEqual([
    ...Array(50).fill(401),
    ...Array(30).fill(429),
  ]);
  const refused = await attempt(PASSWORD, from("41.91.0.1"));
  expect([refused.status, refused.body.message, refused.cookie]).toEqual([
    429,
    expect.stringContaining(TRY_AT_HOME("passwords")),
    undefined,
  ]);
  expect((await attempt(PASSWORD, {}, email.toUpperCase())).status).toBe(200);
  const other = await signInStaff(shop);
  expect((await attempt(PASSWORD, from("41.91.0.1"), other.email)).status).toBe(200);
});

test("right passwords count for nothing", async () => {
  const { email } = await signInStaff(shop);
  const body = { email, password: PASSWORD };
  const statuses = await triesFrom(60, (headers) => callStaff(shop, "POST /sign-in", { body, headers }));
  expect(statuses).toEqual(Array(60).fill(200));
});

test("thirty wrong codes a day by who knows the password; then the person gets in where they signed in before", async () => {
  const person = await signInStaff(shop);
  const theirs = await halfWay(person, from("41.90.3.1"));
  expect(await triesFrom(40, (headers) => giveCode(theirs, "000000", headers))).toEqual([
    ...Array(30).fill(401),
    ...Array(10).fill(429),
  ]);
  const late = await giveCode(theirs, codeOf(person.setupKey, 1), from("41.91.0.1"));
  expect([late.status, late.body.message]).toEqual([429, expect.stringContaining(TRY_AT_HOME("codes"))]);
  expect((await giveCode(await halfWay(person), codeOf(person.setupKey, 1))).status).toBe(200);
});

test("A recovery code works once", async () => {
  const person = await signInStaff(shop);
  const recovery = (person.recoveryCodes[0] ?? "").toUpperCase().replace("-", " ");
  const use = async () =>
    callStaff(shop, "POST /second-factor", { body: { recovery }, cookie: await halfWay(person) });
  expect((await use()).status).toBe(200);
  expect((await use()).status).toBe(401);
  expect(await actionsOf(person.id)).toContain("person.use-recovery-code");
});

test("an unknown e-mail, a wrong password and a disabled person get the same answer", async () => {
  const { email, id } = await signInStaff(shop);
  const tries = [
    { email: "nobody@sauti.example", password: PASSWORD },
    { email, password: "another password" },
  ];
  await shop.query("update staff set disabled_at = now() where id = $1", [id]);
  for (const body of [...tries, { email, password: PASSWORD }]) {
    const { status, body: said, cookie } = await callStaff(shop, "POST /sign-in", { body });
    expect([status, said.message, cookie]).toEqual([401, "The e-mail or the password is wrong.", undefined]);
  }
});

test("a session ends twelve hours after it was last seen, thirty days after it began, and at sign-out", async () => {
  const idle = await signInStaff(shop);
  await shop.query(
    "update staff_sessions set seen_at = now() - interval '12 hours 1 minute' where staff_id = $1",
    [idle.id],
  );
  expect((await idle.get("/me")).status).toBe(401);
  const old = await signInStaff(shop);
  await shop.query("update staff_sessions set expires_at = now() where staff_id = $1", [old.id]);
  expect((await old.get("/me")).status).toBe(401);
  const leaving = await signInStaff(shop);
  const left = await leaving.post("/sign-out");
  expect([left.status, left.headers["set-cookie"]]).toEqual([200, expect.stringContaining("Max-Age=0")]);
  expect((await leaving.get("/me")).status).toBe(401);
});

test("the cookie is for this host alone, and no script reads it", async () => {
  const { email } = await signInStaff(shop);
  const said = await callStaff(shop, "POST /sign-in", { body: { email, password: PASSWORD } });
  expect(said.headers["set-cookie"]).toMatch(
    /^staff=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/,
  );
});

test("A staff member's new password ends their other sessions", async () => {
  const person = await signInStaff(shop);
  const other = await giveCode(await halfWay(person), codeOf(person.setupKey, 1));
  expect(other.status).toBe(200);
  await ageCode(shop, person.id, 31);
  const stale = await person.post("/password", { password: PASSWORD, newPassword: "a new password" });
  expect([stale.status, stale.body.code, await sessionsOf(person.id)]).toEqual([403, true, 2]);
  await ageCode(shop, person.id, 0);
  const wrong = await person.post("/password", { password: "another one", newPassword: "a new password" });
  expect([wrong.status, wrong.body.fields, await sessionsOf(person.id)]).toEqual([
    400,
    { password: "The password is wrong." },
    2,
  ]);
  const changed = await person.post("/password", { password: PASSWORD, newPassword: "a new password" });
  expect([changed.status, await sessionsOf(person.id)]).toEqual([200, 1]);
  expect((await callStaff(shop, "GET /me", { cookie: other.cookie })).status).toBe(401);
  expect((await person.get("/me")).status).toBe(200);
});

test("people see their own sessions and end them; the owner everybody's", async () => {
  const owner = await signInStaff(shop);
  const packer = await signInStaff(shop, "packer");
  const rowsOf = async (person: StaffPerson) =>
    (await person.get("/sessions")).body.rows as { _id: string; person: { _id: string }; current: boolean }[];
  const own = await rowsOf(packer);
  expect(own.map(({ person, current }) => [person._id, current])).toEqual([[packer.id, true]]);
  const owners = (await rowsOf(owner)).find(({ current }) => current)?._id;
  expect((await callStaff(shop, `DELETE /sessions/${owners}`, { cookie: packer.cookie })).status).toBe(404);
  const lost = (await rowsOf(owner)).find(({ person }) => person._id === packer.id)?._id;
  expect((await callStaff(shop, `DELETE /sessions/${lost}`, { cookie: owner.cookie })).status).toBe(200);
  expect((await packer.get("/me")).status).toBe(401);
});
